/** Loads a vocabulary off the main thread; posts one message: the vocabulary, or undefined where there is none. */
import { parentPort, workerData } from "node:worker_threads";
import { createJoiner, LONGEST_WORD } from "./join-bytes.ts";
import { makeMergeTable } from "./merge-table.ts";
import type { TokenizerProfile } from "./profiles.ts";
import { readVocabulary } from "./read-vocabulary.ts";
import type { LoadedVocabulary } from "./vocabulary.ts";

const vocabulary = await readVocabulary((workerData as { profile: TokenizerProfile }).profile);
if (vocabulary) {
  const { tokens, ...rest } = vocabulary;
  const table = makeMergeTable(tokens);
  const count = createJoiner(table);
  const wholeWords = tokens
    .map((token) => Buffer.from(token, "latin1").toString())
    .filter((word) => word.length > 1 && word.length <= LONGEST_WORD && count(word) > 1);
  const loaded: LoadedVocabulary = { ...rest, table, wholeWords };
  parentPort?.postMessage(loaded, [table.slots.buffer, table.bytes.buffer]);
} else parentPort?.postMessage(undefined);
