import path from "node:path";
import { expect, test } from "vitest";
import { isLoopback, parseEnv } from "./env.ts";

test("an empty environment is a local app with the practice model", () => {
  const env = parseEnv({});
  expect(env).toEqual({ fit: true, logLevel: "info", port: 3210, host: "127.0.0.1", dataFolder: env.dataFolder });
  expect(path.isAbsolute(env.dataFolder)).toBe(true);
  expect(parseEnv({ OPENAI_API_KEY: "", LONGHAND_BUDGET: "", LONGHAND_PASSWORD: undefined })).toEqual(env);
});

test.each([
  [{ OPENAI_API_KEY: "sk-1" }, "https://api.openai.com/v1", "responses"],
  [{ OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "https://api.openai.com/v1/" }, "https://api.openai.com/v1", "responses"],
  [{ OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" }, "http://127.0.0.1:11434/v1", "chat"],
  [{ OPENAI_BASE_URL: "https://api.openai.com.example.org/v1" }, "https://api.openai.com.example.org/v1", "chat"],
  [{ OPENAI_BASE_URL: "http://localhost:8000/v1", LONGHAND_API: "responses" }, "http://localhost:8000/v1", "responses"],
  [{ OPENAI_API_KEY: "sk-1", LONGHAND_API: "chat" }, "https://api.openai.com/v1", "chat"],
])("%j talks to %s by %s", (given, baseURL, api) => {
  expect(parseEnv(given).provider).toMatchObject({ baseURL, api });
});

test("a key or an address alone is enough, and the model can be named", () => {
  expect(parseEnv({ OPENAI_BASE_URL: "http://localhost:8000/v1" }).provider?.apiKey).toBe("none");
  expect(parseEnv({ OPENAI_API_KEY: "k", LONGHAND_MODEL: "own" }).provider).toMatchObject({
    apiKey: "k",
    model: "own",
  });
  expect(parseEnv({ LONGHAND_MODEL: "own" }).provider).toBeUndefined();
});

test.each([
  ["OPENAI_BASE_URL", "localhost"],
  ["LONGHAND_API", "completions"],
  ["LONGHAND_CONTEXT_WINDOW", "128k"],
  ["LONGHAND_CONTEXT_WINDOW", "500"],
  ["LONGHAND_BUDGET", "-1"],
  ["LONGHAND_BUDGET", "1.5"],
  ["LONGHAND_FIT", "no"],
  ["LONGHAND_PASSWORD", "short"],
  ["LONGHAND_ALERT_URL", "ops"],
  ["PORT", "70000"],
  ["PORT", "http"],
])("a bad %s (%s) is refused by its name", (name, value) => {
  expect(() => parseEnv({ [name]: value })).toThrow(`  ${name}: `);
});

test("every bad variable has its line", () => {
  expect(() => parseEnv({ PORT: "x", LONGHAND_FIT: "x" })).toThrow(/LONGHAND_FIT: .*\n {2}PORT: /);
});

test.each(["0.0.0.0", "::", "192.168.1.5", "example.org", "127.0.0.1.example.org"])(
  "beyond loopback (%s) nothing starts without a password",
  (HOST) => {
    expect(() => parseEnv({ HOST })).toThrow("LONGHAND_PASSWORD");
    expect(parseEnv({ HOST, LONGHAND_PASSWORD: "long enough" })).toMatchObject({ host: HOST, password: "long enough" });
  },
);

test.each(["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])("%s is this machine", (host) => {
  expect(isLoopback(host)).toBe(true);
});

test("numbers are tokens, and switches are read", () => {
  expect(
    parseEnv({ LONGHAND_CONTEXT_WINDOW: "32000", LONGHAND_BUDGET: "20000", LONGHAND_FIT: "off", PORT: "0" }),
  ).toMatchObject({ contextWindow: 32_000, budget: 20_000, fit: false, port: 0 });
});
