import { fail, succeed } from "./outcome.ts";
import type { Outcome } from "./types.ts";

/** Where the folder of the person is mounted; also what relative paths start from. */
export const WORKSPACE = "/workspace";

/** `path` is absolute and normal: no empty parts, no dots, no slash at the end. `/` itself has no parts. */
export interface VirtualPath {
  path: string;
  parts: string[];
}

/**
 * Reads a path as written by a model or taken from an address. Dots are resolved before anything is looked up, so
 * what climbs out of `/workspace` names a place that does not exist here. Backslashes and encoded dots are refused
 * although Linux allows them in names: another layer might decode them after the check.
 */
export function parseVirtualPath(written: string): Outcome<VirtualPath> {
  if (written.includes("\0") || /%00/.test(written)) {
    return fail("invalid", "A path cannot contain a NUL character. Write the path without it.");
  }
  if (written.includes("\\")) {
    return fail("invalid", "Write paths with forward slashes, as in /workspace/notes/plan.md.");
  }
  if (climbsWhenDecoded(written)) {
    return fail("invalid", "A path cannot contain encoded dots. Write the plain path below /workspace.");
  }
  if (!written.isWellFormed()) return fail("invalid", "The path is not well-formed text. Write it again.");
  const absolute = written.startsWith("/") ? written : `${WORKSPACE}/${written}`;
  const parts: string[] = [];
  for (const part of absolute.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return succeed({ path: `/${parts.join("/")}`, parts });
}

function climbsWhenDecoded(written: string): boolean {
  if (!/%(?:2e|2f|5c)/i.test(written)) return false;
  const decoded = written.replace(/%(2e|2f|5c)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const plainClimbs = written.split("/").filter((part) => part === "..").length;
  return decoded.split(/[\\/]/).filter((part) => part === "..").length > plainClimbs;
}

/** Names are compared by code unit: the same order on every machine and in every locale. */
export function compareNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
