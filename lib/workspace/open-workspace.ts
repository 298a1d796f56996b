import { realpath } from "node:fs/promises";
import { editFile } from "./edit-file.ts";
import { listPlace } from "./list-folder.ts";
import { findFiles, searchFiles } from "./lookup/look-up.ts";
import { describeFault, fail, succeed } from "./outcome.ts";
import { createPathGate } from "./path-gate.ts";
import { readFile } from "./read-file.ts";
import { runCommand } from "./run-command.ts";
import type { Outcome, VirtualMount, WorkspaceSession } from "./types.ts";
import { createVirtualSandbox } from "./virtual/virtual-sandbox.ts";
import { writeFile } from "./write-file.ts";

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const LOOKUP_TIMEOUT_MS = 30_000;

export interface WorkspaceOptions {
  /** Real folder that is seen as `/workspace`. It may be reached through a link. */
  root: string;
  mounts: readonly VirtualMount[];
  /** A command with more output is ended. */
  maxOutputBytes?: number;
  /** A find or a search that takes longer is ended. */
  lookupTimeoutMs?: number;
}

/** Files and commands of one agent. Nothing is started before the first command; `close` ends what was. */
export function openWorkspace(options: WorkspaceOptions): WorkspaceSession {
  const { root, mounts, maxOutputBytes = MAX_OUTPUT_BYTES, lookupTimeoutMs = LOOKUP_TIMEOUT_MS } = options;
  const gate = createPathGate(root, mounts);
  const scope = { gate, root, timeoutMs: lookupTimeoutMs };
  const commands = createCommands(options, maxOutputBytes);
  return {
    read: (path, range, signal) => asOutcome(path, signal, () => readFile(gate, path, range, signal)),
    write: (path, content) => asOutcome(path, undefined, () => writeFile(gate, path, content)),
    edit: (path, edit) => asOutcome(path, undefined, () => editFile(gate, path, edit)),
    list: (path, bounds) =>
      asOutcome(path, undefined, async () => {
        const place = await gate(path);
        return place.ok ? listPlace(root, mounts, place.value, bounds) : place;
      }),
    find: (glob, bounds) => asOutcome(bounds.path, bounds.signal, () => findFiles(scope, glob, bounds)),
    search: (pattern, bounds) => asOutcome(bounds.path, bounds.signal, () => searchFiles(scope, pattern, bounds)),
    run: (request) =>
      asOutcome("/workspace", request.signal, async () => {
        const sandbox = await commands.open();
        return sandbox.ok ? runCommand(sandbox.value, request, maxOutputBytes) : sandbox;
      }),
    close: commands.close,
  };
}

/** The shell gets the root with its links resolved, so that one through a link works; hence it is made at the first command. */
function createCommands({ root, mounts }: WorkspaceOptions, maxOutputBytes: number) {
  let sandbox: ReturnType<typeof createVirtualSandbox> | undefined;
  let closed = false;
  return {
    async open(): Promise<Outcome<ReturnType<typeof createVirtualSandbox>>> {
      const realRoot = await realpath(root);
      if (closed) return refuseClosed();
      sandbox ??= createVirtualSandbox({ root: realRoot, mounts, maxOutputBytes });
      return succeed(sandbox);
    },
    async close() {
      closed = true;
      await sandbox?.close();
    },
  };
}

function refuseClosed(): Outcome<never> {
  return fail("stopped", "The session was closed, so the command was not started.");
}

async function asOutcome<Value>(
  path: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await work();
  } catch (error) {
    return signal?.aborted ? fail("stopped", "The work was stopped.") : describeFault(error, path);
  }
}
