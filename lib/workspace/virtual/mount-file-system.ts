import { posix } from "node:path";
import type { FsStat, IFileSystem } from "just-bash";
import { listMountFolder } from "../mount-entries.ts";
import type { VirtualFile, VirtualMount } from "../types.ts";

const CHUNK_BYTES = 1024 * 1024;

/** A mount as the file system of the virtual shell: read-only, and nothing is read before it is asked for. */
export function createMountFileSystem(mount: VirtualMount, maxFileBytes: number): IFileSystem {
  const shown = (path: string) => mount.prefix + posix.resolve("/", path);
  const missing = (path: string) => fault("ENOENT", `no such file or directory, '${shown(path)}'`);
  const readOnly = async (path: string): Promise<never> => {
    throw fault("EROFS", `read-only file system, '${shown(path)}'`);
  };
  const open = async (path: string): Promise<VirtualFile> => {
    const file = await mount.open(nameOf(path));
    if (file === undefined) throw missing(path);
    return file;
  };
  const readBuffer = async (path: string): Promise<Uint8Array> => {
    const file = await open(path);
    if (file.bytes > maxFileBytes) throw fault("EFBIG", `file too large, '${shown(path)}'`);
    return readWhole(file);
  };
  const readStat = async (path: string): Promise<FsStat> => {
    const name = nameOf(path);
    const file = name === "" ? undefined : await mount.open(name);
    if (file !== undefined) return toStat(file.bytes, false);
    if (name === "" || (await listMountFolder(mount, name)) !== undefined) return toStat(0, true);
    throw missing(path);
  };
  return {
    readFile: async (path) => Buffer.from(await readBuffer(path)).toString("utf8"),
    readFileBuffer: readBuffer,
    exists: (path) =>
      readStat(path).then(
        () => true,
        () => false,
      ),
    stat: readStat,
    lstat: readStat,
    async readdir(path) {
      const entries = await listMountFolder(mount, nameOf(path));
      if (entries === undefined) throw missing(path);
      return entries.map((entry) => posix.basename(entry.path));
    },
    resolvePath: (base, path) => posix.resolve("/", base, path),
    realpath: async (path) => readStat(path).then(() => posix.resolve("/", path)),
    readlink: async (path) => Promise.reject(fault("EINVAL", `not a symbolic link, '${shown(path)}'`)),
    getAllPaths: () => [],
    writeFile: readOnly,
    appendFile: readOnly,
    mkdir: readOnly,
    rm: readOnly,
    cp: (_, target) => readOnly(target),
    mv: readOnly,
    chmod: readOnly,
    symlink: (_, path) => readOnly(path),
    link: (_, path) => readOnly(path),
    utimes: readOnly,
  };
}

async function readWhole(file: VirtualFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < file.bytes; start += CHUNK_BYTES) {
    pieces.push(await file.read(start, Math.min(file.bytes, start + CHUNK_BYTES)));
  }
  return Buffer.concat(pieces);
}

function nameOf(path: string): string {
  return posix.resolve("/", path).slice(1);
}

function toStat(size: number, isDirectory: boolean): FsStat {
  const mode = isDirectory ? 0o555 : 0o444;
  return { isFile: !isDirectory, isDirectory, isSymbolicLink: false, mode, size, mtime: new Date(0) };
}

function fault(code: string, text: string): Error {
  return Object.assign(new Error(`${code}: ${text}`), { code });
}
