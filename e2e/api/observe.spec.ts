import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { startModelServer } from "#lib/models/server/index.ts";
import { startApp } from "../support/start-app.ts";

/** A collector that keeps what it is sent. */
async function startCollector() {
  const received = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      received.set(path, (received.get(path) ?? "") + Buffer.concat(chunks).toString("utf8"));
      response.end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { received, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("traces and metrics go to the collector, with the run and its model calls and without what was said", async () => {
  const collector = await startCollector();
  const server = await startModelServer({ script: () => ({ text: "a confidential answer" }) });
  const environment = { LONGHAND_OTLP: collector.url };
  const app = await startApp({ modelUrl: server.url, api: "responses", environment });
  try {
    await app.api.turn(await app.api.createChat(), "a confidential question");
    await app.stop();
    const traces = collector.received.get("/v1/traces") ?? "";
    expect(traces).toContain("longhand");
    expect(traces).toContain("run");
    expect(traces).toContain("test-model");
    expect(collector.received.get("/v1/metrics") ?? "").not.toBe("");
    expect([...collector.received.values()].join("")).not.toContain("confidential");
  } finally {
    await app.dispose();
    await server.close();
    collector.close();
  }
});

test("metrics are text for Prometheus, viewers among them, and are told only to who has the password", async () => {
  const server = await startModelServer({ script: () => ({ text: "hello" }) });
  const app = await startApp({ modelUrl: server.url, password: "correct horse" });
  const headers = { authorization: "Bearer correct horse" };
  try {
    expect((await app.api.fetch("/api/metrics")).status).toBe(401);
    const refused = await app.api.fetch("/api/chats/none", { headers });
    expect(refused.status).toBe(404);
    expect(refused.headers.get("x-request-id")).toMatch(/^[0-9a-f]{10}$/);
    const made = await app.api.fetch("/api/chats", { method: "POST", body: {}, headers });
    const { id } = await made.json();
    const leaving = new AbortController();
    const viewer = await fetch(`${app.url}/api/chats/${id}/events`, { headers, signal: leaving.signal });
    const numbers = async () => (await app.api.fetch("/api/metrics", { headers })).text();
    expect((await app.api.fetch("/api/metrics", { headers })).headers.get("content-type")).toContain("text/plain");
    expect(await numbers()).toContain("longhand_viewers 1");
    leaving.abort();
    await viewer.text().catch(() => undefined);
    await expect.poll(numbers).toContain("longhand_viewers 0");
  } finally {
    await app.dispose();
    await server.close();
  }
});
