// Runs with any Node from 20 on and without node_modules: it is what brings them.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const isWindows = process.platform === "win32";

/** Runs a command in the project and shows its output; resolves with its exit code. */
export function run(command, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", shell: isWindows, env: { ...process.env, ...environment } });
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
    child.on("error", () => resolve(127));
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Runs an npm script, so that the Node that the project brings is the one that is used. */
export async function must(script, ...args) {
  const code = await run("npm", ["run", "--silent", script, ...(args.length > 0 ? ["--", ...args] : [])]);
  if (code !== 0) {
    process.stderr.write(`\nnpm run ${script} failed.\n`);
    process.exit(code);
  }
}

/** Installs what the lock file names, unless it is there already. */
export async function installIfNeeded() {
  const installed = "node_modules/.package-lock.json";
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs) return;
  const code = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code !== 0) process.exit(code);
}

const BUILT_FROM = ["app", "components", "lib", "prisma", "public"];
const BUILT_FROM_FILES = [
  "package-lock.json",
  "next.config.ts",
  "tsconfig.json",
  "postcss.config.mjs",
  "instrumentation.ts",
];
const STAMP = ".next/built-from";

/** Generates the database client and builds the app, unless both are there for exactly these sources. */
export async function buildIfNeeded() {
  const sources = await hashSources();
  if (existsSync(STAMP) && existsSync("prisma/generated/client.ts") && readFileSync(STAMP, "utf8") === sources) return;
  await must("generate");
  await must("build");
  writeFileSync(STAMP, sources);
}

async function hashSources() {
  const hash = createHash("sha256");
  const files = [...BUILT_FROM_FILES];
  for (const folder of BUILT_FROM) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && !file.includes("generated") && !/\.test\.tsx?$/.test(file)) files.push(file);
    }
  }
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(await readFile(file))
      .update("\0");
  return hash.digest("hex");
}
