import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openWorkspace, type WorkspaceOptions } from "./open-workspace.ts";
import type { Outcome, VirtualMount, WorkspaceSession } from "./types.ts";

/** A new empty folder that is removed after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workspace-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A session on a new folder. */
export async function makeWorkspace(
  options: Partial<WorkspaceOptions> = {},
): Promise<{ root: string; session: WorkspaceSession }> {
  const root = options.root ?? (await makeFolder());
  const session = openWorkspace({ mounts: [], ...options, root });
  onTestFinished(() => session.close());
  return { root, session };
}

/** A read-only mount over texts in memory. */
export function makeMount(prefix: string, texts: Record<string, string>): VirtualMount {
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  return {
    prefix,
    async open(name) {
      const file = files.get(name);
      return file && { bytes: file.length, read: async (start, end) => file.subarray(start, end) };
    },
    list: async () => [...files].map(([name, file]) => ({ name, bytes: file.length })),
  };
}

/** The value of an outcome that is expected to have succeeded. */
export function takeValue<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.reason}`);
  return outcome.value;
}

/** The code of a failure, or `ok`. */
export function codeOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? "ok" : outcome.code;
}
