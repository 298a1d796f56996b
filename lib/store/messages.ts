import { addSpend } from "./add-spend.ts";
import { appendRows, nextSeq } from "./append.ts";
import { completeRequest } from "./complete-request.ts";
import type { Database } from "./database.ts";
import { toLogRow } from "./log-row.ts";
import { readPage } from "./message-pages.ts";
import { readPath } from "./message-paths.ts";
import type { Blobs, Messages } from "./store.ts";
import { ConflictError } from "./store-error.ts";
import { textSource } from "./text-source.ts";

export function openMessages({ read, write, now }: Database, blobs: Blobs): Messages {
  const get: Messages["get"] = (id) =>
    read(async ({ message }) => {
      const record = await message.findUnique({ where: { id } });
      return record ? toLogRow(record) : undefined;
    });

  return {
    append: (conversationId, rows, { removeLive = false, request, spent } = {}) =>
      write(async (transaction) => {
        const appended = await appendRows(transaction, conversationId, rows, now());
        if (removeLive) await transaction.live.deleteMany({ where: { conversationId } });
        if (request) await completeRequest(transaction, request, now());
        if (spent) await addSpend(transaction, spent);
        return appended;
      }),

    appendNext: (conversationId, row) =>
      write(async (transaction) => {
        const seq = await nextSeq(transaction, conversationId);
        const [appended] = await appendRows(transaction, conversationId, [{ ...row, seq }], now());
        if (!appended) throw new ConflictError([]);
        return appended;
      }),

    path: (conversationId, leafId) =>
      read(async (reader) => {
        const leaf = leafId ?? (await reader.conversation.findUnique({ where: { id: conversationId } }))?.leafId;
        return leaf == null ? [] : (await readPath(reader, conversationId, leaf)).map(toLogRow);
      }),

    page: (conversationId, page = {}) => read((reader) => readPage(reader, conversationId, page)),

    get,

    async result(conversationId, toolCallId) {
      const record = await read(({ message }) =>
        message.findUnique({ where: { conversationId_toolCallId: { conversationId, toolCallId } } }),
      );
      if (!record) return undefined;
      const row = toLogRow(record);
      const isError = row.content.some((part) => part.type === "tool-result" && part.output.type === "error-text");
      return { ...textSource(row, blobs), isError, row };
    },

    async input(conversationId, toolCallId) {
      const result = await read(({ message }) =>
        message.findUnique({
          where: { conversationId_toolCallId: { conversationId, toolCallId } },
          select: { stepId: true },
        }),
      );
      const step = result?.stepId ? await get(result.stepId) : undefined;
      return step?.content.flatMap((part) =>
        part.type === "tool-call" && part.toolCallId === toolCallId ? [part.input] : [],
      )[0];
    },

    async text(id) {
      const row = await get(id);
      return row && { ...textSource(row, blobs), row };
    },

    results: (conversationId) =>
      read(async ({ message }) => {
        const records = await message.findMany({
          where: { conversationId, kind: "result" },
          select: { toolCallId: true, toolName: true, bytes: true, createdAt: true },
          orderBy: { seq: "asc" },
        });
        return records.map(({ toolCallId, toolName, bytes, createdAt }) => ({
          toolCallId: toolCallId ?? "",
          toolName: toolName ?? "",
          bytes,
          createdAt: Number(createdAt),
        }));
      }),

    steps: (conversationId) => read(({ message }) => message.count({ where: { conversationId, kind: "step" } })),

    nextSeq: (conversationId) => read((reader) => nextSeq(reader, conversationId)),
  };
}
