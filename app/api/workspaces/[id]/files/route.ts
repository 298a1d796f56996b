import path from "node:path";
import { AppError, notFound } from "#lib/errors.ts";
import { listFolder } from "#lib/workspace/index.ts";
import { handle } from "../../../handle.ts";

export const GET = handle<{ id: string }>(async ({ params, query, runtime }) => {
  const workspace = await runtime.store.workspaces.get(params.id);
  if (!workspace) throw notFound("workspace");
  const folder = query.get("path") ?? "";
  const listing = await listFolder(workspace.path, folder);
  if (!listing.ok) throw new AppError(listing.code === "not-found" ? 404 : 400, listing.code, listing.reason);
  const entries = listing.value.entries.map((entry) => {
    const relative = path.posix.relative("/workspace", entry.path);
    return { ...entry, path: relative, name: path.posix.basename(relative) };
  });
  return Response.json({ path: folder, entries, more: listing.value.more });
});
