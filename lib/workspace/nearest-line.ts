/** Lines that are compared, and characters of each: the hint must stay cheap on a large file. */
const MAX_LINES = 20_000;
const MAX_CHARACTERS = 300;
/** Below this share of common pairs of letters two lines have nothing to do with each other. */
const ALIKE = 0.5;

/** One or two sentences, beginning with a space, that help to correct a search text that was not found. */
export function describeNearestLine(content: string, wanted: string): string {
  const target = wanted
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
  const lines = content.split("\n", MAX_LINES);
  const nearest = target === undefined ? undefined : findNearest(lines, target.slice(0, MAX_CHARACTERS));
  if (nearest === undefined) return " Read the file again and copy the text from it exactly.";
  const shown = (lines[nearest] ?? "").trim().slice(0, MAX_CHARACTERS).toWellFormed();
  return ` The nearest is line ${nearest + 1}: ${JSON.stringify(shown)}. Compare white space and the lines around it.`;
}

function findNearest(lines: string[], target: string): number | undefined {
  const wanted = pairsOf(target);
  let best: number | undefined;
  let bestScore = ALIKE;
  for (const [index, line] of lines.entries()) {
    const text = line.trim().slice(0, MAX_CHARACTERS);
    if (text === target) return index;
    const score = likeness(wanted, pairsOf(text));
    if (score > bestScore) {
      best = index;
      bestScore = score;
    }
  }
  return best;
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let index = 0; index + 1 < text.length; index += 1) pairs.add(text.slice(index, index + 2));
  return pairs;
}

function likeness(one: Set<string>, other: Set<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const pair of other) if (one.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}
