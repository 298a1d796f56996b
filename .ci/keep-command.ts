/** What the commands backup, verify and restore share: their arguments, the data folder, and how they end. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { parseEnv } from "../lib/env.ts";
import { explainStoreError } from "../lib/store/explain-store-error.ts";
import { diskFailure } from "../lib/store/translate-error.ts";

/** Runs a command; what it throws becomes one sentence and exit code 1. `work` answers whether all is well. */
export async function keepCommand<Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  usage: string,
  work: (given: {
    values: ReturnType<typeof read<Options>>["values"];
    positionals: string[];
    dataFolder: string;
  }) => Promise<boolean>,
): Promise<void> {
  try {
    const { values, positionals } = read(options, usage);
    const isWell = await work({ values, positionals, dataFolder: parseEnv(process.env).dataFolder });
    if (!isWell) process.exitCode = 1;
  } catch (error) {
    const failure = diskFailure(error);
    const sentence = failure ? explainStoreError(failure) : error instanceof Error ? error.message : String(error);
    const detail = failure && !sentence.includes(failure.message) ? `\n  detail: ${failure.message}` : "";
    process.stderr.write(`\n${sentence}${detail}\n\n`);
    process.exitCode = 1;
  }
}

function read<Options extends NonNullable<ParseArgsConfig["options"]>>(options: Options, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`);
  }
}

export const say = (line = "") => void process.stdout.write(`${line}\n`);

export const sayPart = (part: string) => say(`  checking ${part}`);

export function inWords(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

/** A note for the storage page is worth a warning when it cannot be written, no more. */
export async function withWarning(note: Promise<void>): Promise<void> {
  await note.catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`  The storage page will not know of it: ${why}\n`);
  });
}
