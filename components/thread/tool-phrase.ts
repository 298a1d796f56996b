const TARGETS = {
  read_file: "path",
  write_file: "path",
  edit_file: "path",
  list_files: "path",
  find_files: "pattern",
  search_files: "pattern",
  run_command: "command",
  update_plan: "title",
  run_subagent: "title",
} as const;

export type KnownTool = keyof typeof TARGETS;

const PATH_TOOLS: ReadonlySet<string> = new Set(["read_file", "write_file", "edit_file", "list_files"]);

/**
 * What a call does to what, for a sentence in human words. A tool that is not known here is named by `other`, with its own
 * name as target; an empty target stands for the workspace itself.
 */
export function toolPhrase(toolName: string, input: unknown): { verb: KnownTool | "other"; target: string } {
  if (!isKnownTool(toolName)) return { verb: "other", target: toolName };
  const value = (input as Record<string, unknown> | null | undefined)?.[TARGETS[toolName]];
  const text = typeof value === "string" ? value.trim() : "";
  return { verb: toolName, target: PATH_TOOLS.has(toolName) ? workspacePath(text) : firstLine(text) };
}

function isKnownTool(name: string): name is KnownTool {
  return Object.hasOwn(TARGETS, name);
}

/** A path as the person knows it: relative to the folder that is open. */
function workspacePath(path: string): string {
  return path.replace(/^\/workspace(\/|$)/, "").replace(/^\.\/?$/, "");
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
