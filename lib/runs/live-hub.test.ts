import type { UIMessageChunk } from "ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLiveHub, data, type LiveEvent, type LiveHub, parseCursor } from "./live-hub.ts";

const CHAT = "chat";

const delta = (text: string, id = "0"): UIMessageChunk => ({ type: "text-delta", id, delta: text });

/** A viewer that does what the interface asks of it: rows replace streamed steps, and an attempt begins its step anew. */
function createViewer(hub: LiveHub) {
  const steps = new Map<string, string>();
  const rows: string[] = [];
  let cursor: string | undefined;
  let leave: (() => void) | undefined;

  function take({ id, messageId, chunk }: LiveEvent) {
    cursor = id;
    if (chunk.type === "data-row" && messageId) {
      steps.delete(messageId);
      if (!rows.includes(messageId)) rows.push(messageId);
    } else if (chunk.type === "data-attempt" && messageId) steps.delete(messageId);
    else if (chunk.type === "text-delta" && messageId) {
      steps.set(messageId, (steps.get(messageId) ?? "") + chunk.delta);
    }
  }

  return {
    steps,
    join() {
      leave ??= hub.subscribe(CHAT, parseCursor(cursor ?? null), take);
    },
    leave() {
      leave?.();
      leave = undefined;
    },
  };
}

function received(hub: LiveHub, cursor?: string): LiveEvent[] {
  const events: LiveEvent[] = [];
  hub.subscribe(CHAT, parseCursor(cursor ?? null), (event) => events.push(event))();
  return events;
}

const textOf = (events: LiveEvent[]) =>
  events.map(({ chunk }) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");

test("who comes later gets the step from its beginning", () => {
  const hub = createLiveHub();
  hub.startStep(CHAT, "step", 1);
  for (const text of ["Hel", "lo"]) hub.chunk(CHAT, "step", delta(text));
  const events = received(hub);
  expect(events[0]).toMatchObject({ messageId: "step", chunk: { type: "data-attempt", data: { attempt: 1 } } });
  expect(textOf(events)).toBe("Hello");
});

test("who comes back with a cursor gets what comes after it, and only that", () => {
  const hub = createLiveHub();
  hub.startStep(CHAT, "step", 1);
  for (const text of ["a", "b", "c"]) hub.chunk(CHAT, "step", delta(text));
  const second = received(hub)[2];
  const events = received(hub, second?.id);
  expect(events.map(({ chunk }) => chunk)).toEqual([delta("c")]);
});

test("after a merge an older cursor begins the step anew, and nothing is lost", () => {
  const hub = createLiveHub();
  hub.startStep(CHAT, "step", 1);
  const words = Array.from({ length: 2_500 }, (_, at) => `${at} `);
  const early = words.slice(0, 10);
  for (const word of early) hub.chunk(CHAT, "step", delta(word));
  const cursor = received(hub).at(-1)?.id;
  for (const word of words.slice(10)) hub.chunk(CHAT, "step", delta(word));
  const events = received(hub, cursor);
  expect(events.length).toBeLessThan(1_000);
  expect(events[0]?.chunk.type).toBe("data-attempt");
  expect(textOf(events)).toBe(words.join(""));
  const last = events.at(-1)?.id;
  hub.chunk(CHAT, "step", delta("end"));
  expect(textOf(received(hub, last))).toBe("end");
});

test("texts, reasoning and arguments are merged each with its own kind and part only", () => {
  const hub = createLiveHub();
  hub.startStep(CHAT, "step", 1);
  const piece = (at: number): UIMessageChunk[] => [
    { type: "reasoning-delta", id: "0", delta: `r${at}` },
    { type: "reasoning-delta", id: "0", delta: "." },
    delta(`t${at}`, "0"),
    delta("!", "1"),
    { type: "tool-input-delta", toolCallId: "a", inputTextDelta: `i${at}` },
    { type: "tool-input-delta", toolCallId: "b", inputTextDelta: `j${at}` },
  ];
  const sent = Array.from({ length: 400 }, (_, at) => piece(at)).flat();
  for (const chunk of sent) hub.chunk(CHAT, "step", chunk);
  const folded = (chunks: UIMessageChunk[]) => {
    const texts = new Map<string, string>();
    for (const chunk of chunks) {
      const [key, text] =
        chunk.type === "tool-input-delta"
          ? [chunk.toolCallId, chunk.inputTextDelta]
          : chunk.type === "text-delta" || chunk.type === "reasoning-delta"
            ? [chunk.type + chunk.id, chunk.delta]
            : ["", ""];
      texts.set(key, (texts.get(key) ?? "") + text);
    }
    texts.delete("");
    return texts;
  };
  const events = received(hub);
  expect(events.length).toBeLessThan(sent.length);
  expect(folded(events.map(({ chunk }) => chunk as UIMessageChunk))).toEqual(folded(sent));
});

test("a short absence costs only what was missed, also in a long step of parts that cannot be merged", () => {
  const hub = createLiveHub();
  hub.startStep(CHAT, "step", 1);
  const parts = Array.from({ length: 5_000 }, (_, at) => delta(`${at} `, String(at % 2)));
  for (const part of parts) hub.chunk(CHAT, "step", part);
  const cursor = received(hub).at(-1)?.id;
  const missed = [delta("a", "0"), delta("b", "1")];
  for (const part of missed) hub.chunk(CHAT, "step", part);
  expect(received(hub, cursor).map(({ chunk }) => chunk)).toEqual(missed);
});

test("a committed row ends the step, and the next numbers belong to the row", () => {
  const hub = createLiveHub();
  hub.setSeq(CHAT, 4);
  hub.startStep(CHAT, "step", 1);
  hub.chunk(CHAT, "step", delta("text"));
  const events: LiveEvent[] = [];
  hub.subscribe(CHAT, undefined, (event) => events.push(event));
  hub.commit(CHAT, { seq: 5, id: "step", role: "assistant", kind: "step" });
  expect(parseCursor(events.at(-1)?.id ?? null)).toMatchObject({ seq: 5, attempt: 1 });
  expect(received(hub)).toEqual([]);
});

test("an attempt that failed is forgotten, for who watches and for who comes back", () => {
  const hub = createLiveHub();
  const watching = createViewer(hub);
  const away = createViewer(hub);
  for (const viewer of [watching, away]) viewer.join();
  hub.startStep(CHAT, "step", 1);
  hub.chunk(CHAT, "step", delta("wrong"));
  away.leave();
  hub.startStep(CHAT, "step", 2);
  hub.chunk(CHAT, "step", delta("ri"));
  hub.chunk(CHAT, "step", delta("ght"));
  away.join();
  for (const viewer of [watching, away]) expect(viewer.steps.get("step")).toBe("right");
});

test("a step that follows one that came to nothing is seen from its beginning", () => {
  const hub = createLiveHub();
  const viewer = createViewer(hub);
  viewer.join();
  hub.startStep(CHAT, "first", 1);
  for (const text of ["a", "b"]) hub.chunk(CHAT, "first", delta(text));
  viewer.leave();
  hub.startStep(CHAT, "second", 1);
  for (const text of ["c", "d", "e"]) hub.chunk(CHAT, "second", delta(text));
  viewer.join();
  expect(viewer.steps.get("second")).toBe("cde");
});

test("a cursor of an earlier process is not taken for one of the step that was asked again", () => {
  const before = createLiveHub(1_000);
  before.setSeq(CHAT, 4);
  before.startStep(CHAT, "old", 1);
  for (const text of ["a", "b"]) before.chunk(CHAT, "old", delta(text));
  const cursor = received(before).at(-1)?.id;
  const after = createLiveHub(2_000);
  after.setSeq(CHAT, 4);
  after.startStep(CHAT, "new", 1);
  for (const text of ["c", "d", "e"]) after.chunk(CHAT, "new", delta(text));
  expect(textOf(received(after, cursor))).toBe("cde");
});

test("the place in the log is known also after the last viewer has left", () => {
  const hub = createLiveHub();
  hub.setSeq(CHAT, 7);
  hub.subscribe(CHAT, undefined, () => undefined)();
  hub.startStep(CHAT, "step", 1);
  hub.chunk(CHAT, "step", delta("text"));
  expect(parseCursor(received(hub).at(-1)?.id ?? null)?.seq).toBe(7);
});

test.each([null, "", "5", "5.1", "a.b.c", "1.5e400.2.3", "5.1.x"])("%j is no cursor", (id) => {
  expect(parseCursor(id)).toBeUndefined();
});

type Act = "chunk" | "retry" | "commit" | "fail" | "join" | "leave";

test("whatever the interleaving, a viewer has the text of the step exactly once", () => {
  const acts = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant<Act>("chunk") },
      { weight: 3, arbitrary: fc.constantFrom<Act>("join", "leave") },
      { weight: 2, arbitrary: fc.constantFrom<Act>("retry", "commit", "fail") },
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(acts, (list) => {
      const hub = createLiveHub();
      const viewer = createViewer(hub);
      let step = { number: 1, attempt: 1, text: "" };
      const id = () => `step-${step.number}`;
      hub.startStep(CHAT, id(), 1);
      for (const [at, act] of list.entries()) {
        if (act === "join") viewer.join();
        else if (act === "leave") viewer.leave();
        else if (act === "chunk") {
          step.text += `${at} `;
          hub.chunk(CHAT, id(), delta(`${at} `));
        } else if (act === "retry") {
          step = { ...step, attempt: step.attempt + 1, text: "" };
          hub.startStep(CHAT, id(), step.attempt);
        } else {
          if (act === "commit") hub.commit(CHAT, { seq: at + 1, id: id(), role: "assistant", kind: "step" });
          step = { number: step.number + 1, attempt: 1, text: "" };
          hub.startStep(CHAT, id(), 1);
        }
      }
      viewer.join();
      expect(viewer.steps.get(id()) ?? "").toBe(step.text);
    }),
    { numRuns: 400 },
  );
});

test("who comes during a wait sees it, and nobody sees it after it is over", () => {
  const hub = createLiveHub();
  const seen = (): string[] => {
    const types: string[] = [];
    hub.subscribe("c", undefined, (event) => types.push(event.chunk.type))();
    return types;
  };
  hub.startStep("c", "s1", 1);
  hub.tell("c", data("data-wait", { untilMs: 1, reason: "WAIT", attempt: 1 }));
  expect(seen()).toContain("data-wait");
  hub.startStep("c", "s1", 2);
  expect(seen()).not.toContain("data-wait");
  hub.tell("c", data("data-wait", { untilMs: 2, reason: "WAIT", attempt: 2 }));
  hub.tell("c", data("data-status", { status: "stopped" }));
  expect(seen()).not.toContain("data-wait");
});
