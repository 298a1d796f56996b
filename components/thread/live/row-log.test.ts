import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessageView } from "#lib/store/views.ts";
import { lastSeq, mergeRows, prependPage, type RowLog } from "./row-log.ts";
import { loadNewer, loadNewest, reloadRows } from "./sync-rows.ts";

const row = (seq: number, change: Partial<MessageView> = {}): MessageView => ({
  id: `m${seq}`,
  seq,
  role: "user",
  kind: "person",
  state: "complete",
  content: [{ type: "text", text: `text ${seq}` }],
  bytes: 6,
  tokens: 6,
  createdAt: seq,
  onPath: true,
  ...change,
});

/** A stored chat that answers pages as the interface does, at most `cap` rows each. */
function storedChat(rows: MessageView[], cap: number) {
  return async ({ before, after, limit = cap }: { before?: number; after?: number; limit?: number }) => {
    const size = Math.min(limit, cap);
    if (after !== undefined) return { messages: rows.filter(({ seq }) => seq > after).slice(0, size) };
    const older = rows.filter(({ seq }) => before === undefined || seq < before);
    const messages = older.slice(-size);
    const first = messages[0]?.seq;
    return { messages, ...(older.length > size && first !== undefined && { before: first }) };
  };
}

describe("the rows that the browser holds", () => {
  it("are ascending and unique, in whatever order they arrive", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 40 }))), (batches) => {
        const log = batches.reduce<RowLog>(
          (held, batch) =>
            mergeRows(
              held,
              batch.map((seq) => row(seq)),
            ),
          { rows: [] },
        );
        const expected = [...new Set(batches.flat())].sort((a, b) => a - b);
        expect(log.rows.map(({ seq }) => seq)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it("keep their identity unless the newest request treats them otherwise", () => {
    const log = mergeRows({ rows: [] }, [row(1), row(2)]);
    expect(mergeRows(log, [row(1), row(2)])).toBe(log);
    const marked = mergeRows(log, [row(1, { sent: "cleared" }), row(2)]);
    expect(marked.rows[0]?.sent).toBe("cleared");
    expect(marked.rows[1]).toBe(log.rows[1]);
  });

  it("reach the beginning by pages and lose none", async () => {
    const rows = Array.from({ length: 23 }, (_, index) => row(index + 1));
    const fetchPage = storedChat(rows, 5);
    let log = await loadNewest(fetchPage);
    expect(log.before).toBe(19);
    while (log.before !== undefined) log = prependPage(log, await fetchPage({ before: log.before }));
    expect(log.rows).toEqual(rows);
  });

  it("catch up over several pages", async () => {
    const rows = Array.from({ length: 23 }, (_, index) => row(index + 1));
    const newer = async (after: number, until: number) => {
      const seqs: number[] = [];
      await loadNewer(storedChat(rows, 4), after, (page) => {
        seqs.push(...page.map(({ seq }) => seq));
        return (seqs.at(-1) ?? 0) < until;
      });
      return seqs;
    };
    expect(await newer(3, 100)).toEqual(rows.slice(3).map(({ seq }) => seq));
    expect(await newer(3, 6)).toEqual([4, 5, 6, 7]);
    expect(await newer(23, 100)).toEqual([]);
  });

  it("are read again as far back as they are held", async () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(index + 1));
    const held: RowLog = { rows: rows.slice(6), before: 7 };
    const again = await reloadRows(
      storedChat(
        rows.map((old) => ({ ...old, sent: "cleared" as const })),
        4,
      ),
      held,
    );
    const merged = mergeRows(held, again);
    expect(merged.rows.filter(({ seq }) => seq > 6).every(({ sent }) => sent === "cleared")).toBe(true);
    expect(lastSeq(merged)).toBe(12);
  });
});
