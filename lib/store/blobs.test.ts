import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTemporaryStore, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

const ofSize = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 7) % 251));

it.each([0, 1, 65_536, 65_537, 1_048_577])("gives back %i bytes, by ranges and as a stream", async (size) => {
  const { store, dataFolder } = temporary;
  const content = ofSize(size);
  const stored = await store.blobs.put(content, "application/octet-stream");
  expect(stored).toEqual({ sha256: createHash("sha256").update(content).digest("hex"), bytes: size });
  const file = path.join(dataFolder, "copy");
  await writeFile(file, content);
  expect(await store.blobs.put({ file })).toEqual(stored);
  await rm(file);
  const { blobs } = store;
  expect(await blobs.stat(stored.sha256)).toEqual({ bytes: size, mediaType: "application/octet-stream" });
  for (const [start, end] of [
    [0, size],
    [0, 10],
    [size - 3, size + 9],
    [size, size + 1],
  ] as const) {
    const from = Math.max(0, start);
    const expected = content.subarray(from, end).toString("hex");
    expect(Buffer.from((await blobs.read(stored.sha256, from, end)) ?? []).toString("hex")).toBe(expected);
    const stream = await blobs.stream(stored.sha256, from, end);
    expect(stream && (await buffer(stream)).toString("hex")).toBe(expected);
  }
});

it("stores a large file that was never in memory, and leaves nothing unfinished behind", async () => {
  const { store, dataFolder } = temporary;
  const file = path.join(dataFolder, "output");
  await writeFile(file, "line\n".repeat(500_000));
  const { sha256, bytes } = await store.blobs.put({ file });
  expect(bytes).toBe(2_500_000);
  expect(Buffer.from((await store.blobs.read(sha256, 2_499_995)) ?? []).toString()).toBe("line\n");
  const names = await readdir(path.join(dataFolder, "blobs"), { recursive: true });
  expect(names).toContain(path.join(sha256.slice(0, 2), sha256.slice(2)));
  expect(names.filter((name) => path.basename(name).startsWith("."))).toEqual([]);
});

it("knows nothing of other hashes, and says what is wrong with a file that is not there", async () => {
  const { blobs } = temporary.store;
  expect(await blobs.read("0".repeat(64))).toBeUndefined();
  expect(await blobs.stream("0".repeat(64))).toBeUndefined();
  await expect(blobs.put({ file: "/does/not/exist" })).rejects.toMatchObject({ name: "StoreError", code: "database" });
});
