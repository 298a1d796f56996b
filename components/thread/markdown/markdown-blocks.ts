/** Longer lines are looked at only so far: what a block begins with stands at its front. */
const LINE_FRONT = 80;

/**
 * Positions at which a block of Markdown begins that does not belong to anything before it: the first line after a blank
 * one, outside code fences and not indented (an indented one continues the list above it). They depend only on what stands
 * before them, so they stay while more text is written.
 */
function* blockStarts(text: string): Generator<number> {
  let fence: string | undefined;
  let afterBlank = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const front = text.slice(start, Math.min(end, start + LINE_FRONT));
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(front)?.[1];
    if (fence === undefined) {
      if (afterBlank && /^[^ \t]/.test(front)) yield start;
      fence = mark;
    } else if (mark?.startsWith(fence)) {
      fence = undefined;
    }
    afterBlank = fence === undefined && front.trim() === "";
    start = end + 1;
  }
}

/** Cuts streaming Markdown before its last block: what stands before will not change any more. An open fence is open whole. */
export function splitOpenBlock(text: string): { settled: string; open: string } {
  const boundary = [...blockStarts(text)].at(-1) ?? 0;
  return { settled: text.slice(0, boundary), open: text.slice(boundary) };
}

/** Cuts Markdown into sections of at least `size` UTF-16 units at ends of blocks. All but the last stay while more is written. */
export function splitSections(text: string, size: number): string[] {
  const sections: string[] = [];
  let from = 0;
  for (const boundary of text.length > size ? blockStarts(text) : []) {
    if (boundary - from < size) continue;
    sections.push(text.slice(from, boundary));
    from = boundary;
  }
  sections.push(text.slice(from));
  return sections;
}
