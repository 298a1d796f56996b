import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listFolder } from "./list-folder.ts";
import { codeOf, makeFolder, makeMount, makeWorkspace, takeValue } from "./test-workspace.ts";
import type { Listing } from "./types.ts";

async function makeTree() {
  const { root, session } = await makeWorkspace({
    mounts: [makeMount("/skills", { "review/SKILL.md": "x", "top.md": "yy" })],
  });
  await mkdir(join(root, "b/deep"), { recursive: true });
  await mkdir(join(root, "node_modules"));
  await writeFile(join(root, "a.txt"), "12345");
  await writeFile(join(root, "b/c.txt"), "");
  await writeFile(join(root, "b/deep/d.txt"), "");
  await symlink("/", join(root, "esc"));
  await symlink("b", join(root, "link"));
  return { root, session };
}

function paths(listing: Listing): string[] {
  return listing.entries.map(({ path, kind }) => `${path} ${kind}`);
}

describe("listing a folder", () => {
  it("is sorted, shows links by where they lead and does not walk into them", async () => {
    const { session } = await makeTree();
    expect(paths(takeValue(await session.list("/workspace", { depth: 3, limit: 100 })))).toEqual([
      "/workspace/a.txt file",
      "/workspace/b folder",
      "/workspace/b/c.txt file",
      "/workspace/b/deep folder",
      "/workspace/b/deep/d.txt file",
      "/workspace/esc other",
      "/workspace/link folder",
      "/workspace/node_modules folder",
    ]);
    expect(paths(takeValue(await session.list("link", { depth: 1, limit: 100 })))).toEqual([
      "/workspace/link/c.txt file",
      "/workspace/link/deep folder",
    ]);
  });

  it("shows upper levels first when there is not room for all", async () => {
    const { session } = await makeTree();
    const listing = takeValue(await session.list(".", { depth: 9, limit: 5 }));
    expect(listing.more).toBe(true);
    expect(listing.entries.every(({ path }) => path.split("/").length === 3)).toBe(true);
    expect(takeValue(await session.list(".", { depth: 1, limit: 5 })).more).toBe(false);
  });

  it("lists mounts and the top", async () => {
    const { session } = await makeTree();
    expect(paths(takeValue(await session.list("/", { depth: 1, limit: 9 })))).toEqual([
      "/skills folder",
      "/workspace folder",
    ]);
    expect(paths(takeValue(await session.list("/skills", { depth: 1, limit: 9 })))).toEqual([
      "/skills/review folder",
      "/skills/top.md file",
    ]);
    expect(paths(takeValue(await session.list("/skills/review", { depth: 1, limit: 9 })))).toEqual([
      "/skills/review/SKILL.md file",
    ]);
    expect(codeOf(await session.list("/skills/none", { depth: 1, limit: 9 }))).toBe("not-found");
    expect(codeOf(await session.list("/skills/top.md", { depth: 1, limit: 9 }))).toBe("not-folder");
  });

  it("refuses files, what is not there and what leads out", async () => {
    const { root, session } = await makeTree();
    expect(codeOf(await session.list("a.txt", { depth: 1, limit: 9 }))).toBe("not-folder");
    expect(codeOf(await session.list("none", { depth: 1, limit: 9 }))).toBe("not-found");
    expect(codeOf(await session.list("esc", { depth: 1, limit: 9 }))).toBe("outside");
    expect(codeOf(await listFolder(root, "esc/etc"))).toBe("outside");
  });

  it("gives size and time for the tree of the browser", async () => {
    const { root } = await makeTree();
    const [file] = takeValue(await listFolder(root, "")).entries;
    expect(file).toMatchObject({ path: "/workspace/a.txt", bytes: 5 });
    expect(file?.modifiedAt).toBeGreaterThan(0);
    expect(codeOf(await listFolder(join(await makeFolder(), "gone"), ""))).toBe("not-found");
  });
});
