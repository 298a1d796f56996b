/**
 * Cuts a text into pieces of about `size` UTF-16 units, at line ends where there are some and never inside a code point, so
 * that a browser lays out only the pieces in view. Joined they are the text again.
 */
export function splitText(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + size >= text.length ? text.length : endOfPiece(text, from, size);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

function endOfPiece(text: string, from: number, size: number): number {
  const lineEnd = text.lastIndexOf("\n", from + size - 1);
  if (lineEnd > from) return lineEnd + 1;
  const end = from + size;
  const cutsPair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return cutsPair ? end + 1 : end;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;
