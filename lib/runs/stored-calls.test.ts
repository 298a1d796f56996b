import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Reply } from "#lib/models/server/index.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { call, inTurn, resultTexts } from "./scripts.fixture.ts";

let app: TestRuntime;
afterEach(() => app.close());

const write = (content: string) => ({
  name: "write_file",
  arguments: `{"path":"/workspace/a.txt","content":"${content}`,
});

test.each([
  ["responses", "length"],
  ["responses", undefined],
  ["chat", "length"],
  ["chat", undefined],
] as const)("a call whose arguments were cut is answered and not run (%s, %s)", async (api, finishReason) => {
  const cut: Reply = { text: "Writing.", calls: [write("half")], ...(finishReason && { finishReason }) };
  app = await startTestRuntime({ api, script: inTurn(cut) });
  const chat = await app.turn(await app.newChat(), "write");
  expect(chat.status).toBe("idle");
  expect(await readdir(app.workspacePath)).toEqual([]);
  const rows = await app.runtime.store.messages.path(chat.id);
  const [text] = resultTexts(rows);
  expect(text).toMatch(finishReason ? /cut off by the output limit/ : /not valid JSON/);
  expect(text).toMatch(/half$/);
  expect(app.server.stats()).toMatchObject({ requests: 2, refusals: {} });
});

test.each(["responses", "chat"] as const)(
  "calls with ids that cannot be used run, each on its own (%s)",
  async (api) => {
    const ids = ["same", "same", "functions.read:0", "same"];
    const calls = ids.map((id, n) => ({ id, name: "read_file", arguments: { path: `/workspace/${n}.txt` } }));
    app = await startTestRuntime({ api, script: inTurn({ calls }, { calls: calls.slice(0, 1) }) });
    for (const n of ids.keys()) await writeFile(path.join(app.workspacePath, `${n}.txt`), `text ${n}`);
    const chat = await app.turn(await app.newChat(), "read");
    expect(chat.status).toBe("idle");
    const rows = await app.runtime.store.messages.path(chat.id);
    const steps = rows.filter((row) => row.role === "assistant");
    const [first] = steps;
    const results = rows.filter((row) => row.stepId === first?.id);
    expect(resultTexts(results)).toEqual(["text 0", "text 1", "text 2", "text 3"]);
    const stored = rows.flatMap((row) => (row.role === "tool" ? [row.toolCallId] : []));
    expect(new Set(stored).size).toBe(5);
    expect(Object.values(first?.detail?.providerCallIds ?? {})).toContain("functions.read:0");
    expect(app.server.stats().refusals).toEqual({});
  },
);

test("a result over a mebibyte is stored whole beside the row and sent as a preview", async () => {
  app = await startTestRuntime({
    keepBodies: 2,
    script: inTurn(call("run_command", { command: "seq 1 200000" })),
  });
  const chat = await app.turn(await app.newChat(), "count");
  const rows = await app.runtime.store.messages.path(chat.id);
  const row = rows.find((one) => one.role === "tool");
  const whole = Array.from({ length: 200_000 }, (_, n) => `${n + 1}\n`).join("");
  expect(row?.blob).toBeDefined();
  const source = await app.runtime.store.messages.result(chat.id, row?.toolCallId ?? "");
  const text = source && new TextDecoder().decode(await source.read(0, source.bytes));
  expect(text?.trim() === whole.trim()).toBe(true);
  const sent = app.server.stats().lastRequests.at(-1)?.body ?? "";
  expect(sent.length).toBeLessThan(200_000);
  expect(sent).toContain(`/tool_results/${row?.toolCallId}`);
  expect(sent).toContain("199999");
});

test("what a call was made with can be read beside its result, and the input of a stranger's call does not exist", async () => {
  const content = "a line\n".repeat(40);
  app = await startTestRuntime({
    script: (request) => {
      const [written] = request.messages.flatMap(({ calls = [] }) => calls);
      if (request.requestNumber === 1) return call("write_file", { path: "/workspace/a.txt", content });
      if (request.requestNumber === 2) return call("read_file", { path: `/tool_results/${written?.id}.input.json` });
      if (request.requestNumber === 3) return call("read_file", { path: "/tool_results/call_of_another.input.json" });
      return { text: "Done." };
    },
  });
  const chat = await app.turn(await app.newChat(), "write, then look at what you wrote");
  const [, input = "", missing] = resultTexts(await app.runtime.store.messages.path(chat.id));
  expect(JSON.parse(input)).toEqual({ path: "/workspace/a.txt", content });
  expect(missing).toMatch(/There is nothing at/);
});
