import type { ParsedRequest, Reply } from "#lib/models/server/index.ts";

const TASK = /^(\d+) (\S+) (.*)$/s;

/** Makes the call that the newest task names, `<steps> <tool> <arguments as JSON>`, so many times, and then says so. */
export default function callingMind({ messages }: ParsedRequest): Reply {
  const at = messages.findLastIndex(({ role, text }) => role === "user" && TASK.test(text));
  const [, steps = "0", name = "", input = "{}"] = TASK.exec(messages[at]?.text ?? "") ?? [];
  const done = messages.slice(at + 1).filter(({ role }) => role === "assistant").length;
  // What is read is soon left out, so its steps cannot be counted here.
  const isLeft = name === "read_file" || done < Number(steps);
  return isLeft ? { calls: [{ name, arguments: input }] } : { text: "All done." };
}
