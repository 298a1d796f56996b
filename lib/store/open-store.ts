import { pathToFileURL } from "node:url";
import { openBlobFiles } from "./blob-files.ts";
import { openBlobRows } from "./blob-rows.ts";
import { openBlobs } from "./blobs.ts";
import { openChats } from "./chats.ts";
import { type Database, openDatabase } from "./database.ts";
import { openEstimates } from "./estimates.ts";
import { blobFolder, databaseFile } from "./keep/data-files.ts";
import { prepareDatabase } from "./keep/prepare-database.ts";
import { openLive } from "./live.ts";
import { openMessages } from "./messages.ts";
import { openQueue } from "./queue.ts";
import { openRequests } from "./requests.ts";
import { openRuns } from "./runs.ts";
import { openSettings } from "./settings.ts";
import { openStorage } from "./storage.ts";
import type { Store } from "./store.ts";
import { openToolStarts } from "./tool-starts.ts";
import { openWorkspaces } from "./workspaces.ts";

export interface StoreOptions {
  /** Created when it is not there. Holds `longhand.db` and the folder `blobs`. */
  dataFolder: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** How long a write waits for another process that holds the database. Milliseconds. */
  lockWait?: number;
}

/**
 * Opens the log and brings its tables up to date; a copy is kept of what was there before. A database that is lost, damaged or
 * newer than this version is refused, never replaced. @throws StoreError
 */
export async function openStore({ dataFolder, now = Date.now, lockWait = 5_000 }: StoreOptions): Promise<Store> {
  await prepareDatabase(dataFolder, now());
  const database = await openDatabase({ url: pathToFileURL(databaseFile(dataFolder)).href, now, lockWait });
  const files = openBlobFiles(blobFolder(dataFolder));
  const rows = openBlobRows(database, files);
  const blobs = openBlobs(database, files, rows);
  const settings = openSettings(database);
  return {
    workspaces: openWorkspaces(database),
    chats: openChats(database),
    messages: openMessages(database, blobs),
    toolStarts: openToolStarts(database),
    estimates: openEstimates(database),
    live: openLive(database),
    runs: openRuns(database),
    queue: openQueue(database),
    requests: openRequests(database, rows),
    blobs,
    settings,
    storage: openStorage(database, settings, dataFolder),
    counts: () => countRows(database),
    close: () => database.close(),
  };
}

function countRows({ read }: Database): ReturnType<Store["counts"]> {
  return read(async ({ workspace, conversation, message, request, blob }) => ({
    workspaces: await workspace.count(),
    chats: await conversation.count(),
    messages: await message.count(),
    requests: await request.count(),
    blobs: await blob.count(),
  }));
}
