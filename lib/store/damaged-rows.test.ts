import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSql } from "./sql-connection.ts";
import { openTemporaryStore, personRow, resultRow, stepRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

/** A chat of three rows; then the disk damages one column of one of them. */
async function damagedChat(id: string, column: string, value: string): Promise<string> {
  const { store, dataFolder, newChat } = temporary;
  const chat = await newChat();
  await store.messages.appendNext(chat, personRow(`${chat}-question`, "hello"));
  await store.messages.appendNext(chat, stepRow(`${chat}-step`, "call"));
  await store.messages.appendNext(chat, resultRow(`${chat}-result`, "call", "found"));
  const database = await openSql(path.join(dataFolder, "longhand.db"));
  await database.all(`UPDATE Message SET ${column} = ? WHERE id = ?`, [value, `${chat}-${id}`]);
  database.close();
  return chat;
}

it.each([
  ["step", "content", '[{"type":"text","te'],
  ["result", "content", "{}"],
  ["question", "estimate", "?"],
  ["result", "detail", "{"],
])("shows the rest of the chat where the %s has a damaged %s", async (id, column, value) => {
  const chat = await damagedChat(id, column, value);
  const { messages } = await temporary.store.messages.page(chat);
  expect(messages.map((message) => message.id)).toEqual([`${chat}-question`, `${chat}-step`, `${chat}-result`]);
  for (const message of messages) {
    if (message.id === `${chat}-${id}`) expect(message).toMatchObject({ damaged: true, content: [], onPath: true });
    else {
      expect(message).not.toHaveProperty("damaged");
      expect(message.content).toHaveLength(1);
    }
  }
});

it("names the row when its content is asked for, and leaves it as it is", async () => {
  const chat = await damagedChat("result", "content", "[");
  const { messages } = temporary.store;
  const refusal = { name: "StoreError", code: "corrupt", message: expect.stringContaining(`${chat}-result`) };
  await expect(messages.result(chat, "call")).rejects.toMatchObject(refusal);
  const text = await messages.text(`${chat}-result`);
  await expect(text?.read(0, 1)).rejects.toMatchObject(refusal);
  const rows = await messages.path(chat);
  expect(() => rows.at(-1)?.content).toThrow(expect.objectContaining(refusal));
});
