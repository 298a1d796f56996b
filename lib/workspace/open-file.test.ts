import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFile } from "./open-file.ts";
import { codeOf, makeFolder, takeValue } from "./test-workspace.ts";

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

describe("openFile", () => {
  it("streams all of a file, or a range of it", async () => {
    const root = await makeFolder();
    const content = Buffer.alloc(700_000, "0123456789");
    await writeFile(join(root, "digits.txt"), content);
    const file = takeValue(await openFile(root, "digits.txt"));
    expect(file).toMatchObject({ name: "digits.txt", path: "/workspace/digits.txt", bytes: 700_000, isText: true });
    expect((await bytesOf(file.stream())).equals(content)).toBe(true);
    expect((await bytesOf(file.stream(5, 12))).toString()).toBe("5678901");
    expect(await bytesOf(file.stream(9, 9))).toHaveLength(0);
    await file.stream().cancel();
  });

  it("never serves a text as something that a browser would run", async () => {
    const root = await makeFolder();
    await writeFile(join(root, "page.html"), "<script>alert(1)</script>");
    await writeFile(join(root, "image.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
    await writeFile(join(root, "wide.html"), Buffer.from("\uFEFF<script>", "utf16le"));
    expect(takeValue(await openFile(root, "page.html")).mediaType).toBe("text/plain; charset=utf-8");
    expect(takeValue(await openFile(root, "image.svg")).mediaType).toBe("text/plain; charset=utf-8");
    expect(takeValue(await openFile(root, "wide.html")).mediaType).toBe("text/plain; charset=utf-16le");
  });

  it("tells a picture by its bytes", async () => {
    const root = await makeFolder();
    await writeFile(
      join(root, "a.txt"),
      Buffer.from(
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDAT",
        "latin1",
      ),
    );
    expect(takeValue(await openFile(root, "a.txt"))).toMatchObject({ mediaType: "image/png", isText: false });
  });

  it("refuses folders and everything outside", async () => {
    const root = await makeFolder();
    await symlink("/etc", join(root, "esc"));
    expect(codeOf(await openFile(root, ""))).toBe("is-folder");
    expect(codeOf(await openFile(root, "none"))).toBe("not-found");
    expect(codeOf(await openFile(root, "esc/passwd"))).toBe("outside");
    expect(codeOf(await openFile(root, "%2e%2e%2fsecret"))).toBe("invalid");
    expect(codeOf(await openFile(root, "/etc/passwd"))).toBe("invalid");
  });
});
