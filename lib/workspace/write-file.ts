import { stat } from "node:fs/promises";
import { describeFault, fail, isMissing, succeed } from "./outcome.ts";
import type { PathGate, Place } from "./path-gate.ts";
import { holdFile, storeFile } from "./store-file.ts";
import type { Outcome } from "./types.ts";

/** Writes exactly `content` as UTF-8, creating folders on the way. */
export async function writeFile(
  gate: PathGate,
  path: string,
  content: string,
): Promise<Outcome<{ bytes: number; created: boolean }>> {
  const gated = await gate(path);
  if (!gated.ok) return gated;
  const place = gated.value;
  const bytes = Buffer.from(content, "utf8");
  if (place.kind === "mount" && place.mount.write !== undefined && place.name !== "") {
    const created = (await place.mount.open(place.name)) === undefined;
    await place.mount.write(place.name, content);
    return succeed({ bytes: bytes.length, created });
  }
  if (place.kind !== "disk") return refuseReadOnly(place);
  return holdFile(place.realPath, async () => {
    const kind = await kindOf(place.realPath);
    if (kind === "folder") return describeFault({ code: "EISDIR" }, place.path);
    if (kind === "other") return fail("invalid", `${place.path} is not an ordinary file. Use another path.`);
    await storeFile(place.realPath, bytes);
    return succeed({ bytes: bytes.length, created: kind === "missing" });
  });
}

export function refuseReadOnly(place: Exclude<Place, { kind: "disk" }>): Outcome<never> {
  return fail("read-only", `${place.path} cannot be written. Write to a path below /workspace instead.`);
}

async function kindOf(realPath: string): Promise<"file" | "folder" | "other" | "missing"> {
  try {
    const status = await stat(realPath);
    return status.isFile() ? "file" : status.isDirectory() ? "folder" : "other";
  } catch (error) {
    if (isMissing(error)) return "missing";
    throw error;
  }
}
