const LONGEST_LETTER_BYTES = 4;

/**
 * UTF-8 text, or undefined for bytes that are none. `cut` says that more bytes follow: then a letter that the end cuts is
 * left out.
 */
export function decodeText(bytes: Uint8Array, cut: boolean): string | undefined {
  if (bytes.includes(0)) return undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let left = 0; left < (cut ? LONGEST_LETTER_BYTES : 1); left += 1) {
    try {
      return decoder.decode(bytes.subarray(0, bytes.length - left));
    } catch {
      // One byte less may end between two letters.
    }
  }
  return undefined;
}
