import { describe, expect, it } from "vitest";
import { toolPhrase } from "./tool-phrase.ts";

describe("a call in human words", () => {
  it.each([
    ["read_file", { path: "/workspace/chapters/01.md" }, "read_file", "chapters/01.md"],
    ["read_file", { path: "/tool_results/c1" }, "read_file", "/tool_results/c1"],
    ["list_files", { path: "/workspace" }, "list_files", ""],
    ["list_files", {}, "list_files", ""],
    ["list_files", { path: "." }, "list_files", ""],
    ["run_command", { command: "npm test\nnpm run build" }, "run_command", "npm test"],
    ["run_subagent", { title: "Chapter 3", task: "Read it" }, "run_subagent", "Chapter 3"],
    ["weather", { city: "Oslo" }, "other", "weather"],
    ["toString", {}, "other", "toString"],
  ])("%s %j", (name, input, verb, target) => {
    expect(toolPhrase(name, input)).toEqual({ verb, target });
  });

  it("survives input of any shape", () => {
    for (const input of [undefined, null, 3, "text", [], { path: 5 }]) {
      expect(toolPhrase("read_file", input)).toEqual({ verb: "read_file", target: "" });
    }
  });
});
