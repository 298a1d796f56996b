import type { SqlConnection } from "../../sql-connection.ts";
import { eachRow } from "./check-database.ts";
import type { Report } from "./report.ts";

/** What the checks of a conversation need to know of a row. */
export interface RowFacts {
  id: string;
  seq: number;
  parentId: string | null;
  kind: string;
  toolCallId: string | null;
  /** Ids of the calls that it makes. */
  calls: string[];
}

export interface LogFacts {
  /** Rows by conversation, by id. */
  rows: Map<string, Map<string, RowFacts>>;
  /** Blobs that rows name: hash, and what the row says of its size where it says it. */
  blobs: { sha256: string; owner: string; bytes?: number }[];
}

/** Columns that hold JSON in every version, by table, with what names a row. `Message` is read on its own. */
const JSON_COLUMNS = [
  { table: "Live", id: "conversationId", columns: ["content"] },
  { table: "Run", id: "id", columns: ["frozen", "error", "stoppedBy"] },
  { table: "Request", id: "id", columns: ["rest", "report", "state"] },
  { table: "Summary", id: "id", columns: ["covers", "detail"] },
  { table: "Setting", id: "key", columns: ["value"] },
];

/** Parses every JSON that is stored, and answers what the other checks look at. */
export async function readLog(database: SqlConnection, report: Report): Promise<LogFacts> {
  const facts: LogFacts = { rows: new Map(), blobs: [] };
  await report.guard("The messages", () => readMessages(database, report, facts));
  for (const { table, id, columns } of JSON_COLUMNS) {
    await report.guard(`The table ${table}`, async () => {
      for await (const row of eachRow(database, table, [id, ...columns])) {
        for (const column of columns) parse(row[column], `${table} ${row[id]}: ${column}`, report);
      }
    });
  }
  return facts;
}

async function readMessages(database: SqlConnection, report: Report, { rows, blobs }: LogFacts): Promise<void> {
  const columns = ["id", "conversationId", "seq", "parentId", "kind", "toolCallId", "blob", "bytes"];
  const json = ["content", "estimate", "preview", "detail"];
  for await (const row of eachRow(database, "Message", [...columns, ...json])) {
    report.count("messages");
    const id = String(row.id);
    const [content] = json.map((column) => parse(row[column], `Message ${id}: ${column}`, report));
    if (content !== undefined && !Array.isArray(content)) report.problem(`Message ${id}: content is no list of parts.`);
    const facts: RowFacts = {
      id,
      seq: Number(row.seq),
      parentId: row.parentId as string | null,
      kind: String(row.kind),
      toolCallId: row.toolCallId as string | null,
      calls: Array.isArray(content) ? callsOf(content) : [],
    };
    const conversation = String(row.conversationId);
    if (!rows.has(conversation)) rows.set(conversation, new Map());
    rows.get(conversation)?.set(id, facts);
    if (row.blob !== null) blobs.push({ sha256: String(row.blob), owner: `Message ${id}`, bytes: Number(row.bytes) });
  }
}

function callsOf(content: unknown[]): string[] {
  return content.flatMap((part) => {
    const { type, toolCallId } = (part ?? {}) as { type?: unknown; toolCallId?: unknown };
    return type === "tool-call" && typeof toolCallId === "string" ? [toolCallId] : [];
  });
}

function parse(json: unknown, what: string, report: Report): unknown {
  if (json === null) return undefined;
  try {
    return JSON.parse(String(json));
  } catch {
    report.problem(`${what} is no valid JSON.`);
    return undefined;
  }
}
