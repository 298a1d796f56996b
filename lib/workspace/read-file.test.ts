import { execFileSync } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf, makeMount, makeWorkspace, takeValue } from "./test-workspace.ts";
import type { TextSlice, WorkspaceSession } from "./types.ts";

async function walk(session: WorkspaceSession, path: string, by: "lines" | "bytes", limit: number) {
  const slices: TextSlice[] = [];
  let offset: number | undefined = by === "lines" ? 1 : 0;
  while (offset !== undefined) {
    const slice: TextSlice = takeValue(await session.read(path, { by, offset, limit }));
    slices.push(slice);
    offset = slice.next;
  }
  return slices;
}

async function makeFile(content: string | Uint8Array, name = "file.txt") {
  const { root, session } = await makeWorkspace();
  await writeFile(join(root, name), content);
  return session;
}

describe("reading by lines", () => {
  it("gives the lines asked for, the total and where to go on", async () => {
    const session = await makeFile("one\ntwo\nthree\nfour");
    expect(takeValue(await session.read("file.txt", { by: "lines", offset: 2, limit: 2 }))).toEqual({
      text: "two\nthree",
      by: "lines",
      from: 2,
      to: 3,
      total: 4,
      next: 4,
    });
    expect(takeValue(await session.read("file.txt", { by: "lines", offset: 4, limit: 9 }))).toMatchObject({
      text: "four",
      to: 4,
      total: 4,
    });
  });

  it("does not count an empty line after the last line end", async () => {
    const session = await makeFile("one\ntwo\n");
    expect(takeValue(await session.read("file.txt", { by: "lines", offset: 1, limit: 9 }))).toMatchObject({
      text: "one\ntwo",
      total: 2,
    });
  });

  it("reads an empty file, and refuses what is past the end", async () => {
    const session = await makeFile("");
    expect(takeValue(await session.read("file.txt", { by: "lines", offset: 1, limit: 9 }))).toMatchObject({
      text: "",
      total: 0,
    });
    expect(takeValue(await session.read("file.txt", { by: "bytes", offset: 0, limit: 9 }))).toMatchObject({
      text: "",
      total: 0,
    });
    expect(codeOf(await session.read("file.txt", { by: "lines", offset: 2, limit: 9 }))).toBe("invalid");
  });

  it("shows neither the byte order mark nor carriage returns", async () => {
    const session = await makeFile("\uFEFFa\r\nb\r\nc\nd\r\n");
    expect(takeValue(await session.read("file.txt", { by: "lines", offset: 1, limit: 9 })).text).toBe("a\nb\nc\nd");
    expect(takeValue(await session.read("file.txt", { by: "bytes", offset: 0, limit: 99 })).text).toBe(
      "\uFEFFa\r\nb\r\nc\nd\r\n",
    );
  });

  it("cuts the middle out of a long line and names the bytes that bring it back", async () => {
    const line = `${"я".repeat(5000)}😀${"z".repeat(5000)}`;
    const session = await makeFile(`short\n${line}\nend`);
    const slice = takeValue(await session.read("file.txt", { by: "lines", offset: 1, limit: 9 }));
    const shown = slice.text.split("\n")[1] ?? "";
    expect(slice).toMatchObject({ longLines: true, total: 3 });
    expect(shown.length).toBeLessThan(2200);
    const [, from, to] = /read bytes (\d+) to (\d+)/.exec(shown) ?? [];
    const missing = await session.read("file.txt", {
      by: "bytes",
      offset: Number(from),
      limit: Number(to) - Number(from),
    });
    expect(shown.replace(/ …\[.*\]… /, takeValue(missing).text)).toBe(line);
  });

  it("keeps emoji whole wherever the cut falls", async () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const session = await makeFile(`${"a".repeat(shift)}${"😀".repeat(4000)}`);
      const { text } = takeValue(await session.read("file.txt", { by: "lines", offset: 1, limit: 1 }));
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain("\uFFFD");
    }
  });

  it("bounds one answer and covers the whole text along next", async () => {
    const lines = Array.from({ length: 12_000 }, (_, index) => `${index} ${"ш".repeat(30)}`);
    const session = await makeFile(lines.join("\n"));
    const slices = await walk(session, "file.txt", "lines", 100_000);
    expect(slices.length).toBeGreaterThan(1);
    for (const { text } of slices) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * 1024);
    expect(slices.map(({ text }) => text).join("\n")).toBe(lines.join("\n"));
  });

  it("gives the same lines as splitting the text, for all texts and limits", async () => {
    const { root, session } = await makeWorkspace();
    const line = fc.string({ unit: fc.constantFrom("a", "й", "漢", "😀", " "), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 5 }),
        async (lines, end, limit) => {
          await writeFile(join(root, "p.txt"), lines.map((text) => `${text}${end}`).join(""));
          const slices = await walk(session, "p.txt", "lines", limit);
          expect(slices.flatMap(({ text }) => text.split("\n"))).toEqual(lines);
          expect(slices.at(-1)?.total).toBe(lines.length);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("reading by bytes", () => {
  it("walks to the exact text in whole code points, for all texts, limits and encodings", async () => {
    const { root, session } = await makeWorkspace();
    const text = fc.string({
      unit: fc.constantFrom("a", "\r", "\n", "й", "漢", "😀", "\u0301"),
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom("utf8", "utf16le"),
        async (content, limit, encoding) => {
          const written = encoding === "utf8" ? content : `\uFEFF${content}`;
          await writeFile(join(root, "p.txt"), Buffer.from(written, encoding as BufferEncoding));
          const slices = await walk(session, "p.txt", "bytes", limit);
          expect(slices.map((slice) => slice.text).join("")).toBe(written);
        },
      ),
      { numRuns: 80 },
    );
  });

  it("moves an offset inside a letter back to its start", async () => {
    const session = await makeFile("aяb");
    expect(takeValue(await session.read("file.txt", { by: "bytes", offset: 2, limit: 1 }))).toMatchObject({
      text: "я",
      from: 1,
      to: 3,
    });
  });

  it("walks a virtual file of one line of three megabytes", async () => {
    const text = "Қазақ тілі 😀 ".repeat(120_000);
    const { session } = await makeWorkspace({ mounts: [makeMount("/tool_results", { c1: text })] });
    const slices = await walk(session, "/tool_results/c1", "bytes", 10_000_000);
    expect(slices.length).toBeGreaterThan(10);
    expect(slices.map((slice) => slice.text).join("") === text).toBe(true);
    const byLines = await session.read("/tool_results/c1", { by: "lines", offset: 1, limit: 1 });
    expect(takeValue(byLines).text.length).toBeLessThan(2200);
  });
});

describe("what is not text", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
    "base64",
  );
  const zip = Buffer.concat([Buffer.from("PK\x03\x04\x14\0\0\0\0\0", "latin1"), Buffer.alloc(60, 7)]);
  it.each([
    ["a picture with the name of a text", png, /png/],
    ["a PDF that begins with a thousand plain characters", Buffer.from(`%PDF-1.7\n${"% plain\n".repeat(150)}`), /PDF/],
    ["an archive", zip, /zip/],
    ["a program", Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01\0", "latin1"), Buffer.alloc(300)]), /elf/],
    ["compressed data", gzipSync("text"), /gz/],
    ["unknown bytes", Buffer.from([1, 0, 2, 0, 0, 3, 255, 254, 0]), /unknown/],
  ])("refuses %s, with type and size", async (_, content, type) => {
    const session = await makeFile(content, "a.txt");
    const read = await session.read("a.txt", { by: "lines", offset: 1, limit: 9 });
    expect(read).toMatchObject({ ok: false, code: "binary" });
    expect(read.ok ? "" : read.reason).toMatch(type);
    expect(read.ok ? "" : read.reason).toContain(`${content.length} bytes`);
  });

  it.each(["BM is short for Bürgermeister", "MZ", "GIF", "II* remark", "%!", "<svg/>", '{"a": 1}', "PK"])(
    "reads %j as text",
    async (text) => {
      const session = await makeFile(text);
      expect(takeValue(await session.read("file.txt", { by: "lines", offset: 1, limit: 1 })).text).toBe(text);
    },
  );

  it("decodes UTF-16, with a mark in either order and without one", async () => {
    const text = "Сәлем, world\r\nекінші жол\n";
    const little = Buffer.from(`\uFEFF${text}`, "utf16le");
    const plain = Buffer.from("plain words\nand more\n", "utf16le");
    for (const [content, lines] of [
      [little, "Сәлем, world\nекінші жол"],
      [Buffer.from(little).swap16(), "Сәлем, world\nекінші жол"],
      [plain, "plain words\nand more"],
      [Buffer.from(plain).swap16(), "plain words\nand more"],
    ] as const) {
      const session = await makeFile(content);
      expect(takeValue(await session.read("file.txt", { by: "lines", offset: 1, limit: 9 }))).toMatchObject({
        text: lines,
        total: 2,
      });
    }
  });

  it("shows a NUL in a text as its picture", async () => {
    const session = await makeFile(`${"text ".repeat(1000)}\0end`);
    const { text } = takeValue(await session.read("file.txt", { by: "bytes", offset: 0, limit: 9000 }));
    expect(text.endsWith("\u2400end")).toBe(true);
  });

  it("refuses folders, pipes and what is not there", async () => {
    const { root, session } = await makeWorkspace({ mounts: [makeMount("/tool_results", { c1: "x" })] });
    execFileSync("mkfifo", [join(root, "pipe")]);
    await symlink("/etc/hostname", join(root, "link"));
    const range = { by: "lines", offset: 1, limit: 1 } as const;
    expect(codeOf(await session.read("/workspace", range))).toBe("is-folder");
    expect(codeOf(await session.read("/", range))).toBe("is-folder");
    expect(codeOf(await session.read("/tool_results", range))).toBe("is-folder");
    expect(codeOf(await session.read("pipe", range))).toBe("invalid");
    expect(codeOf(await session.read("none.txt", range))).toBe("not-found");
    expect(codeOf(await session.read("/tool_results/c2", range))).toBe("not-found");
    expect(codeOf(await session.read("link", range))).toBe("outside");
    expect(codeOf(await session.read("/etc/passwd", range))).toBe("outside");
  });

  it("stops when it is told to", async () => {
    const session = await makeFile("text");
    expect(codeOf(await session.read("file.txt", { by: "lines", offset: 1, limit: 1 }, AbortSignal.abort()))).toBe(
      "stopped",
    );
  });
});
