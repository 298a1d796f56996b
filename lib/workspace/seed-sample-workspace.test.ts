import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { declarationToMarkdown } from "./declaration-to-markdown.ts";
import { sampleLanguages } from "./sample-languages.ts";
import { seedSampleWorkspace } from "./seed-sample-workspace.ts";
import { makeFolder } from "./test-workspace.ts";

describe("seedSampleWorkspace", () => {
  it("writes a chapter for each language, whole and without markup", async () => {
    const root = join(await makeFolder(), "sample");
    await seedSampleWorkspace(root);
    const chapters = await readdir(join(root, "chapters"));
    expect(chapters).toHaveLength(sampleLanguages.length);
    for (const chapter of chapters) {
      const text = await readFile(join(root, "chapters", chapter), "utf8");
      expect(text.match(/^# \S/gm), chapter).toHaveLength(1);
      expect(text.match(/^## \S/gm)?.length, chapter).toBeGreaterThanOrEqual(30);
      expect(text, chapter).not.toMatch(/[<>]|&\w+;/);
      expect(text.length, chapter).toBeGreaterThan(2500);
    }
    expect(await readFile(join(root, "chapters/02-russian.md"), "utf8")).toContain("Все люди рождаются свободными");
    expect(await readFile(join(root, "README.md"), "utf8")).toContain("chapters/24-ukrainian.md");
  });

  it("changes nothing when it is called again, not even what was edited", async () => {
    const root = await makeFolder();
    expect(await seedSampleWorkspace(root)).toHaveLength(sampleLanguages.length + 1);
    await writeFile(join(root, "README.md"), "mine");
    expect(await seedSampleWorkspace(root)).toEqual([]);
    expect(await readFile(join(root, "README.md"), "utf8")).toBe("mine");
  });
});

describe("declarationToMarkdown", () => {
  it("keeps headings, paragraphs and numbered items with all their paragraphs", () => {
    const html = `<body><h1>T</h1><p>a</p><article><h2>S</h2><ol>
      <li>
        <p>one</p>
        <p>more</p>
      </li>
      <li><p>two</p></li>
    </ol><p>b</p></article></body>`;
    expect(declarationToMarkdown(html)).toBe("# T\n\na\n\n## S\n\n1. one\n\n   more\n\n2. two\n\nb\n");
  });
});
