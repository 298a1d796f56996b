import type { ParsedRequest, Reply } from "#lib/models/server/index.ts";

/** Makes the call that the newest message names, `<steps> <tool> <arguments as JSON>`, so many times, and then says so. */
export default function callingMind({ messages }: ParsedRequest): Reply {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const [, steps = "0", name = "", input = "{}"] = /^(\d+) (\S+) (.*)$/s.exec(messages[at]?.text ?? "") ?? [];
  const done = messages.slice(at + 1).filter(({ role }) => role === "assistant").length;
  const left = name === "read_file" || done < Number(steps);
  return left ? { calls: [{ name, arguments: input }] } : { text: "All done." };
}
