import { describe, expect, it } from "vitest";
import { createDraftKeeper } from "./draft-keeper.ts";

function world(options: { copy?: string; fails?: boolean } = {}) {
  const kept = new Map(options.copy === undefined ? [] : [["longhand:draft:c", options.copy]]);
  const timers: (() => void)[] = [];
  const saves: [string, boolean][] = [];
  const state = { fails: options.fails ?? false };
  return {
    kept,
    saves,
    state,
    tick: async () => {
      for (const timer of timers.splice(0)) timer();
      await Promise.resolve();
      await Promise.resolve();
    },
    world: {
      save: async (text: string, leaving: boolean) => {
        if (state.fails) throw new Error("unreachable");
        saves.push([text, leaving]);
      },
      storage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
      setTimer: (callback: () => void) => {
        timers.push(callback);
        return () => void timers.splice(timers.indexOf(callback), 1);
      },
    },
  };
}

describe("a draft", () => {
  it("is saved once after several keys", async () => {
    const { world: given, saves, tick } = world();
    const draft = createDraftKeeper("c", "", given);
    for (const text of ["a", "ab", "abc"]) draft.change(text);
    await tick();
    expect(saves).toEqual([["abc", false]]);
  });

  it("is saved at once on leaving, and the copy goes when that is confirmed", async () => {
    const { world: given, saves, kept, tick } = world();
    const draft = createDraftKeeper("c", "", given);
    draft.change("half a thought");
    draft.leave();
    expect(kept.get("longhand:draft:c")).toBe("half a thought");
    await tick();
    expect(saves).toEqual([["half a thought", true]]);
    expect(kept.size).toBe(0);
  });

  it("comes back from the browser's copy when the server never got it", async () => {
    const failing = world({ fails: true });
    const left = createDraftKeeper("c", "old", failing.world);
    left.change("new");
    left.leave();
    await failing.tick();
    const later = world({ copy: failing.kept.get("longhand:draft:c") ?? "" });
    expect(createDraftKeeper("c", "old", later.world).initialText).toBe("new");
    await later.tick();
    expect(later.saves).toEqual([["new", false]]);
    expect(later.kept.size).toBe(0);
  });

  it("ends when it was sent, unless more was written since", async () => {
    const { world: given, saves, tick } = world();
    const draft = createDraftKeeper("c", "hello", given);
    draft.sent("hello");
    await tick();
    draft.change("and another");
    draft.sent("hello");
    await tick();
    expect(saves.map(([text]) => text)).toEqual(["", "and another"]);
  });

  it("that was sent while it was being saved does not come back", async () => {
    const { world: given, tick } = world();
    const stored: string[] = [];
    let finish = () => {};
    const slow = {
      ...given,
      save: (text: string) => new Promise<void>((resolve) => (finish = () => resolve(void stored.push(text)))),
    };
    const draft = createDraftKeeper("c", "", slow);
    draft.change("hello");
    await tick();
    draft.sent("hello");
    await tick();
    finish();
    await tick();
    await tick();
    finish();
    expect(stored).toEqual(["hello", ""]);
  });

  it("that was not touched is not saved", async () => {
    const { world: given, saves, tick } = world();
    createDraftKeeper("c", "kept", given).leave();
    await tick();
    expect(saves).toEqual([]);
  });
});
