/** Brings a backup back; the data from before is kept aside. npm run restore -- archive [--despite-damage] */
import path from "node:path";
import { restore } from "../lib/store/keep/restore.ts";
import { keepCommand, say, sayPart } from "./keep-command.ts";

const USAGE = "npm run restore -- archive [--despite-damage]";

await keepCommand({ "despite-damage": { type: "boolean" } }, USAGE, async ({ values, positionals, dataFolder }) => {
  const [archive, ...more] = positionals;
  if (!archive || more.length > 0) throw new Error(`Name one archive.\nUsage: ${USAGE}`);
  say(`\n  Restoring  ${path.resolve(archive)}`);
  const { aside, verification, manifest } = await restore(dataFolder, path.resolve(archive), {
    now: Date.now(),
    despiteDamage: values["despite-damage"] === true,
    onPart: sayPart,
  });
  if (!verification.ok) say(`  DAMAGED    ${verification.problemCount} problems came with it: npm run verify`);
  for (const { name, path: place } of manifest.elsewhere)
    say(`  Elsewhere  ${name}: ${place} is not part of the backup`);
  say(`  Restored   ${dataFolder}, as it was on ${new Date(manifest.createdAt).toISOString()}`);
  say(aside ? `  Before     ${aside} has what was there; remove it when you do not need it\n` : "");
  return true;
});
