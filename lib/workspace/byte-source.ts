import { constants, open } from "node:fs/promises";
import { listMountFolder } from "./mount-entries.ts";
import { describeFault, fail, succeed } from "./outcome.ts";
import type { Place } from "./path-gate.ts";
import type { Outcome, VirtualMount } from "./types.ts";

/** Random access to a file of any size. `read` answers fewer bytes only at the end of the file. The opener closes it. */
export interface ByteSource {
  bytes: number;
  modifiedAt: number;
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openSource(place: Place): Promise<Outcome<ByteSource>> {
  if (place.kind === "top") return isFolder(place.path);
  if (place.kind === "mount") return openMountSource(place.mount, place.name, place.path);
  return openDiskSource(place.realPath, place.path);
}

/**
 * The path is already resolved, so a link at its end was put there since the check and is not followed. Opening does
 * not wait for a writer either: a named pipe must not hold up the process.
 */
export async function openDiskSource(realPath: string, path: string): Promise<Outcome<ByteSource>> {
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const handle = await open(realPath, flags);
    const status = await handle.stat();
    if (!status.isFile()) {
      await handle.close();
      return status.isDirectory()
        ? isFolder(path)
        : fail("invalid", `${path} is not an ordinary file. Use another path.`);
    }
    return succeed({
      bytes: status.size,
      modifiedAt: status.mtimeMs,
      close: () => handle.close(),
      async read(start, end) {
        const buffer = Buffer.allocUnsafe(Math.max(0, end - start));
        let filled = 0;
        while (filled < buffer.length) {
          const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return buffer.subarray(0, filled);
      },
    });
  } catch (error) {
    return describeFault(error, path);
  }
}

async function openMountSource(mount: VirtualMount, name: string, path: string): Promise<Outcome<ByteSource>> {
  try {
    const file = name === "" ? undefined : await mount.open(name);
    if (file === undefined) {
      const folder = await listMountFolder(mount, name);
      return folder === undefined ? describeFault({ code: "ENOENT" }, path) : isFolder(path);
    }
    return succeed({
      bytes: file.bytes,
      modifiedAt: 0,
      read: (start, end) => file.read(start, end),
      close: async () => {},
    });
  } catch (error) {
    return describeFault(error, path);
  }
}

function isFolder(path: string): Outcome<never> {
  return describeFault({ code: "EISDIR" }, path);
}
