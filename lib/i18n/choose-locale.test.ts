import { describe, expect, it } from "vitest";
import { chooseLocale } from "./choose-locale.ts";

describe("the language of a request", () => {
  it("is what the person chose, if we speak it", () => {
    expect(chooseLocale("kk", "fr")).toBe("kk");
    expect(chooseLocale("tlh", "fr")).toBe("fr");
    expect(chooseLocale("toString", undefined)).toBe("en");
  });

  it.each([
    ["fr-CA,fr;q=0.9,en;q=0.8", "fr"],
    ["de-DE, de;q=0.9, nl;q=0.4, en;q=0.3", "nl"],
    ["en;q=0.1, ja", "ja"],
    ["ja;q=0, zh-Hans-CN;q=0.5", "zh"],
    ["in-ID", "id"],
    ["*", "en"],
    ["", "en"],
  ])("of a browser that asks for %j is %s", (header, locale) => {
    expect(chooseLocale(undefined, header)).toBe(locale);
  });
});
