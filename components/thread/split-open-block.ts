/**
 * Cuts streaming Markdown before its last block: what stands before will not change any more and need not be read again for
 * every token. A fence that is still open belongs whole to the open part.
 */
export function splitOpenBlock(text: string): { settled: string; open: string } {
  let boundary = 0;
  let fence: string | undefined;
  let afterBlank = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const mark = fenceMark(text, start, end);
    if (fence === undefined) {
      // An indented line after a blank one still belongs to the list above it.
      if (afterBlank && start < end && text[start] !== " " && text[start] !== "\t") boundary = start;
      if (mark) fence = mark;
    } else if (mark && mark[0] === fence[0] && mark.length >= fence.length) {
      fence = undefined;
    }
    afterBlank = fence === undefined && text.slice(start, Math.min(end, start + MAX_BLANK)).trim() === "";
    start = end + 1;
  }
  return { settled: text.slice(0, boundary), open: text.slice(boundary) };
}

const MAX_BLANK = 80;

/** The run of ``` or ~~~ that a line begins with, indented by at most three spaces. */
function fenceMark(text: string, start: number, end: number): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(start, Math.min(end, start + MAX_BLANK)))?.[1];
}
