import { expect, test } from "vitest";
import { serveBytes, streamPieces } from "./serve-bytes.ts";

const BYTES = new TextEncoder().encode("0123456789");

function serve(range?: string, bytes = BYTES): Response {
  const stream = (start: number, end: number) => streamPieces(async (from, to) => bytes.subarray(from, to), start, end);
  const request = new Request("http://127.0.0.1/file", { headers: range === undefined ? {} : { range } });
  return serveBytes(request, { bytes: bytes.length, contentType: "text/plain", stream }, { "x-own": "kept" });
}

test("without a range the whole comes, with its length", async () => {
  const response = serve();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ "content-length": "10", "content-type": "text/plain", "accept-ranges": "bytes", "x-own": "kept" },
    "x-content-type-options": "nosniff",
  });
  expect(await response.text()).toBe("0123456789");
});

test.each([
  ["bytes=0-0", "0", "bytes 0-0/10"],
  ["bytes=2-5", "2345", "bytes 2-5/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=7-500", "789", "bytes 7-9/10"],
  ["bytes=-3", "789", "bytes 7-9/10"],
  ["bytes=-500", "0123456789", "bytes 0-9/10"],
])("%s is %s", async (range, text, contentRange) => {
  const response = serve(range);
  expect([response.status, response.headers.get("content-range")]).toEqual([206, contentRange]);
  expect(response.headers.get("content-length")).toBe(String(text.length));
  expect(await response.text()).toBe(text);
});

test.each(["bytes=10-", "bytes=5-2", "bytes=-0", "bytes=-"])("%s is no part of it", async (range) => {
  const response = serve(range);
  expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  expect(await response.text()).toBe("");
});

test("a range of nothing is no part, and nothing itself is served", async () => {
  expect(serve("bytes=0-", new Uint8Array()).status).toBe(416);
  expect(await serve(undefined, new Uint8Array()).text()).toBe("");
});

test.each(["bytes=0-1,4-5", "lines=0-1", "bytes=a-b"])("%s is not understood, so the whole comes", async (range) => {
  expect(await serve(range).text()).toBe("0123456789");
});

test("a large source is read in pieces, and only as far as it is asked for", async () => {
  const bytes = new Uint8Array(600_000).map((_, at) => at % 251);
  const reads: [number, number][] = [];
  const stream = streamPieces(
    async (from, to) => {
      reads.push([from, to]);
      return bytes.subarray(from, to);
    },
    10,
    600_000,
  );
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(whole).toEqual(bytes.subarray(10));
  expect(reads.every(([from, to]) => to - from <= 262_144)).toBe(true);
  expect(reads.at(-1)?.[1]).toBe(600_000);
});

test("a source that ends early ends the stream", async () => {
  const stream = streamPieces(async (from) => BYTES.subarray(from, 10), 0, 500);
  expect(await new Response(stream).text()).toBe("0123456789");
});
