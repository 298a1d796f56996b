import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { type AppProcess, findFreePort, spawnApp, waitUntilReady } from "./app-process.ts";
import { type EventReader, readEvents } from "./event-stream.ts";

export interface AppOptions {
  /** Of the model server that answers; without it the app's own practice model does. Ends in /v1. */
  modelUrl?: string;
  api?: "responses" | "chat";
  /** Tokens. */
  window?: number;
  /** Tokens. */
  budget?: number;
  fit?: boolean;
  password?: string;
  /** More of the environment. */
  environment?: Record<string, string>;
}

/** The app as a process of its own, with a data folder of its own. */
export interface App {
  url: string;
  dataFolder: string;
  /** Process id of the server that runs now. */
  pid(): number;
  api: ApiClient;
  kill9(): Promise<void>;
  /** Starts it again on the same folder and port, after it was killed or while it runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its data folder. */
  dispose(): Promise<void>;
  /** Everything that it has printed, over all its starts. */
  logLines(): string[];
  /** The alerts among them. */
  alerts(): { code: string; id: string }[];
  /** Opens the event stream of a chat. */
  events(chatId: string, lastEventId?: string): Promise<EventReader>;
  /** A workspace in an own new folder. */
  newWorkspace(): Promise<{ id: string; path: string }>;
}

/** Starts the built app and waits until it answers. @throws Error with its output when it does not */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "longhand-app-"));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...toEnvironment(options), LONGHAND_DATA: dataFolder };
  const lines: string[] = [];
  let current: AppProcess | undefined;
  let folders = 0;

  async function start(): Promise<void> {
    current = spawnApp(port, environment, (line) => lines.push(line));
    await waitUntilReady(url, current, () => lines);
  }
  const stop = async () => current?.terminate();
  async function dispose(): Promise<void> {
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }

  await start().catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  const api = createApiClient(url);
  return {
    ...{ url, dataFolder, api, stop, dispose },
    pid: () => current?.child.pid ?? 0,
    kill9: async () => current?.kill9(),
    async restart() {
      await stop();
      await start();
    },
    logLines: () => [...lines],
    alerts: () => lines.filter((line) => line.includes('"alert":true')).map((line) => JSON.parse(line)),
    events: (chatId, lastEventId) => readEvents(`${url}/api/chats/${chatId}/events`, lastEventId),
    async newWorkspace() {
      const folder = path.join(dataFolder, `folder-${++folders}`);
      await mkdir(folder);
      const { id, path: realPath } = await api.createWorkspace(folder);
      return { id, path: realPath };
    },
  };
}

function toEnvironment(options: AppOptions): Record<string, string> {
  const { modelUrl, api, window, budget, fit, password } = options;
  return {
    ...(modelUrl && { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "test", LONGHAND_MODEL: "test-model" }),
    ...(api && { LONGHAND_API: api }),
    ...(window && { LONGHAND_CONTEXT_WINDOW: String(window) }),
    ...(budget && { LONGHAND_BUDGET: String(budget) }),
    ...(fit === false && { LONGHAND_FIT: "off" }),
    ...(password && { LONGHAND_PASSWORD: password }),
    ...options.environment,
  };
}
