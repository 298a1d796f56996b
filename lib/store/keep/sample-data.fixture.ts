import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LedgerPosition } from "../ledger-types.ts";
import { openStore } from "../open-store.ts";
import { openSql } from "../sql-connection.ts";
import type { Store } from "../store.ts";
import { personRow, resultRow, stepRow } from "../temporary-store.ts";
import { databaseFile } from "./data-files.ts";

export const LARGE_RESULT = "A long line of a result. ".repeat(4_000);
/** More than one full row of the ledger. */
export const REQUESTS = 60;

export interface SampleData {
  /** Holds the data folder, and whatever lies beside it. */
  root: string;
  dataFolder: string;
  /** Changes the database behind the store's back. */
  execute(sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** A data folder with something of every kind, left by a server that has ended. */
export async function makeSampleData(): Promise<SampleData> {
  const root = await mkdtemp(path.join(tmpdir(), "longhand keep #% "));
  const dataFolder = path.join(root, "data");
  const store = await openStore({ dataFolder });
  await makeFiles(dataFolder);
  await store.workspaces.create({ id: "inside", name: "Inside", path: path.join(dataFolder, "workspaces", "novel") });
  await store.workspaces.create({ id: "outside", name: "Outside", path: path.join(root, "elsewhere") });
  await makeChats(store);
  await store.close();
  return {
    root,
    dataFolder,
    async execute(sql) {
      const database = await openSql(databaseFile(dataFolder));
      await database.all(sql);
      database.close();
    },
    remove: () => rm(root, { recursive: true }),
  };
}

async function makeFiles(dataFolder: string): Promise<void> {
  const novel = path.join(dataFolder, "workspaces", "novel");
  await mkdir(path.join(novel, "empty"), { recursive: true });
  await writeFile(path.join(novel, `глава "1" ${"long ".repeat(30)}.md`), "Once upon a time");
  await writeFile(path.join(novel, "run.sh"), "echo", { mode: 0o755 });
  await symlink("/etc/hostname", path.join(novel, "out"));
  for (const folder of ["memories", "skills", "output"]) {
    await mkdir(path.join(dataFolder, folder));
    await writeFile(path.join(dataFolder, folder, "note.md"), folder);
  }
}

async function makeChats(store: Store): Promise<void> {
  await store.chats.create({ id: "chat", workspaceId: "inside", title: "A chat" });
  await store.messages.appendNext("chat", personRow("question", "Read it all"));
  await store.messages.appendNext("chat", stepRow("step", "call"));
  const { sha256, bytes } = await store.blobs.put(LARGE_RESULT);
  await store.messages.appendNext("chat", { ...resultRow("result", "call", "head … tail"), blob: sha256, bytes });
  await store.chats.create({ id: "helper", workspaceId: "inside", parentId: "chat", parentToolCallId: "call" });
  await store.messages.appendNext("helper", personRow("task", "Help"));
  const messages = ['{"role":"user","content":"Read it all"}'];
  let parent: LedgerPosition | undefined;
  for (let n = 1; n <= REQUESTS; n += 1) {
    messages.push(JSON.stringify({ role: "assistant", content: `answer ${n} ${n % 40 === 0 ? LARGE_RESULT : ""}` }));
    const { position } = await store.requests.begin({
      ...{ id: `request-${n}`, conversationId: "chat", runId: "run", stepId: "step", attempt: 1, headId: "question" },
      ...{ body: `{"model":"m","messages":[${messages.join(",")}]}`, listKey: "messages", report: "{}" },
      ...(parent && { parent }),
      ...{ state: (form) => JSON.stringify({ form }), estimate: 10, model: "practice" },
    });
    parent = position;
  }
}
