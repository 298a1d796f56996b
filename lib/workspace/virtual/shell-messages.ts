import type { MessagePort } from "node:worker_threads";

/** What a shell worker is started with. */
export interface ShellSetup {
  /** Real folder behind `/workspace`, with links resolved. */
  root: string;
  /** Prefixes of the mounts that are answered for at the port. */
  prefixes: string[];
  mountPort: MessagePort;
  maxOutputBytes: number;
}

export interface ShellCommand {
  command: string;
  workingDirectory: string;
  env: Record<string, string>;
}

/** Each stream is cut one byte beyond the output limit, so that the limit is seen and no more is copied. */
export interface ShellAnswer {
  exitCode: number;
  stdout: Uint8Array;
  stderr: Uint8Array;
}
