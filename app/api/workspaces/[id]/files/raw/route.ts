import { AppError, notFound } from "#lib/errors.ts";
import { openFile } from "#lib/workspace/index.ts";
import { handle } from "../../../../handle.ts";
import { serveBytes } from "../../../../serve-bytes.ts";

export const GET = handle<{ id: string }>(async ({ request, params, query, runtime }) => {
  const workspace = await runtime.store.workspaces.get(params.id);
  if (!workspace) throw notFound("workspace");
  const opened = await openFile(workspace.path, query.get("path") ?? "");
  if (!opened.ok) throw new AppError(opened.code === "not-found" ? 404 : 400, opened.code, opened.reason);
  const { bytes, mediaType, name, stream } = opened.value;
  return serveBytes(
    request,
    { bytes, contentType: mediaType, stream },
    {
      "content-disposition": `${query.has("download") ? "attachment" : "inline"}; filename*=UTF-8''${encodeURIComponent(name)}`,
      // Files are what an agent or a download put there: they must not act in the app's name.
      "content-security-policy": "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
    },
  );
});
