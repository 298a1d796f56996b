import { type FlatText, flattenText, toLineFeeds } from "./flat-text.ts";
import { describeNearestLine } from "./nearest-line.ts";
import { fail, succeed } from "./outcome.ts";
import type { Outcome, TextEdit } from "./types.ts";

export interface EditedText {
  content: string;
  replaced: number;
  /** Line of the first match, from 1. */
  firstLine: number;
}

/**
 * Replaces a text exactly. Search text with plain line feeds also matches CRLF; what stays of a line keeps its own line
 * end, and new lines get the one of their surroundings. A search text that names CRs itself is taken literally.
 */
export function editText(content: string, edit: TextEdit): Outcome<EditedText> {
  if (edit.oldText === "")
    return fail("invalid", "The text to replace is empty. Give the text, or write the whole file.");
  if (edit.oldText === edit.newText)
    return fail("invalid", "Old and new text are the same, so there is nothing to do.");
  const literal = edit.oldText.includes("\r") && content.includes(edit.oldText);
  const view = literal ? literalView(content) : flattenText(content);
  const oldText = literal ? edit.oldText : toLineFeeds(edit.oldText);
  const newText = !literal && edit.oldText.includes("\r") ? toLineFeeds(edit.newText) : edit.newText;

  const matches = findAll(view.flat, oldText);
  const first = matches[0];
  if (first === undefined) return fail("no-match", `The text was not found.${describeNearestLine(view.flat, oldText)}`);
  if (matches.length > 1 && !edit.replaceAll) return refuseAmbiguous(view.flat, matches);

  const pieces: string[] = [];
  let done = 0;
  for (const match of matches) {
    const change = narrowChange(view, match, oldText, newText, literal);
    pieces.push(content.slice(done, view.toOriginal(change.start)), change.text);
    done = view.toOriginal(change.end);
  }
  pieces.push(content.slice(done));
  return succeed({ content: pieces.join(""), replaced: matches.length, firstLine: lineOf(view.flat, first) });
}

/** Cuts away what old and new text have in common at both ends, so that it keeps its bytes, then sets the line ends. */
function narrowChange(view: FlatText, match: number, oldText: string, newText: string, literal: boolean) {
  if (literal || newText.includes("\r")) return { start: match, end: match + oldText.length, text: newText };
  const shorter = Math.min(oldText.length, newText.length);
  let before = 0;
  while (before < shorter && oldText[before] === newText[before]) before += 1;
  let after = 0;
  while (after < shorter - before && oldText.at(-1 - after) === newText.at(-1 - after)) after += 1;
  const start = match + before;
  const end = match + oldText.length - after;
  return { start, end, text: withLineEnds(view, newText.slice(before, newText.length - after), start, end) };
}

/** The n-th new line end is that of the n-th replaced one; further ones are like their surroundings. */
function withLineEnds(view: FlatText, text: string, start: number, end: number): string {
  let old = start - 1;
  return text.replace(/\n/g, () => {
    const next = view.flat.indexOf("\n", old + 1);
    if (next === -1 || next >= end) return view.lineEndNear(end);
    old = next;
    return view.lineEndAt(next);
  });
}

function literalView(content: string): FlatText {
  return { flat: content, toOriginal: (position) => position, lineEndAt: () => "\n", lineEndNear: () => "\n" };
}

function findAll(content: string, text: string): number[] {
  const found: number[] = [];
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) found.push(at);
  return found;
}

function refuseAmbiguous(content: string, matches: number[]): Outcome<never> {
  const lines = matches.slice(0, 10).map((match) => lineOf(content, match));
  const list = matches.length > lines.length ? `${lines.join(", ")} and more` : lines.join(", ");
  return fail(
    "ambiguous",
    `The text occurs ${matches.length} times, at lines ${list}. Give more of the surrounding text, or replace all of them.`,
  );
}

function lineOf(content: string, position: number): number {
  let line = 1;
  for (let at = content.indexOf("\n"); at !== -1 && at < position; at = content.indexOf("\n", at + 1)) line += 1;
  return line;
}
