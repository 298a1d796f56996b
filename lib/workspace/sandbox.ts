import type { Experimental_SandboxProcess } from "ai";

/**
 * What commands run in. It is the part of the AI SDK's sandbox interface that is used here, so any session that follows
 * that interface can stand in; its name there is still marked as experimental and is written in this file only.
 */
export interface Sandbox {
  /** For the instructions of an agent: what there is, and what there is not. */
  readonly description: string;
  /**
   * Resolves when the command has started. `kill`, and the signal, end it with everything that it started; `wait` then
   * rejects. Rejects where nothing could be started.
   */
  spawn(options: SandboxCommand): PromiseLike<SandboxProcess>;
}

export interface SandboxCommand {
  command: string;
  workingDirectory?: string;
  env?: Record<string, string>;
  abortSignal?: AbortSignal;
}

export type SandboxProcess = Experimental_SandboxProcess;
