import { expect, test } from "@playwright/test";
import { runChaos } from "../chaos/run-chaos.ts";

// A busy machine takes its time over so many starts.
test.setTimeout(300_000);

test("turns with subagents and commands come out whole, though the server is killed and every line is cut", async () => {
  const report = await runChaos({ seed: 20_260_101, turns: 3, kills: 5, chats: 3 });
  expect(report).toMatchObject({ problems: [], turns: 3, kills: 5 });
  // Whatever was to be compared was there.
  expect(report.comparedBodies).toBeGreaterThan(report.steps - 1);
  expect(report.comparedReads).toBeGreaterThan(report.rows);
  expect(report.comparedOutputs).toBeGreaterThan(0);
  expect(report.wholeTexts).toBeGreaterThan(0);
});
