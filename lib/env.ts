import path from "node:path";
import envPaths from "env-paths";
import { z } from "zod";

const positiveInteger = z.coerce.number().int().positive();

const schema = z.object({
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url().optional(),
  LONGHAND_MODEL: z.string().min(1).optional(),
  LONGHAND_API: z.enum(["responses", "chat"]).optional(),
  LONGHAND_CONTEXT_WINDOW: positiveInteger.min(1_000).optional(),
  LONGHAND_BUDGET: positiveInteger.optional(),
  LONGHAND_FIT: z.enum(["on", "off"]).default("on"),
  LONGHAND_DATA: z.string().min(1).optional(),
  LONGHAND_PASSWORD: z.string().min(8, "must have at least 8 characters").optional(),
  LONGHAND_ALERT_URL: z.url().optional(),
  LONGHAND_LOG: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  LONGHAND_OTLP: z.url().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3210),
  HOST: z.string().min(1).default("127.0.0.1"),
});

const OFFICIAL_BASE_URL = "https://api.openai.com/v1";
const DEFAULT_MODEL = "gpt-5.2";

/** Everything that the environment decides, parsed once. */
export interface Env {
  /** Absent when no key and no address is given: then the practice model answers. */
  provider?: { baseURL: string; apiKey: string; model: string; api: "responses" | "chat" };
  /** Tokens. */
  contextWindow?: number;
  /** Tokens. */
  budget?: number;
  /** Off only to measure what happens without fitting; the screen says so. */
  fit: boolean;
  dataFolder: string;
  password?: string;
  alertUrl?: string;
  logLevel: "silent" | "error" | "warn" | "info" | "debug";
  /** Base address of an OpenTelemetry collector. */
  otlp?: string;
  port: number;
  host: string;
}

/**
 * Reads the environment. Empty values count as not set.
 * @throws Error with one line per bad variable, naming it.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Longhand cannot start with this environment:\n${lines.join("\n")}`);
  }
  const values = parsed.data;
  const loopback = isLoopback(values.HOST);
  if (!loopback && !values.LONGHAND_PASSWORD) {
    throw new Error(
      `HOST is ${values.HOST}, which other machines can reach. Set LONGHAND_PASSWORD (at least 8 characters), or leave HOST at 127.0.0.1.`,
    );
  }
  return {
    ...providerOf(values),
    ...(values.LONGHAND_CONTEXT_WINDOW && { contextWindow: values.LONGHAND_CONTEXT_WINDOW }),
    ...(values.LONGHAND_BUDGET && { budget: values.LONGHAND_BUDGET }),
    fit: values.LONGHAND_FIT === "on",
    dataFolder: path.resolve(values.LONGHAND_DATA ?? envPaths("longhand", { suffix: "" }).data),
    ...(values.LONGHAND_PASSWORD && { password: values.LONGHAND_PASSWORD }),
    ...(values.LONGHAND_ALERT_URL && { alertUrl: values.LONGHAND_ALERT_URL }),
    logLevel: values.LONGHAND_LOG,
    ...(values.LONGHAND_OTLP && { otlp: values.LONGHAND_OTLP }),
    port: values.PORT,
    host: values.HOST,
  };
}

/** A local server often needs no key, so an address alone is enough. */
function providerOf(values: z.infer<typeof schema>): Pick<Env, "provider"> {
  if (!values.OPENAI_API_KEY && !values.OPENAI_BASE_URL) return {};
  const baseURL = (values.OPENAI_BASE_URL ?? OFFICIAL_BASE_URL).replace(/\/+$/, "");
  return {
    provider: {
      baseURL,
      apiKey: values.OPENAI_API_KEY ?? "none",
      model: values.LONGHAND_MODEL ?? DEFAULT_MODEL,
      api: values.LONGHAND_API ?? (new URL(baseURL).host === "api.openai.com" ? "responses" : "chat"),
    },
  };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

let parsed: Env | undefined;

/** The process's own environment, parsed at the first call. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
