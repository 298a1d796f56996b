interface Source {
  bytes: number;
  contentType: string;
  /** Bytes from `start` up to and without `end`. */
  stream(start: number, end: number): ReadableStream<Uint8Array>;
}

/** Answers a text or file whole, or the part that a Range header asks for. */
export function serveBytes(request: Request, source: Source, headers: Record<string, string> = {}): Response {
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "");
  const common = {
    "accept-ranges": "bytes",
    "content-type": source.contentType,
    "x-content-type-options": "nosniff",
    // Compressed on the way, a range would be one of other bytes than it says.
    "cache-control": "no-transform",
    ...headers,
  };
  if (!range) {
    const whole = { ...common, "content-length": String(source.bytes) };
    return new Response(source.stream(0, source.bytes), { headers: whole });
  }
  const [start, end] = toSpan(range[1] ?? "", range[2] ?? "", source.bytes);
  if (start >= end) {
    return new Response(null, { status: 416, headers: { ...common, "content-range": `bytes */${source.bytes}` } });
  }
  const part = { "content-length": String(end - start), "content-range": `bytes ${start}-${end - 1}/${source.bytes}` };
  return new Response(source.stream(start, end), { status: 206, headers: { ...common, ...part } });
}

/** `first-last`, `first-` or `-length`; the answer is half open. */
function toSpan(first: string, last: string, bytes: number): [number, number] {
  if (first === "") return last === "" ? [0, 0] : [Math.max(0, bytes - Number(last)), bytes];
  return [Number(first), last === "" ? bytes : Math.min(bytes, Number(last) + 1)];
}

const CHUNK_BYTES = 256 * 1024;

/** A stream over a source that is read in pieces, as fast as the reader takes them. */
export function streamPieces(
  read: (start: number, end: number) => Promise<Uint8Array>,
  start: number,
  end: number,
): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (position >= end) return controller.close();
      const piece = await read(position, Math.min(end, position + CHUNK_BYTES));
      position += piece.length;
      if (piece.length === 0) controller.close();
      else controller.enqueue(piece);
    },
  });
}
