import type { MessageView } from "#lib/store/views.ts";

/** The text parts of a row, joined. */
export function rowText(row: Pick<MessageView, "content">): string {
  return row.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
