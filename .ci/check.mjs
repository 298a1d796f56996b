// npm run check: everything that must hold before a change lands. The last line counts the tests; a skipped one counts as failed.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { findBrowser } from "./browser.mjs";
import { buildIfNeeded, installIfNeeded, must, run } from "./steps.mjs";

const RESULTS = "test-results";

await installIfNeeded();
await must("generate");
await must("lint");
await must("types");
mkdirSync(RESULTS, { recursive: true });
const unit = await runUnitTests();
await buildIfNeeded();
const browser = await runBrowserTests();

const passed = unit.passed + browser.passed;
const failed = unit.failed + browser.failed;
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function runUnitTests() {
  const file = `${RESULTS}/unit.json`;
  rmSync(file, { force: true });
  const code = await run("npm", [
    "run",
    "--silent",
    "test",
    "--",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile=${file}`,
  ]);
  const result = readResult(file);
  if (!result) return { passed: 0, failed: 1 };
  const passed = result.numPassedTests;
  const failed =
    result.numTotalTests -
    passed +
    result.testResults.filter((suite) => suite.status === "failed" && suite.assertionResults.length === 0).length;
  return { passed, failed: code !== 0 ? Math.max(1, failed) : failed };
}

async function runBrowserTests() {
  const executable = await findBrowser();
  const file = `${RESULTS}/browser.json`;
  rmSync(file, { force: true });
  const code = await run("npm", ["run", "--silent", "e2e", "--", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(executable && { LONGHAND_CHROMIUM: executable }),
  });
  const stats = readResult(file)?.stats;
  if (!stats) return { passed: 0, failed: 1 };
  const failed = stats.unexpected + stats.skipped + stats.flaky;
  return { passed: stats.expected, failed: code !== 0 ? Math.max(1, failed) : failed };
}

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
