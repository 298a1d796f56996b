/** Where each answer lives in the query cache. What belongs to one chat is below `["chat", id]`. */
export const queryKeys = {
  health: ["health"] as const,
  chats: ["chats"] as const,
  transcripts: ["transcripts"] as const,
  trash: ["trash"] as const,
  workspaces: ["workspaces"] as const,
  storage: ["storage"] as const,
  chat: (id: string) => ["chat", id, "view"] as const,
  rows: (id: string) => ["chat", id, "rows"] as const,
  subagents: (id: string) => ["chat", id, "subagents"] as const,
  requests: (id: string) => ["chat", id, "requests"] as const,
  queue: (id: string) => ["chat", id, "queue"] as const,
  plan: (id: string) => ["chat", id, "plan"] as const,
  files: (workspaceId: string) => ["files", workspaceId] as const,
  folder: (workspaceId: string, path: string) => ["files", workspaceId, "folder", path] as const,
  file: (workspaceId: string, path: string) => ["files", workspaceId, "file", path] as const,
};
