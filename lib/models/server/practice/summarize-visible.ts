import type { ParsedRequest, Reply } from "../types.ts";

const ASKED = /summar|résum|ringkas|samenvat|сводк|резюме|қорытын|总结|摘要|要約/iu;
const NOTE = /^- (?:✓|…|✗) .+$/gmu;
const NOTES_KEPT = 200;
const CALLS_KEPT = 10;

/** Without tools, a request that speaks of a summary is one to condense what it carries: the notes and the last calls. */
export function summarizeVisible(request: ParsedRequest): Reply | undefined {
  const last = request.messages.findLast((message) => message.role === "user")?.text ?? "";
  const system = request.messages.find((message) => message.role === "system")?.text ?? "";
  if (request.tools.length > 0 || !(ASKED.test(last) || ASKED.test(system))) return undefined;
  const texts = request.messages.flatMap((message) => message.text.match(NOTE) ?? []);
  const notes = [...new Set(texts)].slice(-NOTES_KEPT);
  const calls = request.messages
    .flatMap((message) => message.calls)
    .slice(-CALLS_KEPT)
    .map((call) => `- ${call.name} ${call.arguments.slice(0, 120).toWellFormed()}`);
  const sections = [
    ...(notes.length > 0 ? [`## Files seen\n\n${notes.join("\n")}`] : []),
    ...(calls.length > 0 ? [`## Last calls\n\n${calls.join("\n")}`] : []),
  ];
  return { text: sections.length > 0 ? sections.join("\n\n") : "Nothing has been done so far." };
}
