import { randomBytes } from "node:crypto";
import type { Failure, RunEnd } from "#lib/agent/types.ts";
import type { AlertCode } from "#lib/alerts.ts";
import { type ChatError, ConflictError, diskFailure, explainStoreError, type StoreError } from "#lib/store/index.ts";
import type { Runtime } from "./runtime.ts";

/** Short enough to be read aloud. */
export const newErrorId = (): string => randomBytes(5).toString("hex");

const ALERTED_CLASSES = new Map([
  ["WAIT", "retries-exhausted"],
  ["TRANSIENT", "retries-exhausted"],
  ["UNRECORDED", "database"],
] as const);

/** The end of a run as it is stored; what an operator should know of raises an alert. */
export function describeEnd(runtime: Runtime, end: RunEnd): ChatError | undefined {
  const id = newErrorId();
  switch (end.status) {
    case "done":
    case "stopped":
      return undefined;
    case "paused":
      return { class: "PAUSED", message: end.message, id, guard: end.guard };
    case "full":
      runtime.log.info({ class: "OVERFLOW", id, cause: end.cause, expected: true }, "a chat is full");
      return { ...describeFailure(end.failure, id), class: "OVERFLOW", cause: end.cause };
    case "failed": {
      const alert = ALERTED_CLASSES.get(end.failure.class as "WAIT");
      if (alert) runtime.alert(alert, id, end.failure.detail ?? end.failure.message);
      else runtime.log.warn({ class: end.failure.class, id }, "a run failed");
      return describeFailure(end.failure, id);
    }
  }
}

function describeFailure(failure: Failure, id: string): ChatError {
  const { message, used, limit, providerRequestId, detail } = failure;
  return {
    ...{ class: failure.class, message, id },
    ...(used !== undefined && { used }),
    ...(limit !== undefined && { limit }),
    ...(providerRequestId && { providerRequestId }),
    ...(detail && { detail }),
  };
}

/** Which alert a failure of the log raises. */
export function alertOf({ code }: StoreError): AlertCode {
  return code === "disk-full" || code === "read-only" ? "disk" : "database";
}

/** This process gives a run up, and writes nothing more: the rows that are there say where to go on. */
export class RunLeft extends Error {}

/** Whether the work ends because the process does, or because another process has the run; everything else is a Stop. */
export function isLeaving({ aborted, reason }: AbortSignal): boolean {
  return aborted && (reason === "shutdown" || reason === "lost");
}

/** Something was thrown. `undefined`: the run is not this process's any more, and it only has to leave. */
export function describeThrown(runtime: Runtime, error: unknown): ChatError | undefined {
  if (error instanceof RunLeft) return undefined;
  if (ConflictError.isInstance(error)) {
    runtime.log.warn({ columns: error.columns }, "a run was left: another writer was first");
    return undefined;
  }
  const id = newErrorId();
  const failure = diskFailure(error);
  if (failure) {
    runtime.alert(alertOf(failure), id, error);
    return { class: "DATABASE", id, message: `The run was ended. ${explainStoreError(failure)}` };
  }
  runtime.alert("bug", id, error);
  return {
    class: "BUG",
    id,
    message: "Something went wrong inside Longhand. Everything that was stored is still there.",
  };
}
