import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../peers/", import.meta.url));

/**
 * Loads a package that only benchmarks compare with. They have a `package.json` of their own, so that the app's install stays
 * small, and are installed when they are first asked for.
 * @throws Error when it cannot be installed or loaded
 */
export async function importPeer<Module>(name: string): Promise<Module> {
  if (!existsSync(`${folder}node_modules`)) {
    process.stderr.write("Installing the packages to compare with…\n");
    const args = ["install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
    execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  }
  // From a module in that folder, so that the name is looked up there.
  const { load } = (await import(new URL("../peers/load.js", import.meta.url).href)) as {
    load(name: string): Promise<Module>;
  };
  return load(name);
}

/** The version that is installed, as it is asked for in `package.json`. */
export function peerVersion(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as {
    dependencies: Record<string, string>;
  };
  return dependencies[name] ?? "?";
}
