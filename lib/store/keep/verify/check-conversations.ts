import type { SqlConnection } from "../../sql-connection.ts";
import type { LogFacts, RowFacts } from "./read-log.ts";
import type { Report } from "./report.ts";

/** Places without a gap, parents and leaf that exist, and one result for every call on the path. */
export async function checkConversations(database: SqlConnection, { rows }: LogFacts, report: Report): Promise<void> {
  const running = new Set(
    (await database.all("SELECT conversationId FROM Run WHERE status = 'running'")).map((run) => run.conversationId),
  );
  for (const { id, leafId } of await database.all("SELECT id, leafId FROM Conversation")) {
    report.count("conversations");
    const own = rows.get(String(id)) ?? new Map<string, RowFacts>();
    checkPlaces(String(id), own, report);
    checkParents(String(id), own, report);
    if (leafId === null) continue;
    const leaf = own.get(String(leafId));
    if (leaf) checkCalls(String(id), pathTo(leaf, own), running.has(id), report);
    else report.problem(`Conversation ${id}: its newest row ${leafId} is not there.`);
  }
}

function checkPlaces(id: string, own: ReadonlyMap<string, RowFacts>, report: Report): void {
  const places = new Set([...own.values()].map(({ seq }) => seq));
  const missing = Array.from({ length: Math.max(0, ...places) }, (_, index) => index + 1).filter(
    (seq) => !places.has(seq),
  );
  if (missing.length > 0) report.problem(`Conversation ${id}: rows are missing at ${missing.slice(0, 20).join(", ")}.`);
}

function checkParents(id: string, own: ReadonlyMap<string, RowFacts>, report: Report): void {
  for (const row of own.values()) {
    if (row.parentId === null) continue;
    const parent = own.get(row.parentId);
    if (!parent) report.problem(`Message ${row.id}: ${row.parentId}, which it follows, is not in conversation ${id}.`);
    else if (parent.seq >= row.seq) report.problem(`Message ${row.id}: it follows ${parent.id}, which is newer.`);
  }
}

/** Oldest first. A row that follows a newer one ends it, so that it always ends. */
function pathTo(leaf: RowFacts, own: ReadonlyMap<string, RowFacts>): RowFacts[] {
  const path = [leaf];
  for (let row = leaf; row.parentId !== null; ) {
    const parent = own.get(row.parentId);
    if (!parent || parent.seq >= row.seq) break;
    path.push(parent);
    row = parent;
  }
  return path.reverse();
}

function checkCalls(id: string, path: RowFacts[], isRunning: boolean, report: Report): void {
  const results = new Map<string, number>();
  for (const { kind, toolCallId } of path) {
    if (kind === "result" && toolCallId !== null) results.set(toolCallId, (results.get(toolCallId) ?? 0) + 1);
  }
  const newest = path.findLast(({ kind }) => kind === "step");
  for (const step of path) {
    for (const call of step.calls) {
      report.count("calls");
      const found = results.get(call) ?? 0;
      results.delete(call);
      if (found === 1) continue;
      if (found > 1) report.problem(`Conversation ${id}: the call ${call} of ${step.id} has ${found} results.`);
      else if (step !== newest) report.problem(`Conversation ${id}: the call ${call} of ${step.id} has no result.`);
      else if (!isRunning) report.note(`Conversation ${id}: the call ${call} is open; going on with the chat ends it.`);
    }
  }
  for (const call of results.keys()) report.problem(`Conversation ${id}: the result of ${call} has no call before it.`);
}
