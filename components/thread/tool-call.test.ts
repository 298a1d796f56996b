import { describe, expect, it } from "vitest";
import type { MessageView } from "#lib/store/views.ts";
import { callView, countLines, firstWords } from "./tool-call.ts";

const call = { toolCallId: "c1", toolName: "read_file", input: { path: "a" } };
const result = (change: Partial<MessageView>, type: "text" | "error-text" = "text"): MessageView => ({
  id: "r",
  seq: 3,
  role: "tool",
  kind: "result",
  state: "complete",
  content: [{ type: "tool-result", toolCallId: "c1", toolName: "read_file", output: { type, value: "stored" } }],
  bytes: 6,
  tokens: 10,
  createdAt: 1_500,
  onPath: true,
  ...change,
});

describe("the state of a call", () => {
  it("is that of its stored result, whatever streams", () => {
    const live = { state: "running" as const };
    expect(callView({ call, row: result({}), live, stepAt: 1_000, running: true })).toMatchObject({
      state: "done",
      durationMs: 500,
      output: { value: "stored" },
    });
    expect(callView({ call, row: result({}, "error-text"), live, running: true }).state).toBe("failed");
    expect(callView({ call, row: result({ state: "stopped" }), live, running: true }).state).toBe("stopped");
    expect(callView({ call, row: result({ state: "interrupted" }), live, running: true }).state).toBe("interrupted");
  });

  it("is what streams until then", () => {
    const view = callView({ call, row: undefined, live: { state: "done", text: "streamed" }, running: true });
    expect(view).toMatchObject({ state: "done", output: { type: "text", value: "streamed" } });
  });

  it("is waiting only while the agent works", () => {
    const none = { row: undefined, live: undefined };
    expect(callView({ call, ...none, running: true }).state).toBe("pending");
    expect(callView({ call, ...none, running: false }).state).toBe("interrupted");
    expect(callView({ call: { ...call, input: undefined }, ...none, running: true }).state).toBe("preparing");
  });
});

describe("an output at a glance", () => {
  it("counts lines without the last line end", () => {
    expect(countLines({ type: "text", value: "a\nb\n" })).toBe(2);
    expect(countLines({ type: "text", value: "" })).toBeUndefined();
    expect(countLines({ type: "text", bytes: 5, href: "/x" })).toBeUndefined();
  });

  it("shows the first line of a failure that says something", () => {
    expect(firstWords({ type: "error-text", value: "\n  No such file.\nMore" })).toBe("No such file.");
  });
});
