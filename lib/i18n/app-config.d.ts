import type en from "./messages/en.json";

// Makes every key that a screen asks for a checked one.
declare module "next-intl" {
  interface AppConfig {
    Messages: typeof en;
  }
}
