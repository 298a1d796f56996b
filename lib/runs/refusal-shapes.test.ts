import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Fixture, fixtures } from "#lib/models/classify/fixtures.ts";
import type { Chat } from "#lib/store/index.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { inTurn } from "./scripts.fixture.ts";
import { sendMessage } from "./send-message.ts";
import { stopRun } from "./stop-run.ts";

let app: TestRuntime;
beforeEach(async () => {
  app = await startTestRuntime({ script: inTurn(), keepBodies: 9, contextWindow: 128_000 });
});
afterEach(() => app.close());

/** Some can be told only by the size of what was sent, and here it is small. */
const BY_SIZE = new Set(["ollama-cut-the-question-away"]);
const answers = fixtures.filter(
  ({ name, kind, status = 0, context }) => kind === "answer" && status >= 400 && !context && !BY_SIZE.has(name),
);
const withClass = (...classes: string[]) => answers.filter(({ expect: { class: name } }) => classes.includes(name));

function refuse({ status = 400, headers = {}, body }: Fixture, times = 99): void {
  app.server.addFaults({ kind: "status", status, body, headers, times });
}

async function ask(): Promise<Chat> {
  return app.turn(await app.newChat(), "Read the book and report.");
}

const sentBodies = () => app.server.stats().lastRequests.map(({ body }) => body);

describe("over HTTP, a refusal that nothing would change", () => {
  test.each(withClass("AUTH", "BILLING", "CONFIG", "CONTENT", "HISTORY", "SIZE", "UNKNOWN"))(
    "$name is one request, and ends the run with its class",
    async (fixture) => {
      refuse(fixture);
      const chat = await ask();
      expect(chat).toMatchObject({ status: "failed", error: { class: fixture.expect.class } });
      expect(chat.error?.id).toBeTruthy();
      expect(chat.error?.message).toMatch(/^[A-Z]/);
      expect(app.server.stats().requests).toBe(1);
      expect(app.alerts).toEqual([]);
    },
  );
});

describe("over HTTP, a refusal for size", () => {
  test.each(withClass("OVERFLOW", "NEVER-FITS"))(
    "$name is at most one smaller request more, and never the same one again",
    async (fixture) => {
      refuse(fixture);
      const chat = await ask();
      const bodies = sentBodies();
      expect(bodies.length).toBeLessThanOrEqual(2);
      expect(new Set(bodies).size).toBe(bodies.length);
      expect(chat.error).toMatchObject({ class: fixture.expect.class });
      expect(chat.status).toBe(fixture.expect.class === "OVERFLOW" ? "full" : "failed");
      const { used, limit } = fixture.expect;
      if (bodies.length === 1 && used !== undefined) expect(chat.error).toMatchObject({ used });
      if (bodies.length === 1 && limit !== undefined) expect(chat.error).toMatchObject({ limit });
      expect(app.alerts).toEqual([]);
    },
  );
});

describe("over HTTP, a fault that passes", () => {
  test.each(withClass("WAIT", "TRANSIENT"))(
    "$name is waited for, the wait is shown, and Stop ends it",
    async (fixture) => {
      refuse(fixture);
      const chat = await app.newChat();
      const seen = Promise.withResolvers<{ reason: string; untilMs: number }>();
      const leave = app.runtime.hub.subscribe(chat.id, undefined, ({ chunk }) => {
        if (chunk.type === "data-wait") seen.resolve((chunk as { data: { reason: string; untilMs: number } }).data);
      });
      await sendMessage(app.runtime, chat, { id: app.runtime.newId(), text: "Read the book." });
      const wait = await seen.promise;
      leave();
      expect(wait.reason).toBe(fixture.expect.class);
      expect(wait.untilMs - Date.now()).toBeLessThanOrEqual(60_000);
      await stopRun(app.runtime, chat, { by: "person" });
      expect((await app.settled(chat)).status).toBe("stopped");
      expect(app.server.stats().requests).toBe(1);
    },
  );
});

describe("inside a stream that has begun with success", () => {
  const errors = withClass("OVERFLOW", "BILLING", "CONTENT").flatMap(({ name, body, expect: expected }) => {
    const error = (body as { error?: { message?: string; type?: string; code?: string } } | undefined)?.error;
    return typeof error?.message === "string" && typeof (error.code ?? "") === "string"
      ? [{ name, error, expected }]
      : [];
  });
  test.each(errors)("$name is known as what it is", async ({ error, expected }) => {
    const { message = "", type = "invalid_request_error", code = null } = error;
    app.server.addFaults({ kind: "stream-error", afterChunks: 0, error: { message, type, code }, times: 99 });
    const chat = await ask();
    expect(chat.error?.class).toBe(expected.class);
    expect(new Set(sentBodies()).size).toBe(sentBodies().length);
    expect(sentBodies().length).toBeLessThanOrEqual(2);
  });
});
