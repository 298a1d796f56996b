import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { startModelServer } from "#lib/models/server/index.ts";
import { runKeepCommand } from "../support/keep-command.ts";
import { startApp } from "../support/start-app.ts";
import { checkOutcome, type Outcome } from "./check-outcome.ts";
import { countedMind } from "./counted-mind.ts";
import { linesOfTurn } from "./counted-turns.ts";
import { startCutProxy } from "./cut-proxy.ts";
import { type Drive, driveChat } from "./drive-chat.ts";
import { nothingSighted } from "./first-sight.ts";
import { makeTrouble, type Trouble } from "./make-trouble.ts";
import { type Watch, watchChat } from "./watch-chat.ts";

/** Tokens: so few that old turns have to be left out of the requests of a long run, and so many that a turn has room. */
const WINDOW = 32_000;

export interface ChaosOptions {
  seed: number;
  turns: number;
  kills: number;
  /** Chats that work at the same time; the turns are dealt out to them. */
  chats: number;
}

export interface ChaosReport extends Trouble, Outcome {
  seed: number;
  turns: number;
  /** Runs parked by the third crash at one step, and gone on with. */
  parked: number;
  /** Runs that had used up their retries, and were gone on with. */
  failed: number;
  /** How often viewers came back. */
  returns: number;
  seconds: number;
}

/** Lets turns with subagents and commands run while the server is killed and every line is cut, and checks what is left. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const ends = new AsyncDisposableStack();
  try {
    const keepBodies = Number.MAX_SAFE_INTEGER;
    const pace = { perChunkMilliseconds: 4, chunkSize: 24 };
    const server = await startModelServer({ script: countedMind, window: WINDOW, ...pace, keepBodies });
    ends.defer(() => server.close());
    const toModel = await startCutProxy(server.port);
    ends.defer(() => toModel.close());
    const app = await startApp({ modelUrl: `http://127.0.0.1:${toModel.port}/v1`, api: "responses", window: WINDOW });
    ends.defer(() => app.dispose());
    const toViewers = await startCutProxy(Number(new URL(app.url).port));
    ends.defer(() => toViewers.close());
    const watch = (chatId: string): Watch => {
      const opened = watchChat(`http://127.0.0.1:${toViewers.port}/api/chats/${chatId}/events`);
      ends.defer(() => opened.close());
      return opened;
    };

    const drives: Drive[] = [];
    for (const turns of deal(options.turns, options.chats)) {
      const workspace = await app.newWorkspace();
      const chatId = await app.api.createChat(workspace.id);
      const watches = new Map([[chatId, watch(chatId)]]);
      const counts = { parked: 0, failed: 0, finished: 0 };
      drives.push({ chatId, folder: workspace.path, turns, seen: nothingSighted(), watches, ...counts });
    }
    const lines = [...linesOfTurn(0).values()].flat().length * options.turns;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    const work = Promise.all(drives.map((drive) => driveChat(app.api, drive, watch))).finally(end);
    const troubles = makeTrouble({
      ...{ app, server, toModel, toViewers, seed: options.seed, kills: options.kills },
      progress: async () => (await countLines(drives)) / lines,
      isOver: () => isOver,
    });
    // Both come to their end, so that nothing starts the app again after it was disposed of.
    const [worked, troubled] = await Promise.allSettled([work, troubles]);
    if (worked.status === "rejected") throw worked.reason;
    if (troubled.status === "rejected") throw troubled.reason;
    await Promise.all(
      drives.map(({ chatId, seen, watches }) => watches.get(chatId)?.leaveAfter(seen.newest.get(chatId) ?? 0)),
    );

    const outcome = await checkOutcome(app.api, server, drives);
    const verified = await runKeepCommand("verify", app.dataFolder);
    if (verified.code !== 0) outcome.problems.push(`the check of the data folder found: ${verified.text}`);
    const sum = (count: (drive: Drive) => number) => drives.reduce((total, drive) => total + count(drive), 0);
    return {
      ...{ seed: options.seed, turns: sum(({ finished }) => finished), ...troubled.value, ...outcome },
      parked: sum(({ parked }) => parked),
      failed: sum(({ failed }) => failed),
      returns: sum(({ watches }) =>
        [...watches.values()].reduce((all, { connections }) => all + connections.length - 1, 0),
      ),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
    };
  } finally {
    await ends.disposeAsync();
  }
}

/** Turns 1 to `turns`, one after the other to each chat. */
function deal(turns: number, chats: number): number[][] {
  return Array.from({ length: chats }, (_, chat) =>
    Array.from({ length: turns }, (_, turn) => turn + 1).filter((turn) => turn % chats === chat),
  );
}

async function countLines(drives: Drive[]): Promise<number> {
  let lines = 0;
  for (const { folder } of drives) {
    for (const name of await readdir(folder)) {
      // Files that are just being written have another name for a moment.
      lines += (await readFile(path.join(folder, name), "utf8").catch(() => "")).split("\n").length - 1;
    }
  }
  return lines;
}
