import { openSql } from "../../sql-connection.ts";
import { blobFolder, databaseFile } from "../data-files.ts";
import { checkBlobs } from "./check-blobs.ts";
import { checkConversations } from "./check-conversations.ts";
import { checkDatabase } from "./check-database.ts";
import { checkRequests } from "./check-requests.ts";
import { createBlobReader } from "./read-blob.ts";
import { readLog } from "./read-log.ts";
import { createReport, type Verification } from "./report.ts";

export interface VerifyOptions {
  /** Milliseconds since 1970: later than that no more request bodies are put together. Default: all are. */
  until?: number;
  /** Told before each part. */
  onPart?(part: string): void;
}

/**
 * Checks everything that is stored in a data folder, or in an unpacked backup. Changes nothing and works while a server runs:
 * it reads one moment of the database, and blobs are never removed.
 * @throws StoreError when there is no database to check
 */
export async function verifyData(dataFolder: string, options: VerifyOptions = {}): Promise<Verification> {
  const { until = Number.POSITIVE_INFINITY, onPart = () => undefined } = options;
  const report = createReport();
  const blobs = blobFolder(dataFolder);
  const database = await openSql(databaseFile(dataFolder));
  try {
    await database.all("BEGIN");
    onPart("the database");
    await checkDatabase(database, report);
    onPart("the rows");
    const facts = await readLog(database, report);
    onPart("the conversations");
    await report.guard("The conversations", () => checkConversations(database, facts, report));
    onPart("the requests");
    const readBlob = createBlobReader(database, blobs);
    await report.guard("The requests", () => checkRequests(database, { readBlob, facts, report, until }));
    onPart("the contents");
    await report.guard("The contents", () => checkBlobs(database, blobs, facts, report));
    await database.all("ROLLBACK");
  } finally {
    database.close();
  }
  return report.result();
}
