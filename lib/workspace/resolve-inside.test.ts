import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInside, resolveInside } from "./resolve-inside.ts";
import { codeOf, makeFolder, takeValue } from "./test-workspace.ts";

async function makeNeighbours() {
  const parent = await makeFolder();
  const root = join(parent, "ws");
  await mkdir(join(root, "inner"), { recursive: true });
  await mkdir(join(parent, "ws-2"));
  await writeFile(join(root, "inner", "file.txt"), "inside");
  await writeFile(join(parent, "ws-2", "secret.txt"), "secret");
  return { parent, root };
}

describe("resolveInside", () => {
  it("gives the real path of a file, and says whether it exists", async () => {
    const { root } = await makeNeighbours();
    const file = takeValue(await resolveInside(root, "inner/file.txt"));
    expect(file).toEqual({
      path: "/workspace/inner/file.txt",
      realPath: join(root, "inner", "file.txt"),
      exists: true,
    });
    expect(takeValue(await resolveInside(root, "inner/new/file.txt")).exists).toBe(false);
    expect(takeValue(await resolveInside(root, "")).realPath).toBe(root);
  });

  it.each(["../ws-2/secret.txt", "inner/../../ws-2/secret.txt", "..", "../../etc/passwd"])(
    "refuses %s",
    async (path) => {
      const { root } = await makeNeighbours();
      expect(codeOf(await resolveInside(root, path))).toBe("outside");
    },
  );

  it.each(["%2e%2e%2fws-2%2fsecret.txt", "..%5cws-2", "inner%00.txt", "inner\0", "/etc/passwd", "..\\ws-2"])(
    "refuses the address %j",
    async (path) => {
      const { root } = await makeNeighbours();
      expect(codeOf(await resolveInside(root, path))).toBe("invalid");
    },
  );

  it("refuses links that lead out, for what exists and for what would be created", async () => {
    const { parent, root } = await makeNeighbours();
    await symlink("/", join(root, "esc"));
    await symlink(join(parent, "ws-2"), join(root, "sibling"));
    await symlink(join(parent, "ws-2", "not-there"), join(root, "broken"));
    for (const path of [
      "esc",
      "esc/etc/hostname",
      "esc/tmp/new",
      "sibling/secret.txt",
      "sibling/new",
      "broken",
      "broken/new",
    ]) {
      expect(codeOf(await resolveInside(root, path)), path).toBe("outside");
    }
  });

  it("follows links that stay inside, and a root that is a link itself", async () => {
    const { parent, root } = await makeNeighbours();
    await symlink("inner", join(root, "alias"));
    await symlink(root, join(parent, "entrance"));
    const inside = takeValue(await resolveInside(join(parent, "entrance"), "alias/file.txt"));
    expect(inside.realPath).toBe(join(root, "inner", "file.txt"));
  });

  it("answers for a link that leads in a circle", async () => {
    const { root } = await makeNeighbours();
    await symlink("circle", join(root, "circle"));
    expect(codeOf(await resolveInside(root, "circle/x"))).toBe("outside");
  });

  it("says that the folder of a workspace is gone", async () => {
    expect(codeOf(await resolveInside(join(await makeFolder(), "gone"), "a"))).toBe("not-found");
  });

  it("never resolves to a place outside, whatever the path is made of", async () => {
    const { parent, root } = await makeNeighbours();
    await symlink("/", join(root, "esc"));
    await symlink("inner", join(root, "alias"));
    const part = fc.constantFrom(
      "..",
      ".",
      "",
      "inner",
      "alias",
      "esc",
      "file.txt",
      "ws-2",
      "workspace",
      "new",
      "%2e%2e",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const resolved = await resolveInside(root, parts.join("/"));
        if (resolved.ok) expect(isInside(root, resolved.value.realPath)).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(isInside(root, join(parent, "ws-2"))).toBe(false);
  });
});
