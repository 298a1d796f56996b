// Finds a Chromium for the browser tests, or brings one: Playwright's own where its download works, else the system's package.
import { existsSync } from "node:fs";
import { run } from "./steps.mjs";

const KNOWN_PLACES = [
  process.env.LONGHAND_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of an executable; undefined when Playwright has its own. */
export async function findBrowser() {
  const known = KNOWN_PLACES.find((place) => place && existsSync(place));
  if (known) return known;
  if ((await run("npx", ["--no-install", "playwright", "install", "chromium"])) === 0) return undefined;
  if (process.getuid?.() === 0 && (await run("apt-get", ["update", "-qq"])) === 0) {
    await run("apt-get", ["install", "-y", "-qq", "chromium"], { DEBIAN_FRONTEND: "noninteractive" });
  }
  const installed = KNOWN_PLACES.find((place) => place && existsSync(place));
  if (installed) return installed;
  process.stderr.write(
    "No Chromium was found for the browser tests. Install one, or set LONGHAND_CHROMIUM to its path.\n",
  );
  process.exit(1);
}
