import { describe, expect, it } from "vitest";
import type { ChatListItem } from "#lib/store/views.ts";
import { filterTranscripts, NO_FILTER } from "./filter-transcripts.ts";

const chat = (id: string, title: string, change: Partial<ChatListItem> = {}): ChatListItem => ({
  id,
  workspaceId: "w",
  title,
  status: "idle",
  createdAt: 0,
  updatedAt: 0,
  ...change,
});

const chats = [
  chat("1", "Отчёт по главам"),
  chat("2", "Read chapter 3", { parentId: "1", status: "running" }),
  chat("3", "Read all chapters", { status: "failed" }),
];
const ids = (filter: Partial<typeof NO_FILTER>) =>
  filterTranscripts(chats, { ...NO_FILTER, ...filter }).map(({ id }) => id);

describe("the filter of the transcripts", () => {
  it("finds words in any order and letter case, in any script", () => {
    expect(ids({ text: "CHAPTER read" })).toEqual(["2", "3"]);
    expect(ids({ text: "ОТЧЁТ" })).toEqual(["1"]);
    expect(ids({ text: " " })).toEqual(["1", "2", "3"]);
  });

  it("joins text, kind and status", () => {
    expect(ids({ kind: "subagent" })).toEqual(["2"]);
    expect(ids({ kind: "chat", status: "failed" })).toEqual(["3"]);
    expect(ids({ kind: "chat", status: "failed", text: "3" })).toEqual([]);
  });
});
