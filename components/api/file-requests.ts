import type { FileView } from "#lib/store/views.ts";
import { requestJson } from "./request-json.ts";

const files = (workspaceId: string) => `/api/workspaces/${encodeURIComponent(workspaceId)}/files`;

export const listFolder = (workspaceId: string, path: string) =>
  requestJson<{ path: string; entries: FileView[]; more: boolean }>(
    `${files(workspaceId)}?path=${encodeURIComponent(path)}`,
  );

export const rawFilePath = (workspaceId: string, path: string) =>
  `${files(workspaceId)}/raw?path=${encodeURIComponent(path)}`;
