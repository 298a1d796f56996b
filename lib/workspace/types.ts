/**
 * What an agent may do with files and commands. Types only: the agent room depends on these and on nothing else of this room.
 *
 * Every path is virtual and absolute: `/workspace/…` is the folder that the person opened; `/tool_results/…`,
 * `/large_tool_results/…`, `/conversation_history/…` are served from the log, read-only. The same path is valid for the file
 * tools and in the shell.
 */

/** A tool failure is a value that the model reads. `reason` is one or two whole English sentences that say what to do next. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; code: FailureCode; reason: string };

export type FailureCode =
  | "not-found"
  | "outside"
  | "read-only"
  | "binary"
  | "too-large"
  | "is-folder"
  | "not-folder"
  | "no-match"
  | "ambiguous"
  | "changed"
  | "invalid"
  | "io"
  | "timeout"
  | "stopped";

/** `lines`: `offset` is the first line, from 1, `limit` a number of lines. `bytes`: `offset` is the first byte, from 0. */
export interface ReadRange {
  by: "lines" | "bytes";
  offset: number;
  limit: number;
}

/**
 * A part of a text. Positions are in the unit of the range; `next` is where to go on, absent at the end. Lines count from 1
 * and `to` is the last one in the text; bytes count from 0 and `to` is the first one that is not in the text.
 */
export interface TextSlice {
  text: string;
  by: "lines" | "bytes";
  from: number;
  to: number;
  total: number;
  next?: number;
  /** Lines longer than the display bound were cut in the middle; the whole line is readable by bytes. */
  longLines?: boolean;
}

export interface FileEntry {
  path: string;
  kind: "file" | "folder" | "other";
  bytes: number;
  modifiedAt: number;
}

export interface Listing {
  entries: FileEntry[];
  /** True when there is more than the limit; narrower arguments show the rest. */
  more: boolean;
}

export interface SearchMatch {
  path: string;
  line: number;
  text: string;
}

export interface SearchOutcome {
  matches: SearchMatch[];
  filesSearched: number;
  more: boolean;
}

export interface CommandRequest {
  command: string;
  timeoutMs: number;
  /** File that receives stdout and stderr as they arrive, on the real disk, outside the workspace. Its folder exists. */
  outputFile: string;
  signal: AbortSignal;
}

/** `kept` is false where the back end gives output only at the end and the command was cut short: then there is none. */
export interface CommandOutcome {
  exitCode: number | null;
  ended: "exit" | "timeout" | "stopped" | "output-limit";
  stdout: string;
  stderr: string;
  kept: boolean;
  durationMs: number;
}

/** Files and commands as one agent sees them. Implementations must not throw or reject: they return a failed outcome. */
export interface WorkspaceSession {
  read(path: string, range: ReadRange, signal?: AbortSignal): Promise<Outcome<TextSlice>>;
  write(path: string, content: string): Promise<Outcome<{ bytes: number; created: boolean }>>;
  edit(path: string, edit: TextEdit): Promise<Outcome<{ replaced: number; firstLine: number }>>;
  list(path: string, options: { depth: number; limit: number }): Promise<Outcome<Listing>>;
  find(glob: string, options: { path: string; limit: number; signal?: AbortSignal }): Promise<Outcome<Listing>>;
  search(pattern: string, options: SearchOptions): Promise<Outcome<SearchOutcome>>;
  run(request: CommandRequest): Promise<Outcome<CommandOutcome>>;
  /** Ends the worker; running commands end as stopped. */
  close(): Promise<void>;
}

export interface TextEdit {
  oldText: string;
  newText: string;
  replaceAll: boolean;
}

export interface SearchOptions {
  path: string;
  glob?: string;
  literal: boolean;
  ignoreCase: boolean;
  limit: number;
  signal?: AbortSignal;
}

/** A virtual file, served from the log. Bytes are UTF-8 text. */
export interface VirtualFile {
  bytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A folder of virtual files. `open` answers undefined for what this agent may not see: such paths do not exist. */
export interface VirtualMount {
  /** e.g. `/tool_results`, without a slash at the end */
  prefix: string;
  open(name: string): Promise<VirtualFile | undefined>;
  /** Names may have slashes: then they lie in folders. */
  list(): Promise<{ name: string; bytes: number }[]>;
  /** Absent where the mount is read-only. Only the file tools write; in the shell every mount is read-only. */
  write?(name: string, content: string): Promise<void>;
}
