export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** A NUL is shown as its picture: databases and providers refuse the character itself. */
export function showNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\u2400") : text;
}

/** Decodes whole code points; a byte order mark stays a character of the text, so encoding gives the same bytes back. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** Like `decodeText`, but undefined for bytes that are not valid in the encoding. */
export function decodeStrictly(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}

/** The index of the first byte at or before `index` where a code point begins. */
export function codePointStart(bytes: Uint8Array, index: number, encoding: TextEncoding): number {
  if (index <= 0 || index >= bytes.length) return Math.max(0, Math.min(index, bytes.length));
  if (encoding === "utf-8") {
    for (let back = 0; back < 4 && back <= index; back += 1) {
      if (!isContinuation(bytes[index - back])) return index - back;
    }
    return index;
  }
  const even = index - (index % 2);
  return isLowSurrogate(bytes, even, encoding) && even >= 2 ? even - 2 : even;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function isLowSurrogate(bytes: Uint8Array, index: number, encoding: TextEncoding): boolean {
  const high = bytes[encoding === "utf-16le" ? index + 1 : index] ?? 0;
  return high >= 0xdc && high <= 0xdf;
}
