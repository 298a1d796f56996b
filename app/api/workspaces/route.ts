import { mkdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { badRequest } from "#lib/errors.ts";
import { handle, readBody } from "../handle.ts";

const body = z.object({ name: z.string().trim().min(1).max(200), path: z.string().min(1).optional() });

export const GET = handle(async ({ runtime }) => Response.json({ workspaces: await runtime.store.workspaces.list() }));

export const POST = handle(async ({ request, runtime }) => {
  const { name, path: given } = await readBody(request, body);
  const id = runtime.newId();
  const folder = given ? await existingFolder(given) : path.join(runtime.env.dataFolder, "workspaces", id);
  if (!given) await mkdir(folder, { recursive: true });
  return Response.json(await runtime.store.workspaces.create({ id, name, path: folder }), { status: 201 });
});

async function existingFolder(given: string): Promise<string> {
  if (!path.isAbsolute(given)) throw badRequest("Give the whole path of the folder, from the root.");
  const isFolder = await stat(given).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw badRequest(`There is no folder at ${given} that Longhand can open.`);
  return realpath(given);
}
