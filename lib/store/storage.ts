import { access, realpath, statfs } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import type { Database } from "./database.ts";
import { backupFolder, blobFolder, databaseFile } from "./keep/data-files.ts";
import { isBelow } from "./keep/is-below.ts";
import { measureFolder, type Size, sizeOf } from "./keep/measure-folder.ts";
import { BACKUP_NOTE, backupNote, VERIFICATION_NOTE, verificationNote } from "./keep/notes.ts";
import type { LastBackup, StorageView } from "./storage-types.ts";
import type { Settings } from "./store.ts";
import { translateError } from "./translate-error.ts";

/** A large workspace takes long to walk through; the answer must not. */
const MEASURING_MS = 2_000;
const REMEMBERED_MS = 60_000;

type Sizes = Pick<StorageView, "bytes" | "measuredAt" | "partial">;

/** What is stored and how large it is; sizes are measured at most once a minute. */
export function openStorage(database: Database, settings: Settings, dataFolder: string): () => Promise<StorageView> {
  let measured: { at: number; sizes: Promise<Sizes> } | undefined;

  /** Not older than a minute, and not than the last backup. */
  function sizes(lastBackupAt: number): Promise<Sizes> {
    const at = database.now();
    if (measured && at < measured.at + REMEMBERED_MS && measured.at > lastBackupAt) return measured.sizes;
    const measuring = measure(database, dataFolder);
    measured = { at, sizes: measuring };
    measuring.catch(() => {
      measured = undefined;
    });
    return measuring;
  }

  return async () => {
    const backup = await lastBackup(settings);
    const verification = parseNote(verificationNote, await settings.get(VERIFICATION_NOTE));
    return {
      dataFolder,
      counts: await countRows(database),
      ...(await sizes(backup?.at ?? 0)),
      ...(backup && { backup }),
      ...(verification && { verification }),
    };
  };
}

function countRows({ read }: Database): Promise<StorageView["counts"]> {
  return read(async ({ workspace, conversation, message, request, blob }) => ({
    workspaces: await workspace.count({ where: { deletedAt: null } }),
    chats: await conversation.count({ where: { parentId: null } }),
    subagents: await conversation.count({ where: { parentId: { not: null } } }),
    messages: await message.count(),
    requests: await request.count(),
    blobs: await blob.count(),
  }));
}

async function measure(database: Database, dataFolder: string): Promise<Sizes> {
  const measuredAt = database.now();
  const giveUpAt = performance.now() + MEASURING_MS;
  const isOver = () => performance.now() > giveUpAt;
  const file = databaseFile(dataFolder);
  const workspaces: Size[] = [];
  const blobs = await measureFolder(blobFolder(dataFolder), isOver);
  const backups = await measureFolder(backupFolder(dataFolder), isOver);
  for (const folder of await ownWorkspaces(database, dataFolder)) workspaces.push(await measureFolder(folder, isOver));
  return {
    bytes: {
      database: (await sizeOf(file)) + (await sizeOf(`${file}-wal`)),
      blobs: blobs.bytes,
      workspaces: workspaces.reduce((sum, { bytes }) => sum + bytes, 0),
      backups: backups.bytes,
      free: await freeSpace(dataFolder),
    },
    measuredAt,
    partial: [blobs, backups, ...workspaces].some(({ isWhole }) => !isWhole),
  };
}

async function ownWorkspaces({ read }: Database, dataFolder: string): Promise<string[]> {
  const records = await read(({ workspace }) => workspace.findMany({ select: { path: true } }));
  const root = await realpath(dataFolder).catch(() => dataFolder);
  const places = records.flatMap(({ path: place }) =>
    isBelow(dataFolder, place) || isBelow(root, place) ? [place] : [],
  );
  // A workspace inside another one is measured with it.
  return [...new Set(places)].filter((place) => !places.some((other) => isBelow(other, place)));
}

async function freeSpace(dataFolder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path.resolve(/*turbopackIgnore: true*/ dataFolder));
    return bavail * bsize;
  } catch (error) {
    throw translateError(error);
  }
}

async function lastBackup(settings: Settings): Promise<LastBackup | undefined> {
  const note = parseNote(backupNote, await settings.get(BACKUP_NOTE));
  if (!note) return undefined;
  const isThere = await access(/*turbopackIgnore: true*/ note.file).then(
    () => true,
    () => false,
  );
  return { ...note, ...(!isThere && { missing: true as const }) };
}

function parseNote<Note>(shape: z.ZodType<Note>, value: unknown): Note | undefined {
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
