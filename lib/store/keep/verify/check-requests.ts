import { createHash } from "node:crypto";
import type { SqlConnection } from "../../sql-connection.ts";
import type { BlobReader } from "./read-blob.ts";
import type { LogFacts } from "./read-log.ts";
import type { Report } from "./report.ts";

interface RequestRow {
  id: string;
  n: number;
  parentRequest: string | null;
  prefix: number;
  rest: string;
  frame: string;
  whole: string | null;
  bodyHash: string;
}

/** Of so many requests before it a request may have its list from; an older one is worked out anew. */
const REMEMBERED = 200;

/**
 * Puts every request's body together again and compares its hash. Adds the blobs that requests name to `facts`.
 * @param until milliseconds since 1970; bodies after that moment are left out, and a note says how many
 */
export async function checkRequests(
  database: SqlConnection,
  { readBlob, facts, report, until }: { readBlob: BlobReader; facts: LogFacts; report: Report; until: number },
): Promise<void> {
  let leftOut = 0;
  for (const { id: conversationId } of await database.all("SELECT id FROM Conversation")) {
    const bodies = createBodies(database, readBlob);
    let expected = 1;
    for await (const request of eachRequest(database, String(conversationId))) {
      report.count("requests");
      const owner = `Request ${request.n} (${request.id}) of ${conversationId}`;
      if (request.n !== expected) report.problem(`Conversation ${conversationId}: request ${expected} is missing.`);
      expected = request.n + 1;
      const named = namedBlobs(request);
      facts.blobs.push(...named.map((sha256) => ({ sha256, owner })));
      if (Date.now() > until) {
        leftOut += 1;
        continue;
      }
      report.count("bodies");
      const hash = await bodies.hashOf(request);
      if (hash !== request.bodyHash) report.problem(`${owner}: its body is not the one that was sent.`);
    }
  }
  if (leftOut > 0) report.note(`The bodies of ${leftOut} requests were not put together, because the time was over.`);
}

async function* eachRequest(database: SqlConnection, conversationId: string): AsyncIterable<RequestRow> {
  const columns = "id, n, parentRequest, prefix, rest, frame, whole, bodyHash";
  const sql = `SELECT ${columns} FROM Request WHERE conversationId = ? AND n > ? ORDER BY n LIMIT 200`;
  for (let after = 0; ; ) {
    const rows = (await database.all(sql, [conversationId, after])) as unknown as RequestRow[];
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.n;
  }
}

function namedBlobs({ frame, whole, rest }: RequestRow): string[] {
  return [...new Set([frame, ...(whole === null ? [] : [whole]), ...parseList(rest)])];
}

/** Bodies of one conversation, asked for in order: a body keeps most blocks of the one before it, so those are read once. */
function createBodies(database: SqlConnection, readBlob: BlobReader) {
  const lists = new Map<string, string[]>();
  let kept = new Map<string, Uint8Array | undefined>();

  async function listOf({ id, parentRequest, prefix, rest }: RequestRow): Promise<string[] | undefined> {
    let before: string[] | undefined = [];
    if (parentRequest !== null) before = lists.get(parentRequest) ?? (await listOfOlder(parentRequest));
    if (!before) return undefined;
    const list = [...before.slice(0, prefix), ...parseList(rest)];
    lists.set(id, list);
    const oldest = lists.size > REMEMBERED ? lists.keys().next().value : undefined;
    if (oldest !== undefined) lists.delete(oldest);
    return list;
  }

  async function listOfOlder(id: string): Promise<string[] | undefined> {
    const [row] = await database.all("SELECT id, parentRequest, prefix, rest FROM Request WHERE id = ?", [id]);
    return row && listOf(row as unknown as RequestRow);
  }

  return {
    /** Undefined where a part is missing. */
    async hashOf(request: RequestRow): Promise<string | undefined> {
      const list = request.whole === null ? await listOf(request) : [];
      if (!list) return undefined;
      const next: typeof kept = new Map();
      for (const sha256 of [request.whole ?? request.frame, ...list]) {
        if (!next.has(sha256)) next.set(sha256, kept.get(sha256) ?? (await readBlob(sha256)));
      }
      kept = next;
      if ([...kept.values()].some((bytes) => !bytes)) return undefined;
      const hash = createHash("sha256");
      const part = (sha256: string) => hash.update(kept.get(sha256) ?? "");
      if (request.whole !== null) return part(request.whole).digest("hex");
      const frame = parseFrame(kept.get(request.frame));
      if (!frame) return undefined;
      hash.update(frame[0]);
      for (const [place, sha256] of list.entries()) {
        if (place > 0) hash.update(",");
        part(sha256);
      }
      return hash.update(frame[1]).digest("hex");
    },
  };
}

function parseList(json: string): string[] {
  try {
    return JSON.parse(json);
  } catch {
    return [];
  }
}

function parseFrame(bytes: Uint8Array | undefined): [string, string] | undefined {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    return undefined;
  }
}
