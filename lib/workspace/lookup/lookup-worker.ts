import { parentPort, workerData } from "node:worker_threads";
import picomatch from "picomatch";
import type { FileEntry, SearchMatch } from "../types.ts";
import type { LookupAnswer, LookupTask } from "./lookup-task.ts";
import { matchLines } from "./match-lines.ts";
import { walkBase } from "./walk-base.ts";

/**
 * One find or search in a thread of its own: a pattern can take for ever on an unlucky line, and only a thread can be
 * ended from outside.
 */
const task = workerData as LookupTask;
parentPort?.postMessage(task.pattern === undefined ? await findFiles() : await searchFiles(task.pattern));

function createFilter(): (below: string) => boolean {
  if (task.glob === undefined) return () => true;
  return picomatch(task.glob, { dot: true, basename: !task.glob.includes("/") });
}

async function findFiles(): Promise<LookupAnswer> {
  const accepts = createFilter();
  const entries: FileEntry[] = [];
  for await (const { below, entry } of walkBase(task.base)) {
    if (!accepts(below)) continue;
    if (entries.length >= task.limit) return { entries, more: true };
    entries.push(entry);
  }
  return { entries, more: false };
}

async function searchFiles({ source, flags }: { source: string; flags: string }): Promise<LookupAnswer> {
  const accepts = createFilter();
  const pattern = new RegExp(source, flags);
  const matches: SearchMatch[] = [];
  let filesSearched = 0;
  for await (const { below, entry, open } of walkBase(task.base)) {
    const opened = accepts(below) ? await open() : undefined;
    if (opened === undefined) continue;
    // One more than is wanted tells whether there is more.
    const found = await matchLines(opened, pattern, task.limit - matches.length + 1).finally(() => opened.close());
    if (found === undefined) continue;
    filesSearched += 1;
    for (const match of found) {
      if (matches.length >= task.limit) return { matches, filesSearched, more: true };
      matches.push({ path: entry.path, ...match });
    }
  }
  return { matches, filesSearched, more: false };
}
