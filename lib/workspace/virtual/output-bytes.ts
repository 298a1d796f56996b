/**
 * The bytes of what the virtual shell printed. The shell gives a string in which text is text, but whatever was not valid
 * UTF-8 within one statement has one character per byte. Such stretches are told apart by the control characters U+0080
 * to U+009F: text does not have them, and bytes of UTF-8 and of binary files hardly ever lack them.
 */
export function outputToBytes(printed: string): Buffer {
  const control = /[\u0080-\u009F]/;
  if (!control.test(printed)) return Buffer.from(printed, "utf8");
  if (!/[\u0100-\uFFFF]/.test(printed)) return Buffer.from(printed, "latin1");
  const pieces: Buffer[] = [];
  let done = 0;
  for (const stretch of printed.matchAll(/[\u0080-\u00FF]+/g)) {
    if (!control.test(stretch[0])) continue;
    pieces.push(Buffer.from(printed.slice(done, stretch.index), "utf8"), Buffer.from(stretch[0], "latin1"));
    done = stretch.index + stretch[0].length;
  }
  pieces.push(Buffer.from(printed.slice(done), "utf8"));
  return Buffer.concat(pieces);
}
