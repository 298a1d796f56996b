/**
 * Many turns at once in the running app, each streaming 30 pieces a second to a viewer: how much later than the model a viewer
 * sees a piece, what a chat, a turn and a viewer take in memory, and whether a viewer that reads one byte a second disturbs the
 * others. Needs a built app. Prints Markdown tables; `--json` prints the numbers.
 */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type App, startApp } from "../e2e/support/start-app.ts";
import { heapOf, type Memory } from "./heap-of.ts";
import { startModelProcess } from "./model-process.ts";
import { quantile } from "./quantile.ts";

const PIECES_PER_SECOND = 30;
const SECONDS = 10;
const PIECES = PIECES_PER_SECOND * SECONDS;
/** Timers run late rather than early, so a little less than a thirtieth of a second. */
const PIECE_MS = 32;
const LEVELS = [32, 48, 64, 96, 128, 192, 256];
const GOAL_MS = 50;
const CHATS = 200;
/** So many turns before memory is measured: what a process loads and compiles once is no cost of a chat. */
const WARM_UP = 100;
/** Pieces of a turn that is as fast as the model can send; well below the output limit. */
const FAST_PIECES = 6_000;
const MOST_FAST_TURNS = 30;
const VIEWERS = 100;

interface Level {
  turns: number;
  p50: number;
  p95: number;
  p99: number;
  /** Pieces that a viewer received in a second, on average. */
  rate: number;
}

interface Watcher {
  delays: number[];
  close(): void;
}

const model = await startModelProcess(
  "./bench/streaming-mind.ts",
  "--stamp",
  "--chunk-size",
  "7",
  "--per-chunk",
  String(PIECE_MS),
);
const environment = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };
const app = await startApp({ modelUrl: model.url, api: "responses", environment });
try {
  const memory = await measureMemory();
  const levels: Level[] = [];
  for (const turns of LEVELS) {
    const level = await measureLevel(turns);
    levels.push(level);
    if (level.p95 >= GOAL_MS) break;
  }
  const slow = await measureSlowViewer();
  print({ memory, levels, slow });
  process.exitCode = (levels[0]?.p95 ?? GOAL_MS) < GOAL_MS ? 0 : 1;
} finally {
  await app.dispose();
  await model.close();
}

async function measureLevel(turns: number): Promise<Level> {
  const chats = await Promise.all(Array.from({ length: turns }, () => app.api.createChat()));
  const watchers = chats.map((chatId) => watch(chatId));
  await delay(300);
  await Promise.all(chats.map((chatId) => app.api.send(chatId, String(PIECES))));
  const from = performance.now();
  for (const chatId of chats) await app.api.waitFor(chatId, "idle", 120_000);
  const seconds = (performance.now() - from) / 1_000;
  for (const { close } of watchers) close();
  const delays = watchers.flatMap((watcher) => watcher.delays);
  return {
    turns,
    p50: quantile(delays, 0.5),
    p95: quantile(delays, 0.95),
    p99: quantile(delays, 0.99),
    rate: delays.length / turns / seconds,
  };
}

/** Reads the event stream of a chat and compares the times in its pieces with the time of their arrival. */
function watch(chatId: string): Watcher {
  const leaving = new AbortController();
  const delays: number[] = [];
  void read().catch(() => undefined);
  return { delays, close: () => leaving.abort() };

  async function read() {
    const answer = await fetch(`${app.url}/api/chats/${chatId}/events`, { signal: leaving.signal });
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of answer.body ?? []) {
      const now = performance.timeOrigin + performance.now();
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const sentAt = /"delta":"(\d+\.\d+)"/.exec(block)?.[1];
        if (sentAt) delays.push(now - Number(sentAt));
      }
    }
  }
}

async function measureMemory() {
  await shortTurns(WARM_UP);
  const before = await settledMemory();
  await shortTurns(CHATS);
  const withChats = await settledMemory();
  const turns = LEVELS[0] ?? 0;
  const chats = await Promise.all(Array.from({ length: turns }, () => app.api.createChat()));
  await Promise.all(chats.map((chatId) => app.api.send(chatId, String(PIECES))));
  await delay(3_000);
  const withTurns = await heapOf(app.logLines());
  for (const chatId of chats) await app.api.waitFor(chatId, "idle", 120_000);
  const beforeViewers = await settledMemory();
  const watchers = Array.from({ length: VIEWERS }, () => watch(chats[0] ?? ""));
  await delay(1_000);
  const withViewers = await settledMemory();
  for (const { close } of watchers) close();
  const each = (more: Memory, less: Memory, count: number) => (more.heap - less.heap) / count / 1_000;
  return {
    processMegabytes: before.rss / 1e6,
    kilobytesPerIdleChat: each(withChats, before, CHATS),
    kilobytesPerRunningTurn: each(withTurns, withChats, turns),
    kilobytesPerViewer: each(withViewers, beforeViewers, VIEWERS),
  };
}

/** New chats with one short turn each. */
async function shortTurns(count: number): Promise<void> {
  for (let from = 0; from < count; from += 20) {
    const chats = await Promise.all(Array.from({ length: 20 }, () => app.api.createChat()));
    await Promise.all(chats.map((chatId) => app.api.turn(chatId, "2")));
  }
}

async function settledMemory(): Promise<Memory> {
  await delay(500);
  return heapOf(app.logLines());
}

/** Four viewers of one chat, of which one reads a byte a second: first at the usual pace, then until it is let go. */
async function measureSlowViewer() {
  const chatId = await app.api.createChat();
  const others = [1, 2, 3].map(() => watch(chatId));
  const slow = readSlowly(app, `/api/chats/${chatId}/events`);
  await delay(300);
  await app.api.turn(chatId, String(PIECES), 240_000);
  const delays = others.flatMap((watcher) => watcher.delays);
  const p95OfOthers = quantile(delays, 0.95);
  const piecesOfOthers = delays.length / others.length;
  const before = await settledMemory();
  await model.pace(0);
  let turns = 0;
  let most = before;
  while (turns < MOST_FAST_TURNS && (await lettingGo()) === 0) {
    await app.api.turn(chatId, String(FAST_PIECES), 240_000);
    turns += 1;
    const now = await settledMemory();
    if (now.held > most.held) most = now;
  }
  const after = await settledMemory();
  slow.destroy();
  for (const { close } of others) close();
  const pieces = PIECES + turns * FAST_PIECES;
  return {
    p95OfOthers,
    piecesOfOthers,
    letGo: await lettingGo(),
    fastPieces: pieces - PIECES,
    fastPiecesOfOthers: others.map((watcher) => watcher.delays.length - piecesOfOthers),
    mostMoreKilobytes: (most.held - before.held) / 1_000,
    moreKilobytesAfter: (after.held - before.held) / 1_000,
  };
}

/** Viewers that the app has let go since its start. */
async function lettingGo(): Promise<number> {
  const text = await (await app.api.fetch("/api/metrics")).text();
  return Number(/^longhand_viewers_let_go_total (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

function readSlowly({ url }: App, path: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`);
  socket.pause();
  const timer = setInterval(() => socket.read(1), 1_000);
  socket.on("close", () => clearInterval(timer));
  return socket;
}

interface Measured {
  memory: Awaited<ReturnType<typeof measureMemory>>;
  levels: Level[];
  slow: Awaited<ReturnType<typeof measureSlowViewer>>;
}

function print(measured: Measured): void {
  if (process.argv.includes("--json")) return void process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
  const { memory, levels, slow } = measured;
  process.stdout.write("| turns at once | p50, ms | p95, ms | p99, ms | pieces a second |\n|---|---|---|---|---|\n");
  for (const { turns, p50, p95, p99, rate } of levels) {
    process.stdout.write(`| ${turns} | ${[p50, p95, p99, rate].map((value) => value.toFixed(1)).join(" | ")} |\n`);
  }
  const broken = levels.find(({ p95 }) => p95 >= GOAL_MS);
  process.stdout.write(
    `\nThe 95th percentile passes ${GOAL_MS} ms at ${broken ? broken.turns : "no tried number of"} turns.\n\n`,
  );
  process.stdout.write(
    `Process ${memory.processMegabytes.toFixed(0)} MB; heap per idle chat ${memory.kilobytesPerIdleChat.toFixed(1)} kB, `,
  );
  process.stdout.write(
    `per running turn ${memory.kilobytesPerRunningTurn.toFixed(0)} kB, per viewer ${memory.kilobytesPerViewer.toFixed(1)} kB.\n`,
  );
  process.stdout.write(`Beside a viewer that reads a byte a second: p95 ${slow.p95OfOthers.toFixed(1)} ms, `);
  process.stdout.write(`${slow.piecesOfOthers.toFixed(0)} of ${PIECES} pieces.\n`);
  process.stdout.write(
    `Then as fast as the model sends: the slow one was ${slow.letGo === 1 ? "let go" : "not let go"} within ${slow.fastPieces} pieces, `,
  );
  process.stdout.write(`of which the others received ${slow.fastPiecesOfOthers.join(", ")}; at most `);
  process.stdout.write(
    `${slow.mostMoreKilobytes.toFixed(0)} kB more memory, ${slow.moreKilobytesAfter.toFixed(0)} kB after it was gone.\n`,
  );
}
