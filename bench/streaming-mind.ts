import type { ParsedRequest, Reply } from "#lib/models/server/index.ts";

/** Streams as many pieces as the newest message says; the server writes into each when it leaves. */
export default function streamingMind({ messages }: ParsedRequest): Reply {
  const pieces = Number(messages.findLast(({ role }) => role === "user")?.text ?? 1);
  return { text: "{{now}}".repeat(pieces) };
}
