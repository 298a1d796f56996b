import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { estimateMessage, estimatePart, estimateText } from "#lib/context/index.ts";
import { openWorkspace } from "#lib/workspace/index.ts";
import type { WorkspaceSession } from "#lib/workspace/types.ts";
import { type CallPorts, runCalls } from "./run-calls.ts";
import { defineTool } from "./tools/define-tool.ts";
import { MAIN_TOOLS } from "./tools/index.ts";
import type { AgentEvent, AgentTool, NewResult, ResultEntry, StepEntry, ToolContext, ToolOutput } from "./types.ts";

let folder: string;
let workspace: WorkspaceSession;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "longhand-calls-"));
  workspace = openWorkspace({ root: folder, mounts: [] });
});
afterEach(async () => {
  await workspace.close();
  await rm(folder, { recursive: true, force: true });
});

/** Everything that happens, in order, and the rows that were committed. */
interface Bench {
  happened: string[];
  committed: NewResult[];
  events: AgentEvent[];
  ports: CallPorts;
}

/** Counted by one rule only. */
const both = (tokens: number) => ({ tokens, plain: tokens });

function benchWith(tools: readonly AgentTool[], started: [string, { output?: string }][] = []): Bench {
  const bench = { happened: [] as string[], committed: [] as NewResult[], events: [] as AgentEvent[] };
  const ports: CallPorts = {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    workspace,
    estimateOf: estimateText,
    journal: {
      async commitResult(result): Promise<ResultEntry> {
        bench.committed.push(result);
        const { toolCallId, toolName, callIndex, stepId, state, tokens, plain } = result;
        const type = result.isError ? "error-text" : "text";
        const output = { type, value: result.sent ?? result.text } as const;
        const part = { type: "tool-result", toolCallId, toolName, output } as const;
        return { id: `row-${callIndex}`, role: "tool", state, stepId, callIndex, tokens, plain, part };
      },
      startTool: async ({ toolCallId }) => void bench.happened.push(`start ${toolCallId}`),
      startedCalls: async () => new Map(started),
      commitStep: () => Promise.reject(new Error("no step is committed here")),
      isKnownCallId: () => false,
      takeSteers: async () => [],
    },
    world: { now: () => 0, newId: () => "id", sleep: async () => undefined },
    counting: {
      message: (message) => both(estimateMessage(message)),
      resultPart: (part) => both(estimatePart(part)),
    },
    emit: (event) => void bench.events.push(event),
    outputFile: (id) => path.join(folder, `${id}.out`),
    runSubagent: async ({ task }) => ({ ok: true, text: `did ${task}` }),
  };
  return { ...bench, ports };
}

type Calls = [toolName: string, input: unknown][];

function stepOf(calls: Calls, rest: Partial<StepEntry> = {}): StepEntry {
  const content = calls.map(([toolName, input], index) => ({
    ...{ type: "tool-call" as const, toolCallId: `c${index}`, toolName, input },
  }));
  return {
    ...{ id: "step", tokens: 1, plain: 1, role: "assistant", state: "complete", content },
    ...{ finishReason: "tool-calls", resultBound: 1_000, ...rest },
  };
}

async function run(bench: Bench, step: StepEntry, signal = new AbortController().signal) {
  const open = step.content.flatMap((part, callIndex) => (part.type === "tool-call" ? [{ ...part, callIndex }] : []));
  const entries = await runCalls({ step, calls: open, isAbandoned: false }, bench.ports, signal);
  return entries.toSorted((a, b) => a.callIndex - b.callIndex);
}

const byIndex = (bench: Bench) => bench.committed.toSorted((a, b) => a.callIndex - b.callIndex);

function toolNamed(
  name: string,
  resume: AgentTool["resume"],
  work: (input: { n: number }, context: ToolContext) => Promise<ToolOutput>,
): AgentTool {
  return defineTool({ name, description: name, input: z.object({ n: z.number() }), resume, run: work });
}

const said = (text: string): ToolOutput => ({ ok: true, text });

test("one of three parallel calls fails without a word, and all three have a result that is not empty", async () => {
  const work = toolNamed("work", "repeat", async ({ n }) => {
    if (n === 1) throw new Error("");
    return said(`result ${n}`);
  });
  const bench = benchWith([work]);
  const entries = await run(bench, stepOf([0, 1, 2].map((n) => ["work", { n }])));
  expect(entries.map((entry) => entry.part.output)).toEqual([
    { type: "text", value: "result 0" },
    { type: "error-text", value: "work failed: unknown error" },
    { type: "text", value: "result 2" },
  ]);
  expect(byIndex(bench).map((result) => result.state)).toEqual(["complete", "failed", "complete"]);
});

test("an unknown tool and a wrong input are told in words that help", async () => {
  const bench = benchWith(MAIN_TOOLS);
  await run(
    bench,
    stepOf([
      ["open_door", {}],
      ["read_file", { path: 5, limit: 0 }],
    ]),
  );
  const [unknown, wrong] = byIndex(bench);
  expect(unknown?.text).toMatch(/no tool named open_door.*read_file.*run_subagent/);
  expect(wrong?.text).toMatch(/input of read_file is not valid/);
  expect(wrong?.text).toMatch(/path/);
  expect(bench.happened).toEqual([]);
});

test("arguments that were cut off or cannot be read are answered, and the tool does not run", async () => {
  const calls: Calls = [["write_file", {}]];
  const brokenInputs = { c0: '{"path":"/workspace/a.txt","content":"abc' };
  const cut = benchWith(MAIN_TOOLS);
  await run(cut, stepOf(calls, { brokenInputs, finishReason: "length" }));
  expect(cut.committed[0]).toMatchObject({ isError: true, state: "failed" });
  expect(cut.committed[0]?.text).toMatch(/cut off by the output limit.*"content":"abc$/);
  const odd = benchWith(MAIN_TOOLS);
  await run(odd, stepOf(calls, { brokenInputs }));
  expect(odd.committed[0]?.text).toMatch(/not valid JSON/);
  expect([...cut.happened, ...odd.happened]).toEqual([]);
});

test("a tool that says nothing is answered with words", async () => {
  const bench = benchWith([toolNamed("silent", "repeat", async () => said(" \n"))]);
  const [entry] = await run(bench, stepOf([["silent", { n: 1 }]]));
  expect(entry?.part.output).toEqual({ type: "text", value: "(no output)" });
});

test("repeatable calls run side by side, and those with an effect alone and in order", async () => {
  const bench = benchWith([]);
  let running = 0;
  const most = new Map<string, number>();
  const tool = (name: string, resume: AgentTool["resume"]) =>
    toolNamed(name, resume, async ({ n }) => {
      running++;
      most.set(name, Math.max(most.get(name) ?? 0, running));
      bench.happened.push(`${name} ${n}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      return said(`${n}`);
    });
  const tools = [tool("read", "repeat"), tool("write", "unknown")];
  const ports = { ...bench.ports, tools: new Map(tools.map((one) => [one.name, one])) };
  const names = ["read", "read", "write", "write", "read"];
  await run({ ...bench, ports }, stepOf(names.map((name, n) => [name, { n }])));
  expect(most).toEqual(
    new Map([
      ["read", 2],
      ["write", 1],
    ]),
  );
  const worked = bench.happened.filter((line) => !line.startsWith("start"));
  expect(worked.slice(0, 2).toSorted()).toEqual(["read 0", "read 1"]);
  expect(worked.slice(2)).toEqual(["write 2", "write 3", "read 4"]);
});

test("results are committed as they come, and each says which call it answers", async () => {
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const work = toolNamed("work", "repeat", async ({ n }) => {
    await gates[n]?.promise;
    gates[n - 1]?.resolve();
    return said(`result ${n}`);
  });
  gates[2]?.resolve();
  const bench = benchWith([work]);
  const entries = await run(bench, stepOf([0, 1, 2].map((n) => ["work", { n }])));
  expect(bench.committed.map((result) => result.callIndex)).toEqual([2, 1, 0]);
  expect(entries.map((entry) => entry.part.toolCallId)).toEqual(["c0", "c1", "c2"]);
});

test("Stop between two calls leaves a result for each, and the second effect does not happen", async () => {
  const controller = new AbortController();
  const work = toolNamed("work", "unknown", async ({ n }) => {
    controller.abort("stop");
    return said(`done ${n}`);
  });
  const bench = benchWith([work]);
  await run(bench, stepOf([0, 1].map((n) => ["work", { n }])), controller.signal);
  expect(bench.happened).toEqual(["start c0"]);
  expect(byIndex(bench).map(({ state, isError }) => [state, isError])).toEqual([
    ["complete", false],
    ["stopped", true],
  ]);
});

test("after a crash an effect is reported with its output and not repeated, and a read is done again", async () => {
  const did: string[] = [];
  const tool = (name: string, resume: AgentTool["resume"]) =>
    toolNamed(name, resume, async () => {
      did.push(name);
      return said("again");
    });
  const started: [string, { output?: string }][] = [
    ["c0", { output: "half of it" }],
    ["c1", {}],
    ["c2", {}],
  ];
  const bench = benchWith([tool("effect", "unknown"), tool("read", "repeat"), tool("helper", "continue")], started);
  await run(bench, stepOf(["effect", "read", "helper"].map((name) => [name, { n: 0 }])));
  expect(did.toSorted()).toEqual(["helper", "read"]);
  const [effect, read, helper] = byIndex(bench);
  expect(effect).toMatchObject({ state: "interrupted", isError: true });
  expect(effect?.text).toMatch(/outcome unknown[\s\S]*half of it$/);
  expect([read?.text, helper?.text]).toEqual(["again", "again"]);
});

test("a large result is stored whole and sent as its beginning, its end and its path", async () => {
  const long = Array.from({ length: 4_000 }, (_, n) => `line ${n} and some words`).join("\n");
  const bench = benchWith([toolNamed("work", "repeat", async () => said(long))]);
  const [entry] = await run(bench, stepOf([["work", { n: 0 }]]));
  const [result] = bench.committed;
  expect(result?.text).toBe(long);
  expect(result?.sent).toMatch(/^line 0 [\s\S]*\/tool_results\/c0[\s\S]*line 3999 and some words$/);
  expect(estimateText(result?.sent ?? "")).toBeLessThanOrEqual(1_000);
  expect(entry?.tokens).toBe(entry && estimatePart(entry.part));
});

test("reading a file keeps to the room of the step, so that its result is never cut", async () => {
  const bench = benchWith(MAIN_TOOLS);
  await workspace.write("/workspace/long.txt", "Не выходи из комнаты, не совершай ошибку.\n".repeat(2_000));
  await run(bench, stepOf([["read_file", { path: "/workspace/long.txt" }]]));
  const [result] = bench.committed;
  expect(result?.sent).toBeUndefined();
  expect(result?.text).toMatch(/go on with offset \d+\]$/);
});

test("a log that cannot be written ends the work, and only after every call has ended", async () => {
  const slow = Promise.withResolvers<void>();
  let ended = false;
  const work = toolNamed("work", "repeat", async ({ n }) => {
    if (n === 1) {
      setTimeout(slow.resolve, 20);
      await slow.promise;
      ended = true;
    }
    return said("text");
  });
  const bench = benchWith([work]);
  const journal = { ...bench.ports.journal, commitResult: () => Promise.reject(new Error("the disk is full")) };
  const broken = { ...bench, ports: { ...bench.ports, journal } };
  await expect(run(broken, stepOf([0, 1].map((n) => ["work", { n }])))).rejects.toThrow("the disk is full");
  expect(ended).toBe(true);
});

test("a subagent's answer is the result of its call", async () => {
  const bench = benchWith(MAIN_TOOLS);
  await run(bench, stepOf([["run_subagent", { title: "t", task: "count" }]]));
  expect(bench.committed[0]?.text).toBe("did count");
});
