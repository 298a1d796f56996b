/**
 * The sample workspace, 24 chapters in many scripts, read whole by the practice model at windows from 16k to 128k: once as
 * declared, and once with a real window that is half of the declared one. Needs a built app. Prints a Markdown table;
 * `--json` prints the numbers.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { practiceScript, startModelServer } from "#lib/models/server/index.ts";
import { startApp } from "../e2e/support/start-app.ts";

const WINDOWS = [16_000, 32_000, 128_000];
const CHAPTERS = 24;
const RUN_MS = 10 * 60_000;

interface Result {
  declared: number;
  real: number;
  status: string;
  steps: number;
  requests: number;
  refusals: number;
  /** The largest number of requests that one step took. */
  attempts: number;
  largestRequest: number;
  cleared: number;
  /** Chapters that the report names. */
  reported: number;
  seconds: number;
}

const results: Result[] = [];
for (const window of WINDOWS) results.push(await measure(window, window));
for (const window of WINDOWS.slice(1)) results.push(await measure(window, window / 2));
print(results);
const isProven = results.every(
  ({ status, reported, refusals, attempts, declared, real }) =>
    status === "idle" && reported === CHAPTERS && attempts <= 2 && refusals <= (declared === real ? 1 : 2),
);
process.exitCode = isProven ? 0 : 1;

async function measure(declared: number, real: number): Promise<Result> {
  const server = await startModelServer({ window: real, perChunkMilliseconds: 0, script: practiceScript });
  const app = await startApp({ modelUrl: server.url, window: declared });
  try {
    const started = performance.now();
    const chat = await app.api.createChat("sample");
    const { status } = await app.api.turn(chat, "Read all chapters and write a report", RUN_MS);
    const seconds = Math.round((performance.now() - started) / 1000);
    const rows = await app.api.messages(chat);
    const requests = await app.api.requests(chat);
    const { overflows, largestAccepted } = server.stats();
    return {
      ...{ declared, real, status, seconds },
      steps: rows.filter((row) => row.kind === "step").length,
      requests: requests.length,
      refusals: overflows,
      attempts: Math.max(...requests.map((request) => request.attempt)),
      largestRequest: largestAccepted,
      cleared: rows.filter((row) => row.sent === "cleared" || row.sent === "dropped").length,
      reported: await countReported(path.join(app.dataFolder, "workspaces", "sample", "report.md")),
    };
  } finally {
    await app.dispose();
    await server.close();
  }
}

async function countReported(file: string): Promise<number> {
  const report = await readFile(file, "utf8").catch(() => "");
  return new Set(report.match(/chapters\/\d\d-[a-z]+\.md/g)).size;
}

function print(rows: Result[]) {
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const columns = Object.keys(rows[0] ?? {}) as (keyof Result)[];
  console.log(`| ${columns.join(" | ")} |\n|${columns.map(() => "---:").join("|")}|`);
  for (const row of rows) console.log(`| ${columns.map((column) => row[column]).join(" | ")} |`);
}
