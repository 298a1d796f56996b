import { readdir, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../open-store.ts";
import { stepRow } from "../../temporary-store.ts";
import { blobFolder } from "../data-files.ts";
import { makeSampleData, REQUESTS, type SampleData } from "../sample-data.fixture.ts";
import { verifyData } from "./verify-data.ts";

let data: SampleData;
beforeEach(async () => {
  data = await makeSampleData();
});
afterEach(() => data.remove());

/** The file of the one result that is kept as a file. */
async function blobFile(): Promise<{ file: string; sha256: string }> {
  const names = await readdir(blobFolder(data.dataFolder), { recursive: true });
  const [name = ""] = names.filter((each) => each.includes(path.sep));
  return { file: path.join(blobFolder(data.dataFolder), name), sha256: name.replaceAll(path.sep, "") };
}

const problems = async () => (await verifyData(data.dataFolder)).problems.join("\n");

it("finds nothing in whole data, and says what it has looked at", async () => {
  const verification = await verifyData(data.dataFolder);
  expect(verification).toMatchObject({ ok: true, problems: [], notes: [] });
  expect(verification.checked).toMatchObject({
    messages: 4,
    conversations: 2,
    calls: 1,
    requests: REQUESTS,
    bodies: REQUESTS,
  });
});

it("says when the time was not enough for all bodies", async () => {
  const verification = await verifyData(data.dataFolder, { until: 0 });
  expect(verification).toMatchObject({ ok: true, checked: { requests: REQUESTS } });
  expect(verification.checked.bodies).toBeUndefined();
  expect(verification.notes.join()).toContain(`${REQUESTS} requests`);
});

describe("damage", () => {
  it.each([
    ["a message whose JSON is cut", "UPDATE Message SET content = '[{' WHERE id = 'step'", "Message step: content"],
    ["facts of a message", "UPDATE Message SET estimate = 'x' WHERE id = 'step'", "Message step: estimate"],
    ["a content that is no list", "UPDATE Message SET content = '{}' WHERE id = 'step'", "Message step: content"],
    ["a missing row", "DELETE FROM Message WHERE id = 'step'", "Conversation chat: rows are missing at 2"],
    ["a parent elsewhere", "UPDATE Message SET parentId = 'task' WHERE id = 'step'", "Message step: task"],
    ["a parent that is newer", "UPDATE Message SET parentId = 'result' WHERE id = 'step'", "Message step: it follows"],
    ["a leaf that is not there", "UPDATE Conversation SET leafId = 'gone' WHERE id = 'chat'", "newest row gone"],
    ["a result without its call", "UPDATE Message SET content = '[]' WHERE id = 'step'", "the result of call"],
    ["a request that is gone", "DELETE FROM Request WHERE n = 7", "request 7 is missing"],
    ["a body that is another", "UPDATE Request SET bodyHash = 'x' WHERE n = 9", "Request 9 (request-9)"],
    ["a block that is gone", "DELETE FROM Blob WHERE data IS NOT NULL AND rowid % 7 = 3", "is not stored"],
    ["a block that changed", "UPDATE Blob SET data = x'00' WHERE data IS NOT NULL AND rowid % 7 = 3", "it has 1 bytes"],
    ["a setting", "INSERT INTO Setting VALUES ('local', 'k', '{')", "Setting k: value"],
  ])("%s is found and named", async (_, sql, words) => {
    await data.execute("PRAGMA foreign_keys = OFF");
    await data.execute(sql);
    expect(await problems()).toContain(words);
  });

  it("of a file is found: one that is cut, one that changed, one that is gone", async () => {
    const { file, sha256 } = await blobFile();
    await truncate(file, 10);
    expect(await problems()).toContain(`Blob ${sha256}: it has 10 bytes`);
    await writeFile(file, "x".repeat(10));
    expect(await problems()).toContain(sha256);
    await rm(file);
    expect(await problems()).toContain(`Blob ${sha256}: its file is missing`);
  });

  it("of a row does not hide that of another", async () => {
    await data.execute("UPDATE Message SET content = '[{' WHERE id = 'question'");
    await data.execute("UPDATE Request SET bodyHash = 'x' WHERE n = 9");
    const found = await problems();
    expect(found).toContain("Message question");
    expect(found).toContain("Request 9");
  });
});

it("a call without a result is damage in an older step only", async () => {
  const store = await openStore({ dataFolder: data.dataFolder });
  await store.messages.appendNext("chat", stepRow("open", "open-call"));
  const newest = await verifyData(data.dataFolder);
  expect(newest).toMatchObject({ ok: true, notes: [expect.stringContaining("open-call")] });
  await store.runs.create({ id: "run", conversationId: "chat", holder: "h", frozen: "{}" });
  expect(await verifyData(data.dataFolder)).toMatchObject({ ok: true, notes: [] });
  await store.messages.appendNext("chat", stepRow("newer", "newer-call"));
  await store.close();
  expect(await problems()).toBe("Conversation chat: the call open-call of open has no result.");
});

it("notes what nothing refers to, without calling it damage", async () => {
  const store = await openStore({ dataFolder: data.dataFolder });
  const { sha256 } = await store.blobs.put("nobody asked for it");
  await store.close();
  await writeFile(path.join(blobFolder(data.dataFolder), ".half"), "half");
  await writeFile(path.join(blobFolder(data.dataFolder), "stray"), "stray");
  const { ok, notes } = await verifyData(data.dataFolder);
  expect(ok).toBe(true);
  for (const words of [sha256, ".half", "stray"]) expect(notes.join("\n")).toContain(words);
});
