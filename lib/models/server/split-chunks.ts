/** Pieces of at most `size` UTF-16 units on whole code points; a size under 2 counts as 2. */
export function splitChunks(text: string, size: number): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = start + Math.max(2, size);
    const unit = text.charCodeAt(end);
    if (unit >= 0xdc00 && unit <= 0xdfff) end -= 1;
    chunks.push(text.slice(start, end));
    start = end;
  }
  return chunks;
}
