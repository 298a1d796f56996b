import type { SqlConnection } from "../../sql-connection.ts";
import type { Report } from "./report.ts";

/** What the database itself knows about its pages, indexes and references. */
export async function checkDatabase(database: SqlConnection, report: Report): Promise<void> {
  await report.guard("The database", async () => {
    for (const { integrity_check: line } of await database.all("PRAGMA integrity_check")) {
      if (line !== "ok") report.problem(`The database is damaged: ${line}`);
    }
  });
  await report.guard("The references of the database", async () => {
    for (const { table, rowid, parent } of await database.all("PRAGMA foreign_key_check")) {
      report.problem(`${table} row number ${rowid} refers to a ${parent} that is not there.`);
    }
  });
}

/** All rows of a table, page after page, in the order in which they were inserted. */
export async function* eachRow(
  database: SqlConnection,
  table: string,
  columns: readonly string[],
  pageSize = 100,
): AsyncIterable<Record<string, unknown>> {
  const sql = `SELECT rowid AS place, ${columns.join(", ")} FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${pageSize}`;
  for (let after = 0; ; ) {
    const rows = await database.all(sql, [after]);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.place);
  }
}
