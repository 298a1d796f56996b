import { z } from "zod";
import type { CommandOutcome } from "#lib/workspace/types.ts";
import type { ToolOutput } from "../types.ts";
import { defineTool, failed } from "./define-tool.ts";

const LONGEST_SECONDS = 3_600;

export const runCommand = defineTool({
  name: "run_command",
  description:
    "Run a shell command, starting in /workspace. It is a built-in bash with about 80 of the usual commands (find, grep, rg, sed, awk, sort, jq, sqlite3, tar, diff …), python3 with its standard library, and js-exec for JavaScript. No network, git, node, npm or pip. Files below /workspace last, /tmp does not. Output comes when the command ends and is lost when it is ended early, so prefer narrow commands. Brace ranges give at most 10,000 items: use seq.",
  input: z.object({
    command: z.string().min(1),
    timeout_seconds: z.int().min(1).max(LONGEST_SECONDS).default(120),
  }),
  resume: "unknown",
  async run({ command, timeout_seconds }, { workspace, outputFile, signal }) {
    const ran = await workspace.run({ command, timeoutMs: timeout_seconds * 1_000, outputFile, signal });
    if (!ran.ok) return failed(ran.reason);
    return describeOutcome(ran.value, timeout_seconds);
  },
});

function describeOutcome(outcome: CommandOutcome, timeoutSeconds: number): ToolOutput {
  const output = [outcome.stdout, outcome.stderr].filter((text) => text !== "").join("\n");
  const seconds = (outcome.durationMs / 1_000).toFixed(1);
  const lost = outcome.kept ? "" : " None of its output was kept; a narrower command shows more.";
  switch (outcome.ended) {
    case "exit": {
      if (outcome.exitCode === 0) return { ok: true, text: output || "(no output, exit code 0)" };
      return failed(`${output ? `${output}\n` : ""}(exit code ${outcome.exitCode})`);
    }
    case "timeout":
      return failed(join(output, `The command was ended after ${timeoutSeconds} seconds.${lost}`));
    case "stopped":
      return { ...failed(join(output, `Stopped by the person after ${seconds} seconds.${lost}`)), state: "stopped" };
    case "output-limit":
      return failed(join(output, `The command was ended because its output was larger than what is recorded.${lost}`));
  }
}

const join = (output: string, sentence: string) => (output ? `${output}\n(${sentence})` : sentence);
