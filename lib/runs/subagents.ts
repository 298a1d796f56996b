import PQueue from "p-queue";
import { composeInstructions } from "#lib/agent/instructions/compose-instructions.ts";
import { SUBAGENT_TOOLS } from "#lib/agent/tools/index.ts";
import type { AgentEvent, FrozenAgent, RunEnd, ToolOutput } from "#lib/agent/types.ts";
import type { Chat, ChatError, Run } from "#lib/store/index.ts";
import { currentEstimator } from "./counting.ts";
import { freezeAgent } from "./freeze-agent.ts";
import { currentLimits } from "./limits.ts";
import { data } from "./live-hub.ts";
import { type RootRun, runConversation } from "./run-conversation.ts";
import { describeEnd, describeThrown } from "./run-errors.ts";
import type { Runtime } from "./runtime.ts";
import { userRow } from "./user-row.ts";

/** Starts the subagents of one run: a few at once, the others wait their turn, and none is refused for waiting. */
export type SubagentStarter = (call: {
  toolCallId: string;
  title: string;
  task: string;
  signal: AbortSignal;
}) => Promise<ToolOutput>;

interface StarterInput {
  runtime: Runtime;
  root: RootRun;
  parent: Chat;
  parentRun: Run;
  workspacePath: string;
}

const STOPPED: ToolOutput = { ok: false, state: "stopped", text: "Stopped by the person before it was done." };

export function createSubagentStarter(input: StarterInput): SubagentStarter {
  const { runtime, root, parent, parentRun } = input;
  const slots = new PQueue({ concurrency: root.settings.subagentsAtOnce });
  let counted: Promise<number> | undefined;

  /** Children of earlier processes count as well. */
  async function mayStart(): Promise<boolean> {
    counted ??= runtime.store.chats
      .subagents(parent.id)
      .then((chats) => chats.filter((chat) => chat.createdAt >= parentRun.startedAt).length);
    const before = counted;
    // At once: several start at the same moment, and each is one more.
    counted = before.then((count) => count + 1);
    return (await before) < root.settings.subagentsPerRun;
  }

  return async (call) => {
    // The queue does not get the signal: it would answer while the helper is still writing its last rows.
    return slots.add(async () => (call.signal.aborted ? STOPPED : runChild(input, call, mayStart)));
  };
}

async function runChild(
  input: StarterInput,
  call: Parameters<SubagentStarter>[0],
  mayStart: () => Promise<boolean>,
): Promise<ToolOutput> {
  const { runtime, root, parent } = input;
  const { store } = runtime;
  const known = await store.chats.findChild(parent.id, call.toolCallId);
  if (!known && !(await mayStart())) {
    return {
      ok: false,
      text: `A run may start ${root.settings.subagentsPerRun} subagents, and it has. Do this part yourself.`,
    };
  }
  const chat = known ?? (await createChild(input, call));
  const newest = known && (await store.runs.newest(chat.id));
  const isParked = newest?.error?.guard === "crash";
  if (newest && newest.status !== "running" && !isParked) return describeAnswer(runtime, chat, endOfStored(newest));
  const taken = newest && (await store.runs.takeOver({ id: newest.id, holder: runtime.holder }));
  const run = taken ?? (await startChildRun(runtime, chat));
  return superviseChild(input, chat, run, call);
}

async function createChild({ runtime, parent }: StarterInput, call: Parameters<SubagentStarter>[0]): Promise<Chat> {
  const { budget } = await currentLimits(runtime);
  const row = userRow(runtime, { id: runtime.newId(), kind: "instruction", text: call.task }, budget);
  return runtime.store.chats.create({
    ...{ id: runtime.newId(), workspaceId: parent.workspaceId, title: call.title },
    ...{ parentId: parent.id, parentToolCallId: call.toolCallId, rows: [{ ...row, seq: 1 }] },
  });
}

async function startChildRun(runtime: Runtime, chat: Chat): Promise<Run> {
  const { rule } = currentEstimator(runtime);
  const frozen: FrozenAgent = freezeAgent(composeInstructions("subagent"), SUBAGENT_TOOLS, rule);
  const begun = await runtime.store.runs.create({
    ...{ id: runtime.newId(), conversationId: chat.id, holder: runtime.holder },
    frozen: JSON.stringify(frozen),
  });
  if (!begun.created) throw new Error(`subagent ${chat.id} is running already`);
  return begun.run;
}

async function superviseChild(
  input: StarterInput,
  chat: Chat,
  run: Run,
  call: Parameters<SubagentStarter>[0],
): Promise<ToolOutput> {
  const { runtime, root, parent } = input;
  const own = new AbortController();
  const stall = watchForStall(root.settings.subagentStallMs, () => own.abort("stalled"));
  const progress = createProgress(runtime, parent.id, chat, call.toolCallId);
  const ended = Promise.withResolvers<void>();
  runtime.metrics.subagentsActive.inc();
  runtime.active.set(chat.id, { runId: run.id, conversationId: chat.id, controller: own, ended: ended.promise });
  let end: RunEnd = { status: "stopped" };
  try {
    end = await runConversation({
      ...{ runtime, root, chat, run, workspacePath: input.workspacePath },
      signal: AbortSignal.any([call.signal, own.signal]),
      runSubagent: async () => ({ ok: false, text: "A subagent cannot start another one." }),
      onEvent: (event) => {
        stall.touch();
        progress.take(event);
      },
    });
    await finishChild(runtime, { chat, run, status: end.status, error: describeEnd(runtime, end) });
  } catch (thrown) {
    const error = describeThrown(runtime, thrown);
    if (!error) throw thrown;
    end = { status: "failed", failure: error };
    await finishChild(runtime, { chat, run, status: "failed", error });
  } finally {
    stall.end();
    progress.end(end.status === "done" ? "idle" : end.status);
    runtime.active.delete(chat.id);
    runtime.metrics.subagentsActive.dec();
    ended.resolve();
  }
  if (own.signal.reason === "stalled") {
    const minutes = Math.round(root.settings.subagentStallMs / 60_000);
    return describeAnswer(runtime, chat, { ok: false, why: `it did nothing for ${minutes} minutes and was ended` });
  }
  return describeAnswer(runtime, chat, endOf(end));
}

async function finishChild(
  runtime: Runtime,
  { chat, run, status, error }: { chat: Chat; run: Run; status: RunEnd["status"]; error: ChatError | undefined },
): Promise<void> {
  await runtime.store.runs.finish({ id: run.id, status, ...(error && { error }) });
  const shown = status === "done" ? "idle" : status;
  runtime.hub.tell(chat.id, data("data-status", { status: shown, ...(error && { error }) }));
}

interface ChildEnd {
  ok: boolean;
  why: string;
  state?: "stopped";
}

function endOf(end: RunEnd): ChildEnd {
  switch (end.status) {
    case "done":
      return { ok: true, why: "it ended without a text" };
    case "stopped":
      return { ok: false, why: "the person stopped it", state: "stopped" };
    case "paused":
      return { ok: end.guard === "length", why: end.message };
    case "full":
    case "failed":
      return { ok: false, why: end.failure.message };
  }
}

function endOfStored(run: Run): ChildEnd {
  if (run.status === "done") return { ok: true, why: "it ended without a text" };
  if (run.status === "stopped") return { ok: false, why: "the person stopped it", state: "stopped" };
  return { ok: run.error?.guard === "length", why: run.error?.message ?? run.status };
}

/** What the parent reads: the last text that is not empty, and never nothing. */
async function describeAnswer(runtime: Runtime, chat: Chat, end: ChildEnd): Promise<ToolOutput> {
  const rows = await runtime.store.messages.path(chat.id);
  const steps = rows.filter((row) => row.role === "assistant");
  const texts = steps.map((row) =>
    row.content
      .map((part) => (part.type === "text" ? part.text : ""))
      .join("\n")
      .trim(),
  );
  const text = texts.findLast((candidate) => candidate !== "");
  if (end.ok && text) return { ok: true, text };
  const note = `The subagent did not give a complete answer: ${end.why}. It did ${steps.length} steps; its transcript is at /conversation_history/${chat.id}.md.`;
  return { ok: false, text: text ? `${note}\nIts last text:\n${text}` : note, ...(end.state && { state: end.state }) };
}

function watchForStall(limitMs: number, onStall: () => void) {
  let timer = setTimeout(onStall, limitMs);
  return {
    touch() {
      clearTimeout(timer);
      timer = setTimeout(onStall, limitMs);
    },
    end: () => clearTimeout(timer),
  };
}

const PROGRESS_MS = 250;

/** Tells the parent's viewers how the child is doing, a few times a second at most. */
function createProgress(runtime: Runtime, parentId: string, chat: Chat, toolCallId: string) {
  const state = {
    id: chat.id,
    toolCallId,
    title: chat.title,
    status: "running",
    steps: 0,
    used: 0,
    budget: 0,
    activity: "",
  };
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    runtime.hub.tell(parentId, data("data-subagent", { ...state }));
  };
  tell();
  return {
    take(event: AgentEvent) {
      if (event.type === "step-start" && event.attempt === 1) state.steps++;
      else if (event.type === "projection") Object.assign(state, { used: event.used, budget: event.budget });
      else if (event.type === "tool-start") state.activity = event.toolName;
      else return;
      timer ??= setTimeout(tell, PROGRESS_MS);
    },
    end(status: string) {
      clearTimeout(timer);
      state.status = status;
      tell();
    },
  };
}
