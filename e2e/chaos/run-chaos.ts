import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { startModelServer } from "#lib/models/server/index.ts";
import { runKeepCommand } from "../support/keep-command.ts";
import { startApp } from "../support/start-app.ts";
import { type ChaosChat, checkOutcome, type Outcome } from "./check-outcome.ts";
import { countedMind, LINES_PER_TURN } from "./counted-turns.ts";
import { startCutProxy } from "./cut-proxy.ts";
import { driveChat } from "./drive-chat.ts";
import { makeTrouble, type Trouble } from "./make-trouble.ts";
import { watchChat } from "./watch-chat.ts";

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
  returns: number;
  seconds: number;
}

/** Lets turns with subagents and commands run while the server is killed and every line is cut, and checks what is left. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const keepBodies = 100_000;
  const server = await startModelServer({ script: countedMind, perChunkMilliseconds: 4, chunkSize: 24, keepBodies });
  const toModel = await startCutProxy(server.port);
  const app = await startApp({ modelUrl: `http://127.0.0.1:${toModel.port}/v1`, api: "responses" });
  const toViewers = await startCutProxy(Number(new URL(app.url).port));
  try {
    const chats: ChaosChat[] = [];
    for (const turns of deal(options.turns, options.chats)) {
      const workspace = await app.newWorkspace();
      const chatId = await app.api.createChat(workspace.id);
      const watch = watchChat(`http://127.0.0.1:${toViewers.port}/api/chats/${chatId}/events`);
      const drive = { seen: new Map(), parked: 0, failed: 0, finished: 0 };
      chats.push({ chatId, folder: workspace.path, turns, drive, watch });
    }
    let isOver = false;
    const troubles = makeTrouble({
      ...{ app, server, toModel, toViewers, seed: options.seed, kills: options.kills },
      progress: async () => (await countLines(chats)) / (options.turns * LINES_PER_TURN),
      isOver: () => isOver,
    });
    await Promise.all(chats.map(({ chatId, turns, drive }) => driveChat(app, chatId, turns, drive))).finally(() => {
      isOver = true;
    });
    const trouble = await troubles;
    await Promise.all(chats.map((chat) => sawTheEnd(app, chat)));
    const outcome = await checkOutcome(app, server, chats);
    const verified = await runKeepCommand("verify", app.dataFolder);
    if (verified.code !== 0) outcome.problems.push(`the check of the data folder found: ${verified.text}`);
    const sum = (count: (chat: ChaosChat) => number) => chats.reduce((total, chat) => total + count(chat), 0);
    return {
      ...{ seed: options.seed, turns: sum(({ drive }) => drive.finished), ...trouble, ...outcome },
      parked: sum(({ drive }) => drive.parked),
      failed: sum(({ drive }) => drive.failed),
      returns: sum(({ watch }) => watch.returns()),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
    };
  } finally {
    await app.dispose();
    await Promise.all([toModel.close(), toViewers.close()]);
    await server.close();
  }
}

/** Turns 1 to `turns`, one after the other to each chat. */
function deal(turns: number, chats: number): number[][] {
  return Array.from({ length: chats }, (_, chat) =>
    Array.from({ length: turns }, (_, turn) => turn + 1).filter((turn) => turn % chats === chat),
  );
}

async function countLines(chats: ChaosChat[]): Promise<number> {
  let lines = 0;
  for (const { folder } of chats) {
    for (const name of await readdir(folder)) {
      lines += (await readFile(path.join(folder, name), "utf8")).split("\n").length - 1;
    }
  }
  return lines;
}

/** Leaves the viewer time to come back once more and hear of the last row. */
async function sawTheEnd(app: Awaited<ReturnType<typeof startApp>>, { chatId, watch }: ChaosChat): Promise<void> {
  const last = (await app.api.messages(chatId)).at(-1)?.seq;
  const giveUpAt = Date.now() + 10_000;
  while (Date.now() < giveUpAt && !watch.hasSeen(last ?? 0)) await new Promise((resolve) => setTimeout(resolve, 50));
  await watch.close();
}
