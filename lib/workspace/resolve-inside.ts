import { lstat, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { describeFault, fail, isMissing, succeed } from "./outcome.ts";
import type { Outcome } from "./types.ts";
import { parseVirtualPath, WORKSPACE } from "./virtual-path.ts";

/** A place on the real disk that was checked to be inside the root. All links on the way are resolved in `realPath`. */
export interface InsidePath {
  path: string;
  realPath: string;
  exists: boolean;
}

/**
 * Resolves a path relative to the workspace, as the file routes receive it. Absolute paths are refused: an address
 * never has a reason to name one.
 */
export async function resolveInside(root: string, relativePath: string): Promise<Outcome<InsidePath>> {
  if (relativePath.startsWith("/")) return fail("invalid", "The path must be relative to the workspace.");
  const parsed = parseVirtualPath(relativePath);
  if (!parsed.ok) return parsed;
  const [first, ...parts] = parsed.value.parts;
  if (`/${first}` !== WORKSPACE) return outside(relativePath);
  return resolveParts(root, parts);
}

/**
 * Follows links before the check and compares real paths, so neither a link out of the root nor a sibling whose name
 * starts like the root gets through. For what does not exist yet, the nearest folder that does is checked.
 */
export async function resolveParts(root: string, parts: string[]): Promise<Outcome<InsidePath>> {
  const path = [WORKSPACE, ...parts].join("/");
  try {
    const realRoot = await realpath(root);
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const wanted = join(realRoot, ...parts.slice(0, depth));
      const realPath = await realpathIfPresent(wanted);
      if (realPath === undefined) {
        if (await isLink(wanted)) return brokenLink(path);
        continue;
      }
      if (!isInside(realRoot, realPath)) return outside(path);
      return succeed({
        path,
        realPath: join(/*turbopackIgnore: true*/ realPath, ...parts.slice(depth)),
        exists: depth === parts.length,
      });
    }
    return fail("not-found", "The folder of this workspace is gone. Ask the person to restore it.");
  } catch (error) {
    return isMissing(error)
      ? fail("not-found", "The folder of this workspace is gone. Ask the person to restore it.")
      : describeFault(error, path);
  }
}

export function isInside(realRoot: string, realPath: string): boolean {
  const way = relative(realRoot, realPath);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function realpathIfPresent(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function outside(path: string): Outcome<never> {
  return fail("outside", `${path} leads out of the workspace. Only files below ${WORKSPACE} can be used.`);
}

function brokenLink(path: string): Outcome<never> {
  return fail("outside", `${path} goes through a symbolic link whose target does not exist. Use another path.`);
}
