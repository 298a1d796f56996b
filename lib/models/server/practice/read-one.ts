import type { Reply } from "../types.ts";
import type { Task } from "./find-task.ts";
import { foldReading, planReads, writeNote } from "./reading.ts";
import { fill, type Words } from "./words.ts";

const SHORTEST_SENTENCE = 8;

/** Reads one file to its end, part by part, and answers with its title, its number of lines and its first sentence. */
export function readOne(task: Task, path: string, words: Words): Reply {
  const reading = foldReading(task, path);
  if (reading.failure) return { text: `${words.failed} ${reading.failure}` };
  if (reading.complete) {
    const { title, lines } = reading;
    return { text: fill(words.readOneDone, { title, lines, sentence: firstSentence(reading.firstLine || title) }) };
  }
  const { limit } = planReads(task, 1);
  const text = reading.lines > 0 ? writeNote(path, reading) : fill(words.reading, { count: 1, total: 1 });
  return { text, calls: [{ name: "read_file", arguments: { path, offset: reading.lines + 1, limit } }] };
}

/** A number with a dot at the beginning of a line is not a sentence. */
function firstSentence(line: string): string {
  const ends = [...line.matchAll(/[.!?](?=\s|$)|[。！？።။]/gu)].map((end) => end.index + 1);
  return line.slice(
    0,
    ends.find((end) => end >= SHORTEST_SENTENCE),
  );
}
