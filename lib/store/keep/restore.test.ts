import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate, readMigrations } from "../migrate.ts";
import { openStore } from "../open-store.ts";
import { personRow } from "../temporary-store.ts";
import { backUp } from "./back-up.ts";
import { backupFolder, databaseFile } from "./data-files.ts";
import { lockFolder } from "./lock-folder.ts";
import { restore } from "./restore.ts";
import { LARGE_RESULT, makeSampleData, REQUESTS, type SampleData } from "./sample-data.fixture.ts";
import { verifyArchive } from "./verify-archive.ts";

const NOW = Date.UTC(2030, 0, 2, 3, 4, 5);

let data: SampleData;
beforeEach(async () => {
  data = await makeSampleData();
});
afterEach(() => data.remove());

/** Path, kind and content of everything below a folder, but for what belongs to the folder itself. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (/^(data\/)?(longhand\.(lock|db)|backups)/.test(name)) continue;
    const file = path.join(folder, name);
    const facts = await lstat(file);
    if (facts.isSymbolicLink()) found[name] = `-> ${await readlink(file)}`;
    else if (facts.isDirectory()) found[name] = "folder";
    else
      found[name] = `${facts.mode & 0o777} ${createHash("sha256")
        .update(await readFile(file))
        .digest("hex")}`;
  }
  return found;
}

async function chatOf(dataFolder: string) {
  const store = await openStore({ dataFolder });
  const rows = (await store.messages.path("chat")).map(({ id, content }) => ({ id, content }));
  const body = await store.requests.body("chat", REQUESTS);
  const text = await store.messages.result("chat", "call");
  const result = text && Buffer.from(await text.read(0, text.bytes)).toString();
  const workspaces = await store.workspaces.list();
  await store.close();
  return { rows, body, result, workspaces };
}

const archiveNow = async () => (await backUp(data.dataFolder, { now: NOW })).file;

describe("a backup", () => {
  it("brings everything back, and what was there meanwhile is kept aside", async () => {
    const files = await contentOf(data.dataFolder);
    const chat = await chatOf(data.dataFolder);
    expect(chat.result).toBe(LARGE_RESULT);
    const { file, bytes, manifest } = await backUp(data.dataFolder, { now: NOW });
    expect(file).toBe(path.join(backupFolder(data.dataFolder), "longhand-2030-01-02T03-04-05.tar.gz"));
    expect((await stat(file)).size).toBe(bytes);
    expect(manifest).toMatchObject({
      leftOut: [],
      elsewhere: [{ id: "outside" }],
      counts: { message: 4, request: REQUESTS },
    });

    const store = await openStore({ dataFolder: data.dataFolder });
    await store.messages.appendNext("chat", personRow("later", "written after the backup"));
    await store.close();
    await rm(path.join(data.dataFolder, "workspaces"), { recursive: true });

    const { aside = "", verification } = await restore(data.dataFolder, file, { now: NOW });
    expect(verification).toMatchObject({ ok: true, checked: { bodies: REQUESTS } });
    expect(aside).toBe(`${data.dataFolder}-before-restore-2030-01-02T03-04-05`);
    expect(await contentOf(data.dataFolder)).toEqual(files);
    expect(await chatOf(data.dataFolder)).toEqual(chat);
    expect((await chatOf(aside)).rows.at(-1)?.id).toBe("later");
    expect(await readdir(data.root)).toHaveLength(2);
    expect(await readdir(backupFolder(data.dataFolder))).toEqual([path.basename(file)]);
  });

  it("comes back in another place, and its workspaces with it", async () => {
    const file = await archiveNow();
    const other = path.join(data.root, "other");
    expect(await restore(other, file, { now: NOW })).not.toHaveProperty("aside");
    const { workspaces } = await chatOf(other);
    expect(workspaces.map(({ path: place }) => place)).toEqual([
      path.join(other, "workspaces", "novel"),
      path.join(data.root, "elsewhere"),
    ]);
  });

  it("of an older version comes back, and is brought up to date by the next start", async () => {
    const old = path.join(data.root, "old");
    await mkdir(old);
    const all = await readMigrations();
    const url = pathToFileURL(databaseFile(old)).href;
    await migrate(url, { ...all, migrationDirectories: all.migrationDirectories.slice(0, 1) });
    const { file, manifest } = await backUp(old, { now: NOW });
    expect(manifest.migrations).toEqual(["0001_init"]);
    const { verification } = await restore(data.dataFolder, file, { now: NOW });
    expect(verification.ok).toBe(true);
    const store = await openStore({ dataFolder: data.dataFolder });
    expect(await store.counts()).toMatchObject({ chats: 0 });
    await store.close();
    expect(await readdir(backupFolder(data.dataFolder))).toEqual([expect.stringMatching(/^before-0002/)]);
  });

  it("is made while the store is written to, and is whole", async () => {
    const store = await openStore({ dataFolder: data.dataFolder });
    let isOver = false;
    let written = 0;
    const growing = path.join(data.dataFolder, "output", "growing.txt");
    await writeFile(growing, "x".repeat(8_000_000));
    const writing = (async () => {
      while (!isOver) {
        written += 1;
        await store.messages.appendNext("chat", personRow(`w${written}`, "x".repeat(2_000)));
        await writeFile(growing, "y".repeat(10_000), { flag: written % 2 === 0 ? "w" : "a" });
      }
    })();
    const file = await archiveNow();
    isOver = true;
    await writing;
    await store.close();
    expect(written).toBeGreaterThan(0);
    expect(await verifyArchive(file, data.root, {})).toMatchObject({ ok: true });
  });

  it("leaves nothing half-written when it cannot be made", async () => {
    const inTheWay = path.join(data.root, "file");
    await writeFile(inTheWay, "");
    const before = await readdir(data.root);
    await expect(backUp(data.dataFolder, { to: path.join(inTheWay, "x.tar.gz"), now: NOW })).rejects.toMatchObject({
      name: "StoreError",
    });
    await expect(backUp(data.dataFolder, { to: inTheWay, now: NOW })).rejects.toMatchObject({ code: "unsound" });
    expect(await readdir(data.root)).toEqual(before);
    // Without one of its contents the log would not be complete.
    const [blob = ""] = (await readdir(path.join(data.dataFolder, "blobs"), { recursive: true })).filter((name) =>
      name.includes(path.sep),
    );
    await rm(path.join(data.dataFolder, "blobs", blob));
    await symlink("nowhere", path.join(data.dataFolder, "blobs", blob));
    await expect(backUp(data.dataFolder, { now: NOW })).rejects.toThrow(`blobs/${blob} cannot be copied`);
    expect(await readdir(backupFolder(data.dataFolder))).toEqual([]);
  });
});

/** Runs a command in a process that may not write files of more than 1 or 2 MB; the system may end it when it tries. */
async function runConfined(...command: string[]): Promise<number | null> {
  const script = 'trap "" XFSZ; ulimit -c 0; ulimit -f 2000; exec "$0" "$@"';
  const env = { ...process.env, LONGHAND_DATA: data.dataFolder };
  const child = spawn("sh", ["-c", script, process.execPath, ...command], { env, stdio: "ignore" });
  const [code] = await once(child, "exit");
  return code;
}

describe.runIf(process.platform === "linux")("a disk that takes no more", () => {
  beforeEach(() => writeFile(path.join(data.dataFolder, "workspaces", "novel", "noise"), randomBytes(5_000_000)));

  it("leaves nothing of a backup", async () => {
    expect(await runConfined(".ci/backup.ts")).toBe(1);
    expect(await readdir(backupFolder(data.dataFolder))).toEqual([]);
  });

  it("leaves everything as it was at a restore, and the next one removes what was unpacked", async () => {
    const file = await archiveNow();
    const before = await contentOf(data.dataFolder);
    expect(await runConfined(".ci/restore.ts", file)).not.toBe(0);
    expect(await contentOf(data.dataFolder)).toEqual(before);
    const { aside = "" } = await restore(data.dataFolder, file, { now: NOW });
    expect(await contentOf(data.dataFolder)).toEqual(before);
    expect((await readdir(data.root)).sort()).toEqual(["data", path.basename(aside)]);
  });
});

/** The archive again, with its entries changed on the way. */
async function rewrite(file: string, change: (name: string, bytes: Buffer) => [string, Buffer] | undefined) {
  const entries = extract();
  const out = pack();
  const target = `${file}.changed`;
  const written = pipeline(out, createGzip(), createWriteStream(target));
  const reading = pipeline(createReadStream(file), createGunzip(), entries);
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    const [name, bytes] = change(entry.header.name, Buffer.concat(chunks)) ?? [];
    if (name && bytes) out.entry({ name }, bytes);
  }
  await reading;
  out.finalize();
  await written;
  return target;
}

const withManifest =
  (change: (manifest: { files: { path: string }[]; links: unknown[]; migrations: string[] }) => void) =>
  (name: string, bytes: Buffer): [string, Buffer] => {
    if (name !== "manifest.json") return [name, bytes];
    const manifest = JSON.parse(bytes.toString());
    change(manifest);
    return [name, Buffer.from(JSON.stringify(manifest))];
  };

describe("an archive is refused, and nothing is changed,", () => {
  async function refuse(file: string, words: string, code = "unsound") {
    const before = await contentOf(data.root);
    const refused = await restore(data.dataFolder, file, { now: NOW }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "StoreError", code });
    expect(String(refused)).toContain(words);
    expect(await contentOf(data.root)).toEqual(before);
  }

  it("when it is cut off", async () => {
    const file = await archiveNow();
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 2_000));
    await refuse(file, "cannot be used");
  });

  it("when it is no archive", async () => {
    const file = path.join(data.root, "letter");
    await writeFile(file, "Dear reader");
    await refuse(file, "cannot be used");
    await refuse(path.join(data.root, "nothing"), "cannot be used");
  });

  it("when a byte of a file differs, a file is missing, or one is too many", async () => {
    const file = await archiveNow();
    const changed = await rewrite(file, (name, bytes) => [name, name.endsWith("run.sh") ? Buffer.from("evil") : bytes]);
    await refuse(changed, "workspaces/novel/run.sh is damaged");
    const missing = await rewrite(file, (name, bytes) => (name.endsWith("run.sh") ? undefined : [name, bytes]));
    await refuse(missing, "workspaces/novel/run.sh is missing");
    const more = await rewrite(
      file,
      withManifest((manifest) => manifest.files.splice(3, 1)),
    );
    await refuse(more, "is not in its manifest");
  });

  it.each(["data/../../evil", "/evil", "data//evil", "data/./evil", "data/backups/evil", "data/longhand.lock", "evil"])(
    "when it has the name %s",
    async (evil) => {
      const file = await archiveNow();
      const changed = await rewrite(file, (name, bytes) => [name.endsWith("run.sh") ? evil : name, bytes]);
      await refuse(changed, path.basename(evil));
    },
  );

  it.each(["../evil", "blobs/ab", "longhand.lock"])("when it has a link at %s", async (place) => {
    const file = await archiveNow();
    const changed = await rewrite(
      file,
      withManifest((manifest) => manifest.links.push({ path: place, target: "/etc" })),
    );
    await refuse(changed, place);
  });

  it("when a newer version made it", async () => {
    const file = await archiveNow();
    const changed = await rewrite(
      file,
      withManifest((manifest) => manifest.migrations.push("9999_later")),
    );
    await refuse(changed, "9999_later", "newer");
  });

  it("when its data was damaged already, unless that is wanted", async () => {
    await data.execute("UPDATE Message SET content = '[{' WHERE id = 'step'");
    const file = await archiveNow();
    await refuse(file, "Message step: content");
    const { verification } = await restore(data.dataFolder, file, { now: NOW, despiteDamage: true });
    expect(verification.ok).toBe(false);
  });

  it("while a server uses the folder", async () => {
    const file = await archiveNow();
    const lock = await lockFolder(data.dataFolder, "http://127.0.0.1:1");
    await refuse(file, "http://127.0.0.1:1", "in-use");
    await lock.release();
  });
});

describe("a restore that does not come to its end", () => {
  it("is undone when a rename fails", async () => {
    const file = await archiveNow();
    await mkdir(`${data.dataFolder}-before-restore-2030-01-02T03-04-05`);
    const before = await contentOf(data.root);
    await expect(restore(data.dataFolder, file, { now: NOW })).rejects.toMatchObject({ name: "StoreError" });
    expect(await contentOf(data.root)).toEqual(before);
    expect((await chatOf(data.dataFolder)).rows).toHaveLength(3);
  });

  it("keeps a server from starting after a kill, and is undone by the next restore", async () => {
    const before = await contentOf(data.dataFolder);
    const file = await archiveNow();
    // As a kill leaves it: the old blobs and database are aside, the new blobs are in their place.
    const aside = path.join(data.root, "aside");
    const staging = path.join(data.root, "staging");
    const old = (await readdir(data.dataFolder)).filter((name) => !/lock|backups/.test(name));
    await mkdir(aside);
    await mkdir(path.join(data.dataFolder, "fresh"));
    for (const name of ["blobs", "longhand.db"]) {
      await rename(path.join(data.dataFolder, name), path.join(aside, name));
    }
    await mkdir(path.join(data.dataFolder, "blobs"));
    await mkdir(staging);
    await writeFile(path.join(staging, "longhand.db"), "new");
    const plan = { staging, aside, old, fresh: ["blobs", "fresh", "longhand.db"] };
    await writeFile(path.join(data.dataFolder, "longhand.restoring.json"), JSON.stringify(plan));

    await expect(openStore({ dataFolder: data.dataFolder })).rejects.toMatchObject({ code: "missing" });
    await writeFile(path.join(data.root, "no-archive"), "");
    await expect(restore(data.dataFolder, path.join(data.root, "no-archive"), { now: NOW })).rejects.toMatchObject({
      code: "unsound",
    });
    expect(await contentOf(data.dataFolder)).toEqual(before);
    expect((await chatOf(data.dataFolder)).rows).toHaveLength(3);
    expect((await readdir(data.root)).sort()).toEqual(["data", "no-archive"]);
    await restore(data.dataFolder, file, { now: NOW });
    expect(await contentOf(data.dataFolder)).toEqual(before);
    expect((await stat(databaseFile(data.dataFolder))).size).toBeGreaterThan(1_000);
  });
});
