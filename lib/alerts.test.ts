import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { createAlerts } from "./alerts.ts";

let server: Server | undefined;
afterEach(() => server?.close());

/** Answers the first posts with these statuses, and later ones with 200. */
async function listen(...statuses: number[]) {
  const bodies: { code: string }[] = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(JSON.parse(body));
    response.writeHead(statuses[bodies.length - 1] ?? 200).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function keepLines() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

test("an alert is one line, and one post per code in ten minutes", async () => {
  const { bodies, url } = await listen();
  const { lines, log } = keepLines();
  let time = 0;
  const alert = createAlerts({ log, url, now: () => time });
  alert("database", "e1", new Error("x"));
  alert("database", "e2", new Error("x"));
  alert("bug", "e3", new Error("x"));
  time += 10 * 60_000;
  alert("database", "e4", new Error("x"));
  await expect.poll(() => bodies.length).toBe(3);
  expect(lines.map(({ alert: isAlert, level, id }) => [isAlert, level, id])).toEqual(
    ["e1", "e2", "e3", "e4"].map((id) => [true, 50, id]),
  );
  expect(bodies.map(({ code }) => code).sort()).toEqual(["bug", "database", "database"]);
});

test("a post that is refused is tried again", async () => {
  const { bodies, url } = await listen(503, 500);
  const { lines, log } = keepLines();
  createAlerts({ log, url, now: () => 0, triesAfterMs: [0, 1, 1] })("disk", "e1", undefined);
  await expect.poll(() => bodies.length).toBe(3);
  expect(lines).toHaveLength(1);
});

test("after the last try there is a line and no more", async () => {
  const { lines, log } = keepLines();
  const { bodies, url } = await listen(500, 500, 500);
  createAlerts({ log, url, now: () => 0, triesAfterMs: [0, 1] })("bug", "e1", undefined);
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]).toMatchObject({ msg: "an alert could not be posted", code: "bug", id: "e1" });
  expect(bodies).toHaveLength(2);
});
