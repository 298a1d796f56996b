import type { ParsedRequest, Reply, Script } from "#lib/models/server/index.ts";
import type { LogRow } from "#lib/store/index.ts";

export const call = (name: string, input: object): Reply => ({ calls: [{ name, arguments: JSON.stringify(input) }] });

export const read = (path: string): Reply => call("read_file", { path: `/workspace/${path}` });

/** Answers the requests of the server in the order in which they come, whatever they hold. */
export const inTurn =
  (...replies: Reply[]): Script =>
  (request) =>
    replies[request.requestNumber - 1] ?? { text: "All done." };

export const isMain = (request: ParsedRequest): boolean => request.tools.includes("run_subagent");

export const resultsIn = (request: ParsedRequest): string[] =>
  request.messages.flatMap((message) => (message.role === "tool" ? [message.output ?? ""] : []));

/** One step with a subagent for each task. */
export const delegate = (...tasks: string[]): Reply => ({
  calls: tasks.map((task) => ({ name: "run_subagent", arguments: JSON.stringify({ title: task, task }) })),
});

export function textOf(row: LogRow | undefined): string {
  return (row?.content ?? [])
    .map((part) => (part.type === "text" ? part.text : part.type === "tool-result" ? part.output.value : ""))
    .join("");
}

/** Results by the place of their call. */
export function resultTexts(rows: LogRow[]): string[] {
  const results = rows.filter((row) => row.role === "tool");
  return results.toSorted((a, b) => (a.callIndex ?? 0) - (b.callIndex ?? 0)).map(textOf);
}
