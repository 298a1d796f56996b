import { setTimeout as delay } from "node:timers/promises";
import { composeInstructions } from "#lib/agent/instructions/compose-instructions.ts";
import { MAIN_TOOLS } from "#lib/agent/tools/index.ts";
import { conflict, notFound } from "#lib/errors.ts";
import type { Chat, ChatError, NextRow, Run } from "#lib/store/index.ts";
import { freezeAgent } from "./freeze-agent.ts";
import { data } from "./live-hub.ts";
import { type RootRun, runConversation } from "./run-conversation.ts";
import { describeEnd, describeThrown } from "./run-errors.ts";
import { readRunSettings } from "./run-settings.ts";
import type { Runtime } from "./runtime.ts";
import { createSubagentStarter } from "./subagents.ts";

const HEARTBEAT_MS = 5_000;
const FINISH_TRIES = 6;

/**
 * Begins a run and returns at once; the run belongs to this process from here on, not to the request that asked for it.
 * @param message the row that it answers, stored together with the run or not at all
 * @throws AppError 409 `running` while another run is active
 */
export async function beginRun(runtime: Runtime, chat: Chat, message?: (runId: string) => NextRow): Promise<Run> {
  const id = runtime.newId();
  const frozen = JSON.stringify(freezeAgent(composeInstructions("main"), MAIN_TOOLS));
  const begun = await runtime.store.runs.create({
    ...{ id, conversationId: chat.id, holder: runtime.holder, frozen },
    ...(message && { message: message(id) }),
  });
  if (!begun.created)
    throw conflict("running", "The agent is still working in this chat. Stop it first, or wait until it is done.");
  const { row, run } = begun;
  if (row) {
    runtime.hub.setSeq(chat.id, row.seq - 1);
    runtime.hub.commit(chat.id, { seq: row.seq, id: row.id, role: row.role, kind: row.kind });
  }
  workOn(runtime, chat, run);
  return run;
}

/** Goes on with a run of a process that is gone. */
export async function resumeRun(runtime: Runtime, run: Run): Promise<void> {
  const chat = await runtime.store.chats.get(run.conversationId);
  if (!chat || !(await runtime.store.runs.claim(run.id, runtime.holder, runtime.now() + 1))) return;
  runtime.log.info({ runId: run.id, chatId: chat.id }, "going on with an unfinished run");
  workOn(runtime, chat, run);
}

function workOn(runtime: Runtime, chat: Chat, run: Run): void {
  const controller = new AbortController();
  const ended = execute(runtime, chat, run, controller).finally(() => runtime.active.delete(chat.id));
  runtime.active.set(chat.id, { runId: run.id, conversationId: chat.id, controller, ended });
  runtime.hub.tell(chat.id, data("data-status", { status: "running" }));
}

/** Never rejects. */
async function execute(runtime: Runtime, chat: Chat, run: Run, controller: AbortController): Promise<void> {
  const beat = setInterval(() => {
    runtime.store.runs
      .heartbeat(run.id, runtime.holder)
      .then((isOurs) => isOurs || controller.abort("lost"))
      // A database that cannot be written ends the run at its next row; a missed sign of life does not.
      .catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    const workspace = await runtime.store.workspaces.get(chat.workspaceId);
    if (!workspace) throw notFound("workspace");
    const root: RootRun = { runId: run.id, settings: await readRunSettings(runtime.store), spent: run.spent };
    const shared = { runtime, root, workspacePath: workspace.path };
    const runSubagent = createSubagentStarter({ ...shared, parent: chat, parentRun: run });
    const end = await runConversation({ ...shared, chat, run, signal: controller.signal, runSubagent });
    await finish(runtime, chat, run, end.status, describeEnd(runtime, end));
  } catch (error) {
    const described = describeThrown(runtime, error);
    if (described) await finish(runtime, chat, run, "failed", described);
  } finally {
    clearInterval(beat);
  }
}

/** Tries for a while: a run whose end is not stored would look as if it were still going. */
async function finish(
  runtime: Runtime,
  chat: Chat,
  run: Run,
  status: Exclude<Run["status"], "running">,
  error: ChatError | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await runtime.store.runs.finish({ id: run.id, status, ...(error && { error }) });
      break;
    } catch (failure) {
      runtime.log.error({ err: failure, runId: run.id, attempt }, "the end of a run could not be stored");
      if (attempt === FINISH_TRIES) break;
      await delay(1_000 * 2 ** attempt);
    }
  }
  runtime.hub.tell(
    chat.id,
    data("data-status", { status: status === "done" ? "idle" : status, ...(error && { error }) }),
  );
}
