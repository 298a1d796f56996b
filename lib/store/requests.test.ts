import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LedgerPosition, NewRequest } from "./ledger-types.ts";
import { openTemporaryStore, personRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

let ids = 0;

function request(conversationId: string, body: string, parent?: LedgerPosition): NewRequest {
  ids += 1;
  return {
    id: `request-${ids}`,
    conversationId,
    runId: "run",
    stepId: "step",
    attempt: 1,
    body,
    listKey: "messages",
    ...(parent && { parent }),
    report: '{"cleared":0}',
    state: (form) => JSON.stringify({ form }),
    estimate: 10,
    model: "practice",
  };
}

const bodyOf = (messages: string[], gap = "") =>
  `{"model":"m",${gap}"messages":${gap}[${messages.join(`,${gap}`)}${gap}],"tools":[{"messages":["no"]}]}`;

describe("the ledger", () => {
  it("gives back every body of a growing conversation with changes at any place", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const steps = fc.array(
      fc.record({
        added: fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 3 }),
        change: fc.option(fc.nat(), { freq: 4 }),
        drop: fc.option(fc.nat(), { freq: 8 }),
        gap: fc.constantFrom("", " ", "\n\t"),
      }),
      { minLength: 200, maxLength: 200 },
    );
    const [script] = fc.sample(steps, { numRuns: 1, seed: 7 });
    let messages: string[] = [];
    let parent: LedgerPosition | undefined;
    const bodies: string[] = [];
    for (const { added, change, drop, gap } of script ?? []) {
      const base = messages.length;
      if (change !== null && base > 0) messages[change % base] = JSON.stringify({ role: "tool", content: "cleared" });
      if (drop !== null && base > 0) messages = messages.slice(0, 1).concat(messages.slice(1 + (drop % base)));
      messages.push(...added.map((content) => JSON.stringify({ role: "user", content: `[{"]}\\ ${content}` })));
      const body = bodyOf(messages, gap);
      bodies.push(body);
      const begun = await store.requests.begin(request(chat, body, parent));
      expect(begun.n).toBe(bodies.length);
      parent = begun.position;
    }
    for (const [index, body] of bodies.entries()) {
      expect(await store.requests.body(chat, index + 1)).toBe(body);
    }
    expect(await store.requests.body(chat, bodies.length + 1)).toBeUndefined();
  });

  it.each(["not JSON at all \u0000", '{"input":[1]}', '{"messages":[1', "\ud800"])("keeps %j whole", async (body) => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const { position } = await store.requests.begin(request(chat, body));
    await store.requests.begin(request(chat, bodyOf(["1"]), position));
    // What is sent is UTF-8, which has no lone surrogates.
    expect(await store.requests.body(chat, 1)).toBe(Buffer.from(body).toString());
    expect(await store.requests.body(chat, 2)).toBe(bodyOf(["1"]));
  });

  it("stores a block once, a large one as a file", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const messages = [JSON.stringify("large ".repeat(20_000)), '"small"'];
    const { position } = await store.requests.begin(request(chat, bodyOf(messages)));
    const before = await store.counts();
    await store.requests.begin(request(chat, bodyOf([...messages, '"new"']), position));
    const after = await store.counts();
    expect(after.blobs - before.blobs).toBe(1);
    expect(await store.requests.body(chat, 1)).toBe(bodyOf(messages));
    expect(await store.requests.body(chat, 2)).toBe(bodyOf([...messages, '"new"']));
  });

  it("asks for the whole state at first and every fifty rows, and gives the chain back", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const forms: string[] = [];
    let parent: LedgerPosition | undefined;
    for (let n = 1; n <= 52; n += 1) {
      const row = request(chat, bodyOf([`${n}`]), parent);
      row.state = (form) => {
        forms.push(form);
        return `{"n":${n}}`;
      };
      parent = (await store.requests.begin(row)).position;
    }
    expect(forms.flatMap((form, index) => (form === "whole" ? [index + 1] : []))).toEqual([1, 51]);
    expect(await store.requests.stateChain(chat, parent?.requestId ?? "")).toEqual(['{"n":51}', '{"n":52}']);
    const fiftieth = (await store.requests.list(chat))[49]?.id ?? "";
    expect(await store.requests.stateChain(chat, fiftieth)).toHaveLength(50);
  });

  it("finds the newest request on a path and where to go on from it", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    for (const id of ["a", "b", "c"]) await store.messages.appendNext(chat, personRow(`${chat}/${id}`, id));
    const first = await store.requests.begin({ ...request(chat, bodyOf(["1", "2"])), headId: `${chat}/a` });
    const second = await store.requests.begin({
      ...request(chat, bodyOf(["1", "3"]), first.position),
      headId: `${chat}/b`,
    });
    for (let count = 0; count < 60; count += 1) {
      await store.requests.begin({ ...request(chat, bodyOf(["9"])), headId: `${chat}/c` });
    }
    const entry = await store.requests.newestOnPath(chat, new Set([`${chat}/a`, `${chat}/b`]));
    const { newest: _, beginning: __, ...place } = second.position;
    expect(entry).toMatchObject({ request: { n: 2 }, headId: `${chat}/b`, position: place });
    const beside = await store.requests.begin(request(chat, bodyOf(["1", "4"]), entry?.position));
    expect(beside.n).toBe(63);
    expect(entry?.states).toEqual(['{"form":"whole"}', '{"form":"change"}']);
    expect(await store.requests.newestOnPath(chat, new Set(["other"]))).toBeUndefined();
    const ancestors = new Set([`${chat}/a`, `${chat}/b`]);
    expect(await store.requests.newestCountedOnPath(chat, ancestors)).toBeUndefined();
    await store.requests.complete({ id: first.position.requestId, usage: { inputTokens: 7 } });
    expect(await store.requests.newestCountedOnPath(chat, ancestors)).toMatchObject({
      request: { n: 1 },
      headId: `${chat}/a`,
    });
  });

  it("is completed once, and sums what was spent", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const open = request(chat, bodyOf(["1"]));
    await store.requests.begin(open);
    const usage = { inputTokens: 100, cachedTokens: 60, outputTokens: 5 };
    const end = { id: open.id, status: 200, usage, finishReason: "stop", cost: 0.25, firstAt: 5, endedAt: 9 };
    expect(await store.requests.complete(end)).toBe(true);
    expect(await store.requests.complete({ id: open.id, status: 500 })).toBe(false);
    const failed = request(chat, bodyOf(["1"]));
    await store.requests.begin(failed);
    await store.requests.complete({ id: failed.id, status: 400, error: "too long" });
    expect(await store.requests.list(chat)).toMatchObject([
      { n: 1, status: 200, usage, finishReason: "stop", cost: 0.25, endedAt: 9, report: { cleared: 0 } },
      { n: 2, status: 400, error: "too long" },
    ]);
    expect((await store.requests.newest(chat))?.n).toBe(2);
    expect(await store.requests.spend(chat)).toEqual({ requests: 2, ...usage, cost: 0.25 });
    const unpriced = await newChat();
    expect("cost" in (await store.requests.spend(unpriced))).toBe(false);
  });
});
