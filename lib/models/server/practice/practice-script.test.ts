import { afterEach, describe, expect, it } from "vitest";
import { startModelServer } from "../model-server.ts";
import type { ModelServer } from "../types.ts";
import { detectIntent } from "./detect-intent.ts";
import { createFiles, runAgent, sampleChapters } from "./small-agent.ts";
import { WORDS } from "./words.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(window: number): Promise<ModelServer> {
  server = await startModelServer({ window });
  return server;
}

const ask = "Read all chapters and write a report.";

describe.each([
  [16_000, { boundedReads: true }],
  [32_000, { boundedReads: false }],
  [128_000, { boundedReads: false }],
])("reading everything in a window of %i tokens, %o", (window, options) => {
  it("ends with a complete and true report, and nothing is refused", async () => {
    const target = await start(window);
    const chapters = sampleChapters();
    const files = createFiles(chapters);
    const { text, steps } = await runAgent(target, window, files, [ask], options);

    expect(target.stats()).toMatchObject({ overflows: 0, refusals: {} });
    expect(steps).toBeLessThan(200);
    const report = files.get("/workspace/report.md") ?? "";
    const entries = report.split("\n").filter((line) => line.startsWith("- "));
    expect(entries.length).toBe(chapters.size);
    let total = 0;
    for (const [index, [path, content]] of [...chapters].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
      const lines = content.trimEnd().split("\n").length;
      const title = content.split("\n")[0]?.replace("# ", "") ?? "";
      total += lines;
      expect(entries[index]).toContain(
        `- ${path.replace("/workspace/", "")} — **${title}** — ${lines} lines — first line: “`,
      );
    }
    expect(report).toMatch(new RegExp(`_Complete: ${chapters.size}/${chapters.size} files, ${total} lines_\n$`));
    expect(text).toContain(`**${chapters.size} files** (${total} lines)`);
  });

  it("hands every chapter to a subagent in batches of at most eight", async () => {
    const target = await start(window);
    const chapters = sampleChapters();
    const files = createFiles(chapters);
    const { text, batches } = await runAgent(target, window, files, ["Hand each chapter to a subagent."], options);
    expect(target.stats()).toMatchObject({ overflows: 0, refusals: {} });
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(chapters.size);
    expect(Math.max(...batches)).toBe(8);
    for (const [path, content] of chapters) {
      const lines = content.trimEnd().split("\n").length;
      expect(text).toMatch(new RegExp(`- ${path.replace("/workspace/", "")} — \\*\\*.+\\*\\* – ${lines} lines`));
    }
  });
});

it("clears results and drops rounds in the small window, so that the recipes are really tried", async () => {
  const target = await start(16_000);
  const { cleared, dropped, text } = await runAgent(target, 16_000, createFiles(sampleChapters()), [ask]);
  expect(text).toContain(`**${sampleChapters().size} files**`);
  expect(cleared).toBeGreaterThan(5);
  expect(dropped).toBeGreaterThan(5);
});

it("says which file could not be read and goes on", async () => {
  const target = await start(32_000);
  const files = createFiles(new Map([["/workspace/chapters/01-a.md", "# A\n\nFirst.\n"]]));
  files.set("/workspace/chapters/02-b.png", "\0");
  files.set("/workspace/chapters/03-c.md", "");
  await runAgent(target, 32_000, files, [ask]);
  const report = files.get("/workspace/report.md") ?? "";
  expect(report).toContain("- chapters/02-b.png — could not be read: ");
  expect(report).toContain("- chapters/03-c.md — **** — 0 lines");
  expect(report).toContain("_Complete: 3/3 files, 3 lines_");
});

it("falls back to the whole workspace when there is no folder of chapters, and says when there is nothing", async () => {
  const target = await start(32_000);
  const files = createFiles(new Map([["/workspace/notes/a.md", "# A\n\nFirst.\n"]]));
  expect((await runAgent(target, 32_000, files, [ask])).text).toContain("**1 files** (3 lines)");
  const none = await runAgent(target, 32_000, createFiles(new Map()), ["Read all files in the folder drafts"]);
  expect(none.text).toBe("I found no files to read at /workspace/drafts.");
});

it("goes on when a message arrives in the middle, and takes up the next task afterwards", async () => {
  const target = await start(32_000);
  const files = createFiles(sampleChapters());
  const first = await runAgent(target, 32_000, files, [ask], { steerAfter: 3 });
  expect(first.text).toContain(`**${sampleChapters().size} files**`);
  const second = await runAgent(target, 32_000, files, [ask, "Write a file notes.md with the text “Bonjour à tous”"]);
  expect(files.get("/workspace/notes.md")).toBe("Bonjour à tous");
  expect(second.text).toContain("`notes.md` is written (14 characters)");
  const third = await runAgent(target, 32_000, files, [ask, "Thank you!"]);
  expect(third.text).toBe(WORDS.en.introduction);
});

it("runs a command and shows what it printed", async () => {
  const target = await start(32_000);
  const { text, commands } = await runAgent(target, 32_000, createFiles(new Map()), ["Please run `echo ok`"]);
  expect(commands).toEqual(["echo ok"]);
  expect(text).toBe("The command `echo ok` printed:\n\n```\nran echo ok\n```");
});

it("says which tool is missing", async () => {
  const target = await start(32_000);
  const body = { model: "m", messages: [{ role: "user", content: ask }], tools: [] };
  const response = await fetch(`${target.url}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
  const { choices } = await response.json();
  expect(choices[0].message.content).toContain("`find_files`");
});

describe("introducing itself in the person's language", () => {
  it.each([
    ["en", "Hello, what can you do?"],
    ["fr", "Bonjour, que peux-tu faire ?"],
    ["id", "Halo, apa yang bisa kamu lakukan?"],
    ["kk", "Сәлем, не істей аласың?"],
    ["nl", "Hallo, wat kun je?"],
    ["ru", "Привет, что ты умеешь?"],
    ["zh", "你好，你会做什么？"],
    ["ja", "こんにちは、何ができますか？"],
  ] as const)("%s", async (language, question) => {
    const target = await start(32_000);
    const { text } = await runAgent(target, 32_000, createFiles(new Map()), [question]);
    expect(text).toBe(WORDS[language].introduction);
  });
});

describe("recognising a request", () => {
  it("understands the examples of every introduction", () => {
    for (const words of Object.values(WORDS)) {
      const examples = [...words.introduction.matchAll(/\*\*[“«「](.+?)[”»」]\*\*/gu)].map(([, example]) =>
        example?.trim(),
      );
      const kinds = examples.map((example) => detectIntent(example ?? "")?.kind);
      expect([words.reportTitle, ...kinds]).toEqual([words.reportTitle, "read-all", "hand-over", "run", "write"]);
    }
  });

  it.each([
    ["Read every file in src/", { kind: "read-all", target: { pattern: "**/*", path: "/workspace/src" } }],
    ["read **/*.ts please", { kind: "read-all", target: { pattern: "**/*.ts", path: "/workspace" } }],
    ["Read all chapters and write notes.md", { kind: "read-all", target: { report: "/workspace/notes.md" } }],
    ["Lis tous les fichiers du dossier « textes »", { kind: "read-all", target: { path: "/workspace/textes" } }],
    ["Run the command ls -la", { kind: "run", command: "ls -la" }],
    ["Exécute `pwd`", { kind: "run", command: "pwd" }],
    ["Read the file `/workspace/a b.md` whole and report its title.", { kind: "read-one", path: "/workspace/a b.md" }],
    [
      "Create a file a/b.txt with: read all of it",
      { kind: "write", path: "/workspace/a/b.txt", content: "read all of it" },
    ],
    ["Напиши файл x.md с текстом «Привет»", { kind: "write", path: "/workspace/x.md", content: "Привет" }],
  ])("%s", (text, intent) => {
    expect(detectIntent(text)).toMatchObject(intent);
  });

  it.each(["Hello", "What is a subagent?", "How long may a command run?", "I read a book"])("not: %s", (text) => {
    expect(detectIntent(text)).toBeUndefined();
  });
});
