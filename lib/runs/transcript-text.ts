import { type LogPart, type LogRow, readableParts } from "#lib/store/index.ts";

const DAMAGED = "(This entry is damaged and cannot be read any more.)";

/** A conversation as Markdown that an agent can read and search: every row in order, results with their path. */
export function renderTranscript(title: string, rows: LogRow[]): string {
  return [`# ${title || "Conversation"}`, ...rows.map(renderRow)].join("\n\n");
}

function renderRow(row: LogRow): string {
  const who = { user: row.kind === "person" ? "Person" : row.kind, assistant: "Assistant", tool: "Result" }[row.role];
  return `## ${row.seq}. ${who}\n\n${readableParts(row)?.map(renderPart).join("\n\n") ?? DAMAGED}`;
}

function renderPart(part: LogPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "reasoning":
      return part.text && `> ${part.text.replaceAll("\n", "\n> ")}`;
    case "tool-call":
      return `Call ${part.toolCallId}: ${part.toolName} ${JSON.stringify(part.input)}`;
    case "tool-result":
      return `Result of ${part.toolCallId} (${part.toolName}):\n${part.output.value}`;
  }
}
