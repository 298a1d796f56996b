import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DestinationStream } from "pino";
import { v7 as newId } from "uuid";
import { type ModelServer, type ServerOptions, startModelServer } from "#lib/models/server/index.ts";
import { type Chat, openStore } from "#lib/store/index.ts";
import { createLiveHub } from "./live-hub.ts";
import { createLogger } from "./observe/create-logger.ts";
import { createMetrics } from "./observe/metrics.ts";
import type { Runtime } from "./runtime.ts";
import { sendMessage } from "./send-message.ts";
import { leaveRuns } from "./stop-run.ts";

/** A whole runtime in a folder of its own, with a model server of its own; everything real but the model's mind. */
export interface TestRuntime {
  runtime: Runtime;
  server: ModelServer;
  workspacePath: string;
  alerts: string[];
  newChat(): Promise<Chat>;
  /** Sends a message and waits for the end of its run; answers the chat as it is then. */
  turn(chat: Chat, text: string): Promise<Chat>;
  /** Calls of the newest step that have begun and are not done. */
  callsUnderWay(chatId: string | undefined): Promise<number>;
  /** Waits until no run is active in the chat. */
  settled(chat: Chat): Promise<Chat>;
  /** Ends as after SIGTERM: the runs stay unfinished, and another runtime over the same folder takes their place. */
  restart(): Promise<Runtime>;
  /** The same as after a kill: the runs still name the holder that is gone. */
  crash(): Promise<Runtime>;
  close(): Promise<void>;
}

export async function startTestRuntime(
  options: ServerOptions & {
    contextWindow?: number;
    budget?: number;
    api?: "responses" | "chat";
    fit?: boolean;
    /** Receives every log line. */
    log?: DestinationStream;
  } = {},
): Promise<TestRuntime> {
  const folder = await mkdtemp(path.join(tmpdir(), "longhand-runs-"));
  const server = await startModelServer({ perChunkMilliseconds: 0, firstByteMilliseconds: 0, ...options });
  const alerts: string[] = [];
  const open = async (): Promise<Runtime> => ({
    env: {
      ...{ fit: options.fit ?? true, dataFolder: folder, port: 0, host: "127.0.0.1", logLevel: "info" },
      contextWindow: options.contextWindow ?? options.window ?? 128_000,
      ...(options.budget && { budget: options.budget }),
    },
    store: await openStore({ dataFolder: folder }),
    hub: createLiveHub(Date.now()),
    provider: {
      baseURL: server.url,
      apiKey: "test",
      modelId: "gpt-test",
      api: options.api ?? "responses",
      practice: false,
    },
    log: createLogger(options.log ? "debug" : "silent", options.log),
    metrics: createMetrics(),
    alert: (code) => alerts.push(code),
    holder: newId(),
    active: new Map(),
    tokenizers: new Map(),
    estimates: { computed: 0 },
    ...{ newId, now: Date.now },
  });
  let runtime = await open();
  const workspacePath = path.join(folder, "workspace");
  const { mkdir } = await import("node:fs/promises");
  await mkdir(workspacePath);
  const workspace = await runtime.store.workspaces.create({ id: newId(), name: "test", path: workspacePath });

  async function settled(chat: Chat): Promise<Chat> {
    await runtime.active.get(chat.id)?.ended;
    return (await runtime.store.chats.get(chat.id)) as Chat;
  }

  async function reopen(): Promise<Runtime> {
    await runtime.store.close();
    runtime = await open();
    return runtime;
  }

  return {
    get runtime() {
      return runtime;
    },
    ...{ server, workspacePath, alerts, settled },
    async callsUnderWay(chatId = "") {
      const rows = await runtime.store.messages.path(chatId);
      const step = rows.findLast((row) => row.role === "assistant");
      const ids = step?.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])) ?? [];
      return (await runtime.store.toolStarts.unfinished(chatId, ids)).length;
    },
    newChat: () => runtime.store.chats.create({ id: newId(), workspaceId: workspace.id }),
    async turn(chat, text) {
      await sendMessage(runtime, chat, { id: newId(), text });
      return settled(chat);
    },
    async restart() {
      await leaveRuns(runtime);
      return reopen();
    },
    async crash() {
      const active = [...runtime.active.values()];
      for (const run of active) run.controller.abort("shutdown");
      await Promise.allSettled(active.map((run) => run.ended));
      return reopen();
    },
    async close() {
      await leaveRuns(runtime);
      await runtime.store.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
