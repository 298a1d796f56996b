import type { Message } from "#prisma/generated/client.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { Estimate, LogPart, LogRow, NewRow, RowKind } from "./rows.ts";
import { StoreError } from "./store-error.ts";
import type { MessageState } from "./views.ts";

/** What stands in for the facts of a row that cannot be read. */
const UNKNOWN_SIZE: Estimate = { profile: "default", version: 1, tokens: 0 };

/**
 * Reads a stored row. Columns that hold a closed set of words were written by `toRecord` below, so they are trusted. Where JSON
 * was damaged on the disk, the row still has its place, and only looking at its `content` throws a `StoreError` `corrupt`.
 */
export function toLogRow(record: Message): LogRow {
  const { content: json, createdAt, estimate, preview, detail, role, kind, state, ...rest } = omitNulls(record);
  let content: LogPart[] | undefined;
  return {
    ...rest,
    role: role as LogRow["role"],
    kind: kind as RowKind,
    state: state as MessageState,
    ...readFacts({ estimate, preview, detail }),
    createdAt: Number(createdAt),
    get content() {
      content ??= readContent(record);
      return content;
    },
  };
}

type Facts = Pick<LogRow, "estimate" | "preview" | "detail">;

function readFacts({ estimate, preview, detail }: { [Key in keyof Facts]: string | undefined }): Facts {
  try {
    return {
      estimate: JSON.parse(estimate ?? ""),
      ...(preview && { preview: JSON.parse(preview) }),
      ...(detail && { detail: JSON.parse(detail) }),
    };
  } catch {
    return { estimate: UNKNOWN_SIZE };
  }
}

/** @throws StoreError `corrupt`, also when only the facts beside the content are damaged: the row would be sent in another form */
function readContent({ id, content, estimate, preview, detail }: Message): LogPart[] {
  try {
    for (const facts of [estimate, preview, detail]) if (facts !== null) JSON.parse(facts);
    const parts: unknown = JSON.parse(content);
    if (Array.isArray(parts)) return parts as LogPart[];
  } catch (error) {
    throw corrupt(id, error);
  }
  throw corrupt(id);
}

const corrupt = (id: string, cause?: unknown) =>
  new StoreError("corrupt", `the stored message ${id} cannot be read any more`, cause);

export interface Place {
  conversationId: string;
  parentId: string | null;
  now: number;
}

export function toRecord(row: NewRow, { conversationId, parentId, now }: Place): Message {
  return {
    id: row.id,
    conversationId,
    seq: row.seq,
    parentId,
    role: roleOf(row.kind),
    kind: row.kind,
    state: row.state ?? "complete",
    // JSON.stringify escapes U+0000 and lone surrogates, which a text column would not give back.
    content: JSON.stringify(row.content),
    stepId: row.stepId ?? null,
    callIndex: row.callIndex ?? null,
    toolCallId: row.toolCallId ?? null,
    toolName: row.toolName ?? null,
    runId: row.runId ?? null,
    estimate: JSON.stringify(row.estimate),
    preview: row.preview ? JSON.stringify(row.preview) : null,
    blob: row.blob ?? null,
    bytes: row.bytes ?? Buffer.byteLength(textOf(row.content)),
    detail: row.detail ? JSON.stringify(row.detail) : null,
    createdAt: BigInt(now),
  };
}

function roleOf(kind: RowKind): LogRow["role"] {
  if (kind === "step") return "assistant";
  return kind === "result" ? "tool" : "user";
}

/** What was said or returned: the text parts or the result's text, without reasoning and calls. */
export function textOf(content: LogPart[]): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "tool-result" ? part.output.value : "";
    })
    .join("");
}
