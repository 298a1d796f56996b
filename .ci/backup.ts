/** Makes one archive of the data folder, also while the server runs. npm run backup [-- --to file] */
import { backUp } from "../lib/store/keep/back-up.ts";
import { keepNote } from "../lib/store/keep/keep-note.ts";
import { BACKUP_NOTE } from "../lib/store/keep/notes.ts";
import { inWords, keepCommand, say, withWarning } from "./keep-command.ts";

const SHOWN = 20;

await keepCommand(
  { to: { type: "string" } },
  "npm run backup [-- --to file]",
  async ({ values: { to }, dataFolder }) => {
    const now = Date.now();
    const { file, bytes, manifest } = await backUp(dataFolder, { ...(to && { to }), now });
    const { counts, files, leftOut, elsewhere } = manifest;
    say(`\n  Backup     ${file}`);
    say(`  Size       ${inWords(bytes)}`);
    say(`  Holds      ${files.length} files; ${counts.conversation} conversations, ${counts.message} messages,`);
    say(`             ${counts.request} requests, ${counts.blob} contents, ${counts.workspace} workspaces`);
    list(
      "Written to while they were read",
      files.filter(({ changed }) => changed).map(({ path }) => path),
    );
    list(
      "NOT in the backup",
      leftOut.map(({ path, why }) => `${path}: ${why}`),
    );
    list(
      "Workspaces elsewhere, NOT in the backup",
      elsewhere.map(({ name, path }) => `${name}: ${path}`),
    );
    say();
    await withWarning(keepNote(dataFolder, BACKUP_NOTE, { at: now, file, bytes }));
    return true;
  },
);

function list(title: string, lines: string[]): void {
  if (lines.length === 0) return;
  say(`\n  ${title}:`);
  for (const line of lines.slice(0, SHOWN)) say(`    ${line}`);
  if (lines.length > SHOWN) say(`    and ${lines.length - SHOWN} more; all are in the manifest of the archive`);
}
