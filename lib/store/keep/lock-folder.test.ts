import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockFolder } from "./lock-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "longhand-lock #% "));
});
afterEach(() => rm(folder, { recursive: true }));

/** Another process that takes the folder and keeps it. */
async function holdElsewhere(): Promise<ChildProcess> {
  const script = `
    import { lockFolder } from ${JSON.stringify(path.resolve("lib/store/keep/lock-folder.ts"))};
    await lockFolder(process.argv[1], "http://127.0.0.1:1234");
    setInterval(() => globalThis.gc(), 5);
    process.stdout.write("locked");`;
  const args = ["--expose-gc", "--input-type=module", "-e", script, folder];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

it("refuses the second process with the pid and the address of the first, and is free at once when that is killed", async () => {
  const other = await holdElsewhere();
  const before = await readdir(folder);
  const refused = await lockFolder(folder, "http://127.0.0.1:9").catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: "StoreError", code: "in-use" });
  expect(String(refused)).toContain(`http://127.0.0.1:1234, process ${other.pid},`);
  expect(await readdir(folder)).toEqual(before);
  const ended = once(other, "exit");
  other.kill("SIGKILL");
  await ended;
  await (await lockFolder(folder, "http://127.0.0.1:9")).release();
});

it("refuses a second holder in the same process until the first lets go", async () => {
  const lock = await lockFolder(folder, "first");
  await expect(lockFolder(folder, "second")).rejects.toMatchObject({ code: "in-use" });
  await lock.release();
  await (await lockFolder(folder, "third")).release();
});

it("creates the folder, and names one that cannot be written", async () => {
  await (await lockFolder(path.join(folder, "a", "b"), "x")).release();
  const file = path.join(folder, "file");
  await writeFile(file, "no folder");
  const below = path.join(file, "data");
  const refused = await lockFolder(below, "x").catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "read-only" });
  expect(String(refused)).toContain(below);
});
