import { basename } from "node:path";
import { type ByteSource, openDiskSource } from "./byte-source.ts";
import { HEAD_BYTES, identifyContent } from "./identify-content.ts";
import { succeed } from "./outcome.ts";
import { resolveInside } from "./resolve-inside.ts";
import type { Outcome } from "./types.ts";

const CHUNK_BYTES = 256 * 1024;

export interface OpenFile {
  path: string;
  name: string;
  bytes: number;
  modifiedAt: number;
  /** By content. Every text is `text/plain`, also HTML and SVG: served as themselves they could run scripts. */
  mediaType: string;
  isText: boolean;
  /** Raw bytes from `start` up to, not including, `end`. Opens the file when it is called. */
  stream(start?: number, end?: number): ReadableStream<Uint8Array>;
}

/** A file of the workspace as the browser downloads or shows it. */
export async function openFile(root: string, relativePath: string): Promise<Outcome<OpenFile>> {
  const inside = await resolveInside(root, relativePath);
  if (!inside.ok) return inside;
  const { path, realPath } = inside.value;
  const opened = await openDiskSource(realPath, path);
  if (!opened.ok) return opened;
  const { bytes, modifiedAt, read, close } = opened.value;
  const content = await read(0, Math.min(HEAD_BYTES, bytes)).then(identifyContent).finally(close);
  return succeed({
    path,
    name: basename(path),
    bytes,
    modifiedAt,
    mediaType: content.kind === "binary" ? content.mediaType : `text/plain; charset=${content.encoding}`,
    isText: content.kind === "text",
    stream: (start = 0, end = bytes) => streamRange(realPath, path, start, Math.min(end, bytes)),
  });
}

function streamRange(realPath: string, path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let source: ByteSource | undefined;
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        source ??= await openOrThrow(realPath, path);
        const chunk = position < end ? await source.read(position, Math.min(end, position + CHUNK_BYTES)) : undefined;
        if (chunk !== undefined && chunk.length > 0) {
          position += chunk.length;
          controller.enqueue(chunk);
          return;
        }
        await source.close();
        controller.close();
      },
      cancel: () => source?.close(),
    },
    { highWaterMark: 0 },
  );
}

async function openOrThrow(realPath: string, path: string): Promise<ByteSource> {
  const opened = await openDiskSource(realPath, path);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.value;
}
