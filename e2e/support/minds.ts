import type { ParsedRequest, Reply, Script } from "#lib/models/server/index.ts";

/** A call of the past and what came back for it. */
export interface PastCall {
  name: string;
  input: Record<string, unknown>;
  output: string;
}

export const call = (name: string, input: Record<string, unknown>, text?: string): Reply => ({
  ...(text && { text }),
  calls: [{ name, arguments: input }],
});

export const run = (command: string): Reply => call("run_command", { command });

/** Only the main agent is offered subagents. */
export const isSubagent = (request: ParsedRequest): boolean => !request.tools.includes("run_subagent");

/** The newest message that a person or a parent wrote. */
export function newestTask(request: ParsedRequest): string {
  return request.messages.findLast((message) => message.role === "user")?.text ?? "";
}

/** The calls since the newest user message, in order, as far as they are visible. */
export function pastCalls(request: ParsedRequest): PastCall[] {
  const turn = request.messages.slice(request.messages.findLastIndex((message) => message.role === "user") + 1);
  const outputs = new Map(turn.map((message) => [message.toolCallId, message.output ?? ""]));
  return turn.flatMap((message) =>
    message.calls.map(({ id, name, arguments: written }) => ({
      ...{ name, output: outputs.get(id) ?? "" },
      input: JSON.parse(written) as Record<string, unknown>,
    })),
  );
}

/** In every turn, one reply after the other, then a last word. */
export const inTurn =
  (...replies: Reply[]): Script =>
  (request) =>
    replies[steps(request)] ?? { text: "All done." };

function steps(request: ParsedRequest): number {
  const turn = request.messages.slice(request.messages.findLastIndex((message) => message.role === "user") + 1);
  return turn.filter((message) => message.role === "assistant").length;
}

/**
 * Writes the numbers 1 to `count` into a file, one command each. After an interruption it looks into the file first and writes
 * only what is missing there, so every number is written once.
 */
export function writeNumbers(
  request: ParsedRequest,
  file: string,
  count: number,
  command: (n: number) => string,
): Reply | undefined {
  const done = new Set<number>();
  let isUnsure = false;
  for (const { name, input, output } of pastCalls(request)) {
    if (name === "read_file" && input.path === `/workspace/${file}`) {
      for (const line of output.split("\n")) if (/^\d+$/.test(line)) done.add(Number(line));
      isUnsure = false;
    }
    const written = name === "run_command" ? /echo (\d+) >> (\S+)/.exec(String(input.command).replace(";", "")) : null;
    if (written?.[2] !== file) continue;
    if (/Interrupted by a restart/.test(output)) isUnsure = true;
    else done.add(Number(written[1]));
  }
  if (isUnsure) return call("read_file", { path: `/workspace/${file}` });
  for (let n = 1; n <= count; n++) if (!done.has(n)) return run(command(n));
  return undefined;
}
