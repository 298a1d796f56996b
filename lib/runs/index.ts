/** A run's life: start, stream, stop, resume, recover. The only room that knows time and processes. */

export { changeFitting } from "./change-fitting.ts";
export { changeQueued, removeQueued } from "./change-queue.ts";
export { sentRows, viewChat, viewSubagents } from "./chat-views.ts";
export { chooseBranch } from "./choose-branch.ts";
export { continueChat } from "./continue-chat.ts";
export { continueRun } from "./continue-run.ts";
export { latestPlan } from "./handoff-note.ts";
export { type Cursor, data, type LiveEvent, parseCursor } from "./live-hub.ts";
export { alertOf, newErrorId } from "./run-errors.ts";
export { getRuntime, type Runtime } from "./runtime.ts";
export { sendMessage } from "./send-message.ts";
export { stopRun } from "./stop-run.ts";
