/**
 * Eight subagents read forty chapters each, through the running app, against a model server with a hard window: first without
 * fitting, then with it. Needs a built app. Prints a Markdown table; `--json` prints the numbers.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ParsedRequest, type Reply, type ServerStats, startModelServer } from "#lib/models/server/index.ts";
import type { MessageView } from "#lib/store/views.ts";
import { callsOf, checkLog, outputOf, textOf } from "../e2e/support/check-log.ts";
import { type App, startApp } from "../e2e/support/start-app.ts";
import { type Chapter, writeChapters } from "./chapters.ts";

const SUBAGENTS = 8;
const WINDOW = 60_000;
const BUDGET = 45_000;
const RUN_MS = 30 * 60_000;

interface Result {
  fitting: "off" | "on";
  refused: number;
  complete: number;
  requests: number;
  refusals: number;
  largestRequest: number;
  cachedShare: number;
  rows: number;
  missing: number;
  /** Chapters, over all subagents, that the stored results give back character by character. */
  storedWhole: number;
  seconds: number;
}

const folder = await mkdtemp(path.join(tmpdir(), "longhand-eight-"));
try {
  const chapters = await writeChapters(folder);
  const results = [await measure("off", chapters), await measure("on", chapters)];
  print(results);
  const [without, withFit] = results;
  const isProven =
    without?.refused === SUBAGENTS &&
    withFit?.refused === 0 &&
    withFit.complete === SUBAGENTS &&
    withFit.missing === 0 &&
    withFit.storedWhole === SUBAGENTS * chapters.length;
  process.exitCode = isProven ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(fitting: Result["fitting"], chapters: Chapter[]): Promise<Result> {
  const server = await startModelServer({ window: WINDOW, perChunkMilliseconds: 0, script: createMind(chapters) });
  const app = await startApp({
    modelUrl: server.url,
    ...{ window: WINDOW, budget: BUDGET, fit: fitting === "on" },
  });
  try {
    const started = performance.now();
    const workspace = await app.api.createWorkspace(folder);
    const chat = await app.api.createChat(workspace.id);
    await app.api.send(chat, "Hand all chapters to eight subagents.");
    await app.api.waitFor(chat, undefined, RUN_MS);
    const seconds = Math.round((performance.now() - started) / 1000);
    return { fitting, ...(await inspect(app, chat, chapters)), ...readStats(server.stats()), seconds };
  } finally {
    await app.dispose();
    await server.close();
  }
}

/** What the log says: who was refused, who found every word, and whether every call has its whole result. */
async function inspect(app: App, chat: string, chapters: Chapter[]) {
  const children = await app.api.subagents(chat);
  const rows = await Promise.all(children.map((child) => app.api.messages(child.id)));
  const texts = new Map<string, string>();
  for (const { file } of chapters) texts.set(file, await readFile(path.join(folder, file), "utf8"));
  const all = [...rows, await app.api.messages(chat)];
  return {
    refused: children.filter((child) => child.error?.class === "OVERFLOW").length,
    complete: rows.filter((list) => chapters.every(({ word }) => lastText(list).includes(word))).length,
    rows: all.reduce((sum, list) => sum + list.length, 0),
    missing: all.reduce((sum, list) => sum + countMissing(list), 0),
    storedWhole: rows.reduce((sum, list) => sum + chapters.filter(isStoredWhole(list, texts)).length, 0),
  };
}

function lastText(rows: MessageView[]): string {
  const answer = rows.findLast((row) => row.role === "assistant");
  return answer ? textOf(answer) : "";
}

/** Places without a row, calls without their one result, and results without a text. */
function countMissing(rows: MessageView[]): number {
  const { gaps, unpaired } = checkLog(rows);
  return gaps.length + unpaired.length + rows.filter((row) => row.role === "tool" && row.bytes === 0).length;
}

/** Puts the parts of a chapter together as they were read: in lines, without the one that says where to go on. */
function isStoredWhole(rows: MessageView[], texts: Map<string, string>) {
  const outputs = new Map(rows.map((row) => [row.toolCallId, outputOf(row)]));
  const reads = rows.flatMap(callsOf).map(({ toolCallId, input }) => ({
    ...(input as { path?: string; offset?: number }),
    text: (outputs.get(toolCallId) ?? "").replace(/\n\[lines [^\]\n]*\]$/, ""),
  }));
  return ({ file }: Chapter): boolean => {
    const parts = new Map(
      reads.filter((read) => read.path?.endsWith(file)).map(({ offset = 1, text }) => [offset, text]),
    );
    return [...parts.values()].join("\n") === texts.get(file)?.replace(/\n$/, "");
  };
}

function readStats({ requests, overflows, largestRequest, cachedShare }: ServerStats) {
  return { requests, refusals: overflows, largestRequest, cachedShare };
}

/**
 * The mind of all nine: it decides from what it is sent. A subagent keeps the words that it found in its own text at every
 * step, so what is cleared or dropped takes nothing away from it.
 */
function createMind(chapters: Chapter[]) {
  return (request: ParsedRequest): Reply => {
    if (!request.tools.includes("run_subagent")) return readOn(request, chapters);
    if (request.messages.some((message) => message.role === "tool")) return { text: "All eight have answered." };
    const calls = Array.from({ length: SUBAGENTS }, (_, index) => ({
      name: "run_subagent",
      arguments: {
        title: `Reader ${index + 1}`,
        task: `Reader ${index + 1}: read all chapters and report every hidden word.`,
      },
    }));
    return { calls };
  };
}

function readOn({ messages }: ParsedRequest, chapters: Chapter[]): Reply {
  const step = messages.findLast((message) => message.role === "assistant");
  const notes = step ? wordsIn(step.text) : [];
  const result = messages.at(-1)?.output ?? "";
  const words = [...new Set([...notes, ...wordsIn(result)])];
  const next = nextRead(step?.calls.at(-1)?.arguments, result, chapters);
  const text = words.map((word) => `⟦${word}⟧`).join(" ");
  if (!next) return { text: `Done. ${text}` };
  return { text: text || "I begin.", calls: [{ name: "read_file", arguments: next }] };
}

function wordsIn(text: string): string[] {
  return [...text.matchAll(/⟦([^⟧]+)⟧/g)].map((match) => match[1] ?? "");
}

function nextRead(
  lastArguments: string | undefined,
  result: string,
  chapters: Chapter[],
): { path: string; offset?: number } | undefined {
  if (!lastArguments) return { path: `/workspace/${chapters[0]?.file}` };
  const last = JSON.parse(lastArguments) as { path: string };
  const more = /go on with offset (\d+)\]\s*$/.exec(result);
  if (more) return { path: last.path, offset: Number(more[1]) };
  const chapter = chapters[chapters.findIndex(({ file }) => last.path.endsWith(file)) + 1];
  return chapter && { path: `/workspace/${chapter.file}` };
}

function print(results: Result[]) {
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ subagents: SUBAGENTS, window: WINDOW, budget: BUDGET, results }, null, 2));
    return;
  }
  console.log(
    "| fitting | refused | complete | requests | refusals (400) | largest request | cached share | rows | missing | chapters stored whole | seconds |",
  );
  console.log("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
  for (const result of results) {
    const {
      fitting,
      refused,
      complete,
      requests,
      refusals,
      largestRequest,
      cachedShare,
      rows,
      missing,
      storedWhole,
      seconds,
    } = result;
    const share = `${Math.round(cachedShare * 100)} %`;
    const of = `of ${SUBAGENTS}`;
    console.log(
      `| ${[fitting, `${refused} ${of}`, `${complete} ${of}`, requests, refusals, largestRequest, share, rows, missing, storedWhole, seconds].join(" | ")} |`,
    );
  }
}
