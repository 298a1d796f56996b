export type MessageTree = { [key: string]: string | MessageTree };

/** `over` on top of `base`, deeply: a text that a language lacks is shown in the language of `base`. */
export function mergeMessages(base: MessageTree, over: MessageTree): MessageTree {
  const merged: MessageTree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = typeof value === "object" && typeof below === "object" ? mergeMessages(below, value) : value;
  }
  return merged;
}
