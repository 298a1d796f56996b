import pino, { type DestinationStream, type Logger } from "pino";
import { maskSecrets } from "#lib/models/index.ts";

const SECRETS = [
  "apiKey",
  "authorization",
  "cookie",
  "password",
  "headers",
  "*.apiKey",
  "*.authorization",
  "*.password",
];
const LONGEST_MESSAGE = 500;

/**
 * The process's logger: one JSON object per line. Keys, prompts and file contents never get into it: secrets are removed by
 * name and by shape, and of an error only what is listed here is kept, because a provider's error carries the whole prompt and
 * a database's quotes what it was given.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS, censor: "[hidden]" },
      serializers: { err: describeError },
    },
    destination ?? pino.destination(1),
  );
}

/** Errors whose words are our own, or those of the engine, which quotes names of the code at most. */
const OWN_WORDS = new Set(["AppError", "TypeError", "ReferenceError", "RangeError"]);

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  // A failed system call names a path, not what is in it.
  const isOurs = OWN_WORDS.has(error.name) || "syscall" in error;
  const { code, statusCode, status } = error as { code?: unknown; statusCode?: unknown; status?: unknown };
  return {
    type: error.name,
    ...(isOurs && { message: shorten(error.message) }),
    ...(code !== undefined && { code }),
    ...((statusCode ?? status) !== undefined && { status: statusCode ?? status }),
    ...(error.stack && {
      at: error.stack
        .split("\n")
        .slice(1, 6)
        .map((line) => line.trim()),
    }),
  };
}

const shorten = (text: string): string => maskSecrets(text).slice(0, LONGEST_MESSAGE);
