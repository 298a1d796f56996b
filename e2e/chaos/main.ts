/**
 * The long chaos run: `npm run chaos -- --seed 7 --turns 30 --kills 50`. Needs the built app. Prints what was done and what
 * was found; the exit code is 1 when anything is missing, doubled or changed.
 */
import { parseArgs } from "node:util";
import { runChaos } from "./run-chaos.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    turns: { type: "string", default: "30" },
    kills: { type: "string", default: "50" },
    chats: { type: "string", default: "5" },
  },
});
const options = {
  seed: Number(values.seed),
  turns: Number(values.turns),
  kills: Number(values.kills),
  chats: Number(values.chats),
};
process.stdout.write(`seed ${options.seed}\n`);
const { problems, ...counts } = await runChaos(options);
console.table(counts);
for (const problem of problems) process.stdout.write(`WRONG  ${problem}\n`);
process.stdout.write(problems.length === 0 ? "Everything is there, once.\n" : `${problems.length} problems\n`);
process.exit(problems.length === 0 ? 0 : 1);
