import { fail, succeed } from "./outcome.ts";
import { type InsidePath, resolveParts } from "./resolve-inside.ts";
import type { Outcome, VirtualMount } from "./types.ts";
import { parseVirtualPath, WORKSPACE } from "./virtual-path.ts";

/** `name` is the path inside the mount; empty for the mount itself. */
export type Place =
  | ({ kind: "disk" } & InsidePath)
  | { kind: "mount"; path: string; mount: VirtualMount; name: string }
  | { kind: "top"; path: "/" };

/** The one way from a virtual path to a place. Must not reject. */
export type PathGate = (path: string) => Promise<Outcome<Place>>;

export function createPathGate(root: string, mounts: readonly VirtualMount[]): PathGate {
  return async (written) => {
    const parsed = parseVirtualPath(written);
    if (!parsed.ok) return parsed;
    const { path, parts } = parsed.value;
    if (path === "/") return succeed({ kind: "top", path });
    if (`/${parts[0]}` === WORKSPACE) {
      const inside = await resolveParts(root, parts.slice(1));
      return inside.ok ? succeed({ kind: "disk", ...inside.value }) : inside;
    }
    const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
    if (mount !== undefined) return succeed({ kind: "mount", path, mount, name: path.slice(mount.prefix.length + 1) });
    const places = [WORKSPACE, ...mounts.map(({ prefix }) => prefix)].join(", ");
    return fail("outside", `${path} cannot be reached by the file tools. Use paths below ${places}.`);
  };
}
