/** Checks everything that is stored, or a backup. npm run verify [-- --archive file] [--seconds n] */
import { tmpdir } from "node:os";
import { databaseFile } from "../lib/store/keep/data-files.ts";
import { readMigrationsOf } from "../lib/store/keep/database-state.ts";
import { keepNote } from "../lib/store/keep/keep-note.ts";
import { VERIFICATION_NOTE } from "../lib/store/keep/notes.ts";
import type { Verification } from "../lib/store/keep/verify/report.ts";
import { verifyData } from "../lib/store/keep/verify/verify-data.ts";
import { verifyArchive } from "../lib/store/keep/verify-archive.ts";
import { keepCommand, say, sayPart, withWarning } from "./keep-command.ts";

/** For the storage page; the terminal shows all. */
const KEPT = 20;

await keepCommand(
  { archive: { type: "string" }, seconds: { type: "string" } },
  "npm run verify [-- --archive file] [--seconds n]",
  async ({ values: { archive, seconds }, dataFolder }) => {
    const now = Date.now();
    const options = { onPart: sayPart, ...(seconds && { until: now + readSeconds(seconds) * 1_000 }) };
    say(`\n  Verifying  ${archive ?? dataFolder}`);
    const verification = archive ? await verifyArchive(archive, tmpdir(), options) : await verifyFolder();
    print(verification);
    if (!archive) {
      const { ok, problems, problemCount, checked } = verification;
      const note = { at: now, ok, problems: problems.slice(0, KEPT), problemCount, checked };
      await withWarning(keepNote(dataFolder, VERIFICATION_NOTE, note));
    }
    return verification.ok;

    async function verifyFolder(): Promise<Verification> {
      if (!(await readMigrationsOf(databaseFile(dataFolder))))
        throw new Error(`There is no database in ${dataFolder}.`);
      return verifyData(dataFolder, options);
    }
  },
);

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new Error("--seconds takes a number above 0: how long request bodies may be put together.");
  return seconds;
}

function print({ ok, problems, problemCount, notes, checked }: Verification): void {
  const counts = Object.entries(checked).map(([what, count]) => `${count} ${what}`);
  say(`  Checked    ${counts.join(", ")}`);
  for (const note of notes) say(`  Note       ${note}`);
  for (const problem of problems) say(`  DAMAGED    ${problem}`);
  if (problemCount > problems.length) say(`  DAMAGED    and ${problemCount - problems.length} more`);
  say(
    ok ? "  Result     Everything is there and whole.\n" : `  Result     ${problemCount} problems. Restore a backup.\n`,
  );
}
