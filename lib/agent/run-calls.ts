import type { ToolResultPart } from "ai";
import { z } from "zod";
import { planPreview, renderPreview } from "#lib/context/index.ts";
import type {
  AgentPorts,
  AgentTool,
  NewResult,
  ResultEntry,
  StepEntry,
  ToolCall,
  ToolContext,
  ToolOutput,
} from "./types.ts";

export interface CallPorts
  extends Pick<AgentPorts, "journal" | "world" | "workspace" | "emit" | "counting" | "outputFile" | "runSubagent"> {
  tools: ReadonlyMap<string, AgentTool>;
  estimateOf(text: string): number;
}

/** Calls of a step that have no result yet. */
export interface OpenCalls {
  step: StepEntry;
  calls: ToolCall[];
  /** The person has written something since: what a run before this one left is reported, and not done any more. */
  isAbandoned: boolean;
}

/**
 * Runs the open calls of a step and stores one result for each, whatever happens: a call without its result would make every
 * later request invalid. Neighbouring calls that may be repeated run side by side; one with an effect runs alone, so that
 * what the model asked in order also happens in order.
 */
export async function runCalls(
  { step, calls, isAbandoned }: OpenCalls,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ResultEntry[]> {
  const started = await ports.journal.startedCalls(
    step.id,
    calls.map((call) => call.toolCallId),
  );
  const results: ResultEntry[] = [];
  for (const batch of inBatches(calls, ports.tools)) {
    const finished = batch.map(async (call) => {
      const before = started.get(call.toolCallId);
      const output = isAbandoned ? abandoned(before) : await settleCall(call, step, before, ports, signal);
      results.push(await commit(call, step, output, ports));
    });
    // All of them, also when the log fails: nothing of a run may go on after its end.
    const settled = await Promise.allSettled(finished);
    const failure = settled.find((outcome) => outcome.status === "rejected");
    if (failure) throw failure.reason;
  }
  return results;
}

function inBatches(calls: ToolCall[], tools: ReadonlyMap<string, AgentTool>): ToolCall[][] {
  const batches: ToolCall[][] = [];
  let isOpen = false;
  for (const call of calls) {
    const hasEffect = tools.get(call.toolName)?.resume === "unknown";
    if (isOpen && !hasEffect) batches.at(-1)?.push(call);
    else batches.push([call]);
    isOpen = !hasEffect;
  }
  return batches;
}

/** Never rejects for what a tool does; only a log that cannot be written rejects. */
async function settleCall(
  call: ToolCall,
  step: StepEntry,
  before: { output?: string } | undefined,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ToolOutput> {
  if (signal.aborted) return stopped(before?.output);
  const broken = step.brokenInputs?.[call.toolCallId];
  if (broken !== undefined) return brokenInput(step, broken);
  const agentTool = ports.tools.get(call.toolName);
  if (!agentTool) {
    const names = [...ports.tools.keys()].join(", ");
    return failed(`There is no tool named ${call.toolName}. Available tools: ${names}.`);
  }
  const input = agentTool.input.safeParse(call.input);
  if (!input.success) return failed(`The input of ${call.toolName} is not valid:\n${z.prettifyError(input.error)}`);
  if (before && agentTool.resume === "unknown") return interrupted(before.output);
  return execute(agentTool, input.data, call, step, ports, signal);
}

async function execute(
  agentTool: AgentTool,
  input: unknown,
  call: ToolCall,
  step: StepEntry,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const outputFile = ports.outputFile(call.toolCallId);
  await ports.journal.startTool({ ...call, stepId: step.id, outputFile });
  const { toolCallId, toolName } = call;
  ports.emit({ type: "tool-start", stepId: step.id, toolCallId, toolName, startedAt: ports.world.now() });
  const context: ToolContext = {
    toolCallId,
    workspace: ports.workspace,
    signal,
    resultBound: step.resultBound,
    estimateOf: ports.estimateOf,
    outputFile,
    runSubagent: ({ title, task }) => ports.runSubagent({ toolCallId, title, task, signal }),
    emit: ports.emit,
  };
  try {
    const output = await agentTool.run(input, context);
    return output.text.trim() === "" ? { ...output, text: "(no output)" } : output;
  } catch (error) {
    if (signal.aborted) return stopped();
    const message = error instanceof Error && error.message ? error.message : "unknown error";
    return failed(`${toolName} failed: ${message}`);
  }
}

async function commit(call: ToolCall, step: StepEntry, output: ToolOutput, ports: CallPorts): Promise<ResultEntry> {
  const entry = await ports.journal.commitResult(describeResult(call, step, output, ports));
  const { toolCallId } = call;
  const value =
    entry.part.output.type === "text" || entry.part.output.type === "error-text" ? entry.part.output.value : "";
  ports.emit({
    type: "chunk",
    stepId: step.id,
    chunk: output.ok
      ? { type: "tool-output-available", toolCallId, output: value }
      : { type: "tool-output-error", toolCallId, errorText: value },
  });
  return entry;
}

/** The stored result is complete; what is sent of a large one is fixed here, once, whatever changes later. */
function describeResult(call: ToolCall, step: StepEntry, output: ToolOutput, ports: CallPorts): NewResult {
  const { toolCallId, toolName, callIndex } = call;
  const preview = planPreview(output.text, step.resultBound);
  const sent = preview && renderPreview(output.text, preview, `/tool_results/${toolCallId}`);
  const type = output.ok ? "text" : "error-text";
  const part: ToolResultPart = {
    type: "tool-result",
    toolCallId,
    toolName,
    output: { type, value: sent ?? output.text },
  };
  return {
    stepId: step.id,
    callIndex,
    toolCallId,
    toolName,
    state: output.state ?? (output.ok ? "complete" : "failed"),
    isError: !output.ok,
    text: output.text,
    ...(preview && { preview, sent: sent ?? "" }),
    ...ports.counting.resultPart(part),
  };
}

const failed = (text: string): ToolOutput => ({ ok: false, text });

function stopped(output?: string): ToolOutput {
  return { ok: false, state: "stopped", text: withOutput("Stopped by the person before it was done.", output) };
}

function interrupted(output?: string): ToolOutput {
  const sentence =
    "Interrupted by a restart, outcome unknown: it may have taken effect wholly, partly or not at all. Look before you do it again.";
  return { ok: false, state: "interrupted", text: withOutput(sentence, output) };
}

function abandoned(before: { output?: string } | undefined): ToolOutput {
  if (before) return interrupted(before.output);
  return { ok: false, state: "interrupted", text: "Not done: the run ended before this call began." };
}

function withOutput(sentence: string, output: string | undefined): string {
  return output ? `${sentence}\nOutput so far:\n${output}` : sentence;
}

function brokenInput(step: StepEntry, raw: string): ToolOutput {
  const reason =
    step.finishReason === "length"
      ? "The arguments of this call were cut off by the output limit, so it did not run. Write in smaller parts."
      : "The arguments of this call are not valid JSON, so it did not run. Send them again as one JSON object.";
  return failed(`${reason} They end with: ${raw.slice(-80).toWellFormed()}`);
}
