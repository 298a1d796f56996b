import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeOf, makeMount, makeWorkspace, takeValue } from "../test-workspace.ts";
import type { SearchOptions } from "../types.ts";

async function makeTree() {
  const { root, session } = await makeWorkspace({
    mounts: [makeMount("/tool_results", { c1: "first\nПривет, мир\n", c2: "nothing" })],
  });
  await mkdir(join(root, "src/inner"), { recursive: true });
  await mkdir(join(root, "node_modules/package"), { recursive: true });
  await mkdir(join(root, ".git"));
  await writeFile(join(root, "src/b.ts"), "const answer = 42;\r\n// TODO: more\r\n");
  await writeFile(join(root, "src/a.md"), "TODO и ПРИВЕТ\n");
  await writeFile(join(root, "src/inner/c.ts"), "TODO\nTODO\nTODO\n");
  await writeFile(join(root, "node_modules/package/d.ts"), "TODO\n");
  await writeFile(join(root, ".git/config"), "TODO\n");
  await writeFile(join(root, "data.bin"), Buffer.from("TODO\0\0\x01\xff\xfe TODO", "latin1"));
  await symlink("/", join(root, "esc"));
  await symlink("..", join(root, "src/circle"));
  return { root, session };
}

const options: SearchOptions = { path: "/workspace", literal: false, ignoreCase: false, limit: 100 };

describe("finding files", () => {
  it.each([
    ["*.ts", "/workspace", ["/workspace/src/b.ts", "/workspace/src/inner/c.ts"]],
    ["src/*.ts", "/workspace", ["/workspace/src/b.ts"]],
    ["**/*.{ts,md}", "src", ["/workspace/src/a.md", "/workspace/src/b.ts", "/workspace/src/inner/c.ts"]],
    ["/workspace/src/**/c.ts", "/workspace", ["/workspace/src/inner/c.ts"]],
    ["./data.*", "/workspace", ["/workspace/data.bin"]],
    ["c*", "/tool_results", ["/tool_results/c1", "/tool_results/c2"]],
    ["*.none", "/workspace", []],
  ])("finds %s below %s, sorted", async (glob, path, found) => {
    const { session } = await makeTree();
    const listing = takeValue(await session.find(glob, { path, limit: 100 }));
    expect(listing.entries.map((entry) => entry.path)).toEqual(found);
    expect(listing.more).toBe(false);
  });

  it("says when there is more than the limit", async () => {
    const { session } = await makeTree();
    expect(takeValue(await session.find("*.ts", { path: "/", limit: 1 }))).toMatchObject({
      entries: [{ bytes: 35 }],
      more: true,
    });
  });

  it("refuses what leads out and what is not there", async () => {
    const { session } = await makeTree();
    expect(codeOf(await session.find("*", { path: "esc", limit: 9 }))).toBe("outside");
    expect(codeOf(await session.find("*", { path: "none", limit: 9 }))).toBe("not-found");
    expect(codeOf(await session.find("*", { path: "/tool_results/none", limit: 9 }))).toBe("not-found");
    expect(codeOf(await session.find("", { path: "/workspace", limit: 9 }))).toBe("invalid");
  });
});

describe("searching", () => {
  it("gives lines in the order of the files, without generated folders and binary files", async () => {
    const { session } = await makeTree();
    const outcome = takeValue(await session.search("TODO", options));
    expect(outcome.matches.map(({ path, line }) => `${path}:${line}`)).toEqual([
      "/workspace/src/a.md:1",
      "/workspace/src/b.ts:2",
      "/workspace/src/inner/c.ts:1",
      "/workspace/src/inner/c.ts:2",
      "/workspace/src/inner/c.ts:3",
    ]);
    expect(outcome).toMatchObject({ filesSearched: 3, more: false });
    expect(outcome.matches[1]?.text).toBe("// TODO: more");
  });

  it("searches one file, a glob, other letter case and mounts", async () => {
    const { session } = await makeTree();
    const pathsOf = async (pattern: string, more: Partial<SearchOptions>) =>
      takeValue(await session.search(pattern, { ...options, ...more })).matches.map(({ path }) => path);
    expect(await pathsOf("TODO", { path: "src/b.ts" })).toEqual(["/workspace/src/b.ts"]);
    expect(await pathsOf("TODO", { glob: "*.md" })).toEqual(["/workspace/src/a.md"]);
    expect(await pathsOf("привет", { ignoreCase: true })).toEqual(["/workspace/src/a.md"]);
    expect(await pathsOf("(?i)привет", {})).toEqual(["/workspace/src/a.md"]);
    expect(await pathsOf("мир$", { path: "/tool_results" })).toEqual(["/tool_results/c1"]);
    expect(await pathsOf("first", { path: "/tool_results/c1" })).toEqual(["/tool_results/c1"]);
  });

  it("stops at the limit and says so, and not when the limit is just reached", async () => {
    const { session } = await makeTree();
    expect(takeValue(await session.search("TODO", { ...options, limit: 4 }))).toMatchObject({ more: true });
    expect(takeValue(await session.search("TODO", { ...options, limit: 5 }))).toMatchObject({ more: false });
  });

  it("finds something far into a long line and shows only what is around it", async () => {
    const { root, session } = await makeTree();
    await writeFile(join(root, "min.js"), `${"😀x".repeat(500_000)}needle${"y".repeat(900_000)}`);
    const { matches } = takeValue(await session.search("needle", { ...options, path: "min.js" }));
    expect(matches).toHaveLength(1);
    expect(matches[0]?.text).toContain("needle");
    expect(matches[0]?.text.length).toBeLessThan(500);
    expect(matches[0]?.text.isWellFormed()).toBe(true);
  });

  it("finds a literal text with signs that mean something in a pattern", async () => {
    const { root, session } = await makeTree();
    await writeFile(join(root, "signs.txt"), "a.b*c(d)[e]{f}^$|\\/+?-#\n");
    const found = await session.search("a.b*c(d)[e]{f}^$|\\/+?-#", { ...options, literal: true });
    expect(takeValue(found).matches).toHaveLength(1);
    expect(takeValue(await session.search("a.b.c", { ...options, literal: true, path: "signs.txt" })).matches).toEqual(
      [],
    );
  });

  it("reports a pattern that is not one", async () => {
    const { session } = await makeTree();
    expect(codeOf(await session.search("(", options))).toBe("invalid");
    expect(codeOf(await session.search("", options))).toBe("invalid");
    expect(codeOf(await session.search("TODO", { ...options, path: "esc" }))).toBe("outside");
  });

  it("ends a pattern that would never come to an end, at the deadline and when told to stop", async () => {
    const { root, session } = await makeWorkspace({ lookupTimeoutMs: 700 });
    await writeFile(join(root, "a.txt"), `${"a".repeat(60)}!`);
    expect(codeOf(await session.search("^(a+)+$", options))).toBe("timeout");
    expect(codeOf(await session.search("^(a+)+$", { ...options, signal: AbortSignal.timeout(200) }))).toBe("stopped");
    expect(takeValue(await session.search("a!", options)).matches).toHaveLength(1);
  });
});
