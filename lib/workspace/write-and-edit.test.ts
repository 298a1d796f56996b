import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeOf, makeFolder, makeMount, makeWorkspace, takeValue } from "./test-workspace.ts";
import type { VirtualMount } from "./types.ts";

describe("writing", () => {
  it("creates folders, writes exactly what it is given and leaves nothing else behind", async () => {
    const { root, session } = await makeWorkspace();
    const content = "\uFEFFодин\r\nдва\n\0";
    expect(takeValue(await session.write("a/b/c.txt", content))).toEqual({
      bytes: Buffer.byteLength(content),
      created: true,
    });
    expect(await readFile(join(root, "a/b/c.txt"), "utf8")).toBe(content);
    expect(takeValue(await session.write("/workspace/a/b/c.txt", "x"))).toEqual({ bytes: 1, created: false });
    expect(await readdir(join(root, "a/b"))).toEqual(["c.txt"]);
  });

  it("keeps the permissions of a file that it replaces", async () => {
    const { root, session } = await makeWorkspace();
    await writeFile(join(root, "run.sh"), "old");
    await chmod(join(root, "run.sh"), 0o755);
    takeValue(await session.write("run.sh", "new"));
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(0o755);
  });

  it("writes through a link that stays inside, and not through one that leads out", async () => {
    const { root, session } = await makeWorkspace();
    const other = await makeFolder();
    await mkdir(join(root, "real"));
    await writeFile(join(root, "real/a.txt"), "old");
    await symlink("real", join(root, "alias"));
    await symlink("real/a.txt", join(root, "a-link"));
    await symlink(other, join(root, "esc"));
    await symlink(join(other, "later"), join(root, "broken"));
    takeValue(await session.write("alias/b.txt", "b"));
    takeValue(await session.write("a-link", "new"));
    expect(await readFile(join(root, "real/a.txt"), "utf8")).toBe("new");
    expect(await readdir(join(root, "real"))).toEqual(["a.txt", "b.txt"]);
    for (const path of ["esc/x", "esc/deep/x", "broken", "../x", "/etc/x"]) {
      expect(codeOf(await session.write(path, "x")), path).toBe("outside");
    }
    expect(await readdir(other)).toEqual([]);
  });

  it("refuses folders, files that stand in the way and mounts", async () => {
    const { session } = await makeWorkspace({ mounts: [makeMount("/tool_results", { c1: "x" })] });
    takeValue(await session.write("file", "x"));
    expect(codeOf(await session.write("/workspace", "x"))).toBe("is-folder");
    expect(codeOf(await session.write("file/below", "x"))).toBe("not-folder");
    expect(codeOf(await session.write("/tool_results/c1", "x"))).toBe("read-only");
    expect(codeOf(await session.write("/", "x"))).toBe("read-only");
    expect(codeOf(await session.edit("/tool_results/c1", { oldText: "x", newText: "y", replaceAll: false }))).toBe(
      "read-only",
    );
    expect(codeOf(await session.write("n".repeat(300), "x"))).toBe("invalid");
  });

  it("writes and edits a mount that lets it", async () => {
    let memory = "- tabs\n";
    const mount: VirtualMount = {
      ...makeMount("/memories", {}),
      open: async (name) =>
        name === "AGENTS.md"
          ? { bytes: Buffer.byteLength(memory), read: async (start, end) => Buffer.from(memory).subarray(start, end) }
          : undefined,
      write: async (_, content) => {
        memory = content;
      },
    };
    const { session } = await makeWorkspace({ mounts: [mount] });
    takeValue(await session.edit("/memories/AGENTS.md", { oldText: "tabs", newText: "пробелы", replaceAll: false }));
    expect(memory).toBe("- пробелы\n");
    expect(takeValue(await session.write("/memories/AGENTS.md", "new")).created).toBe(false);
    expect(memory).toBe("new");
  });
});

describe("editing a file", () => {
  it("keeps encoding, mark and line ends", async () => {
    const { root, session } = await makeWorkspace();
    const path = join(root, "wide.txt");
    await writeFile(path, Buffer.from("\uFEFFбір\r\nекі\r\n", "utf16le").swap16());
    takeValue(await session.edit("wide.txt", { oldText: "бір\nекі", newText: "бір\nүш", replaceAll: false }));
    expect((await readFile(path)).swap16().toString("utf16le")).toBe("\uFEFFбір\r\nүш\r\n");
  });

  it("loses none of many edits at once", async () => {
    const { root, session } = await makeWorkspace();
    const names = Array.from({ length: 20 }, (_, index) => `item-${index};`);
    await writeFile(join(root, "list.txt"), names.join("\n"));
    await Promise.all(
      names.map((name) => session.edit("list.txt", { oldText: name, newText: `${name} done`, replaceAll: false })),
    );
    expect(await readFile(join(root, "list.txt"), "utf8")).toBe(names.map((name) => `${name} done`).join("\n"));
  });

  it("refuses what is not a text, what is not there and what would be damaged", async () => {
    const { root, session } = await makeWorkspace();
    await writeFile(join(root, "latin.txt"), Buffer.from("caf\xe9 au lait, plain text around it", "latin1"));
    await writeFile(join(root, "data.bin"), Buffer.from([0, 1, 2, 3, 0, 0, 255]));
    const edit = { oldText: "plain", newText: "x", replaceAll: false };
    expect(codeOf(await session.edit("latin.txt", edit))).toBe("binary");
    expect(codeOf(await session.edit("data.bin", edit))).toBe("binary");
    expect(codeOf(await session.edit("none.txt", edit))).toBe("not-found");
    expect(codeOf(await session.edit("/workspace", edit))).toBe("is-folder");
    expect(await session.edit("latin.txt", edit)).toMatchObject({
      reason: expect.stringContaining("/workspace/latin.txt"),
    });
  });
});
