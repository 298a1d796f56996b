import { realpath } from "node:fs/promises";
import { describeFault, fail, succeed } from "../outcome.ts";
import type { PathGate, Place } from "../path-gate.ts";
import type { Listing, Outcome, SearchOptions, SearchOutcome, VirtualMount } from "../types.ts";
import { WORKSPACE } from "../virtual-path.ts";
import type { LinePattern } from "./lookup-task.ts";
import { type LookupStart, runLookup } from "./run-lookup.ts";

const MAX_PATTERN_CHARACTERS = 2000;

/** Where a session looks, and for how long at most. */
export interface LookupScope {
  gate: PathGate;
  root: string;
  timeoutMs: number;
}

export async function findFiles(
  scope: LookupScope,
  glob: string,
  options: { path: string; limit: number; signal?: AbortSignal },
): Promise<Outcome<Listing>> {
  const start = await openStart(scope, options.path);
  if (!start.ok) return start;
  const checked = checkGlob(glob, start.value.path);
  if (!checked.ok) return checked;
  const { timeoutMs } = scope;
  const { limit, signal } = options;
  const answer = await runLookup({ start: start.value.start, glob: checked.value, limit, timeoutMs, signal });
  return answer.ok ? succeed(answer.value as Listing) : answer;
}

export async function searchFiles(
  scope: LookupScope,
  pattern: string,
  options: SearchOptions,
): Promise<Outcome<SearchOutcome>> {
  const start = await openStart(scope, options.path);
  if (!start.ok) return start;
  const compiled = compilePattern(pattern, options);
  if (!compiled.ok) return compiled;
  const glob = options.glob === undefined ? succeed(undefined) : checkGlob(options.glob, start.value.path);
  if (!glob.ok) return glob;
  const { timeoutMs } = scope;
  const { limit, signal } = options;
  const request = { start: start.value.start, glob: glob.value, pattern: compiled.value, limit, timeoutMs, signal };
  const answer = await runLookup(request);
  return answer.ok ? succeed(answer.value as SearchOutcome) : answer;
}

async function openStart(scope: LookupScope, path: string): Promise<Outcome<{ path: string; start: LookupStart }>> {
  const gated = await scope.gate(path === "/" ? WORKSPACE : path);
  if (!gated.ok) return gated;
  const place: Place = gated.value;
  if (place.kind === "top") return describeFault({ code: "ENOENT" }, path);
  if (place.kind === "mount") return openMount(place.mount, place.name, place.path);
  if (!place.exists) return describeFault({ code: "ENOENT" }, place.path);
  try {
    const realRoot = await realpath(scope.root);
    const start: LookupStart = { kind: "disk", realRoot, realPath: place.realPath, path: place.path };
    return succeed({ path: place.path, start });
  } catch (error) {
    return describeFault(error, place.path);
  }
}

async function openMount(mount: VirtualMount, name: string, path: string): Promise<ReturnType<typeof openStart>> {
  const files = name === "" ? [] : await mount.list();
  const exists = name === "" || files.some((file) => file.name === name || file.name.startsWith(`${name}/`));
  if (!exists) return describeFault({ code: "ENOENT" }, path);
  return succeed({ path, start: { kind: "mount", mount, name } });
}

/** A glob may be written from the base, from `./`, or as an absolute path below the base. */
function checkGlob(glob: string, base: string): Outcome<string> {
  if (glob === "" || glob.length > MAX_PATTERN_CHARACTERS) {
    return fail("invalid", "Give a glob of 1 to 2000 characters, as in **/*.md.");
  }
  if (glob.startsWith(`${base}/`)) return succeed(glob.slice(base.length + 1));
  return succeed(glob.startsWith("./") ? glob.slice(2) : glob);
}

/** Takes the strict dialect where the pattern allows it: only there are characters outside the basic plane whole. */
function compilePattern(pattern: string, { literal, ignoreCase }: SearchOptions): Outcome<LinePattern> {
  if (pattern === "" || pattern.length > MAX_PATTERN_CHARACTERS) {
    return fail("invalid", "Give a pattern of 1 to 2000 characters.");
  }
  const inline = !literal && pattern.startsWith("(?i)");
  const plain = inline ? pattern.slice(4) : pattern;
  const source = literal ? plain.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") : plain;
  const flags = ignoreCase || inline ? "i" : "";
  let reason = "";
  for (const dialect of [`${flags}u`, flags]) {
    try {
      new RegExp(source, dialect);
      return succeed({ source, flags: dialect });
    } catch (error) {
      reason = error instanceof Error ? error.message : "";
    }
  }
  return fail("invalid", `The pattern is not a valid regular expression (${reason}). Correct it, or search literally.`);
}
