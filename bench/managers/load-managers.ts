import type { ContextManager } from "./manager.ts";

/** Every manager that can be loaded here, and the reason for every one that cannot. */
export async function loadPeers(): Promise<{
  managers: ContextManager[];
  missing: { name: string; reason: string }[];
}> {
  const modules: Record<string, () => Promise<Record<string, unknown>>> = {
    "ai: pruneMessages": () => import("./ai-sdk.ts"),
    langchain: () => import("./langchain.ts"),
    "@librechat/agents": () => import("./librechat.ts"),
    "@mastra/core": () => import("./mastra.ts"),
    "@cline/core": () => import("./cline.ts"),
    deepagents: () => import("./deepagents.ts"),
    pi: () => import("./pi.ts"),
  };
  const managers: ContextManager[] = [];
  const missing: { name: string; reason: string }[] = [];
  for (const [name, load] of Object.entries(modules)) {
    try {
      managers.push(...Object.values(await load()).filter(isManager));
    } catch (error) {
      missing.push({ name, reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) });
    }
  }
  return { managers, missing };
}

function isManager(value: unknown): value is ContextManager {
  return typeof value === "object" && value !== null && "start" in value;
}
