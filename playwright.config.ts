import { defineConfig } from "@playwright/test";

const executablePath = process.env.LONGHAND_CHROMIUM;

export default defineConfig({
  testDir: "e2e",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  use: {
    browserName: "chromium",
    locale: "en-US",
    trace: "retain-on-failure",
    launchOptions: executablePath ? { executablePath, args: ["--disable-dev-shm-usage", "--disable-gpu"] } : {},
  },
});
