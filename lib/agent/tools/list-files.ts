import { z } from "zod";
import type { FileEntry } from "#lib/workspace/types.ts";
import { defineTool, failed, succeeded } from "./define-tool.ts";

const LIMIT = 500;

export const listFiles = defineTool({
  name: "list_files",
  description: "List a folder: files with their size in bytes, folders with a slash at the end.",
  input: z.object({
    path: z.string().min(1).default("/workspace"),
    depth: z.int().min(1).max(10).default(1).describe("How many levels of folders"),
  }),
  resume: "repeat",
  async run({ path, depth }, { workspace }) {
    const listed = await workspace.list(path, { depth, limit: LIMIT });
    if (!listed.ok) return failed(listed.reason);
    const { entries, more } = listed.value;
    if (entries.length === 0) return succeeded("(empty folder)");
    const lines = entries.map(describeEntry);
    if (more) lines.push(`(the first ${entries.length}; list a folder below to see the rest)`);
    return succeeded(lines.join("\n"));
  },
});

function describeEntry(entry: FileEntry): string {
  return entry.kind === "folder" ? `${entry.path}/` : `${entry.path} (${entry.bytes} bytes)`;
}
