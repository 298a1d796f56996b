import { describe, expect, it } from "vitest";
import { effectiveBudget, reservedOutput } from "./effective-budget.ts";
import { knownModel } from "./known-models.ts";
import { modelWindow } from "./model-window.ts";

describe("the window of a model", () => {
  it("comes from the setting, else a refusal, else the table, else an open assumption", () => {
    expect(modelWindow("gpt-4o", { configured: 50_000, learned: 60_000 })).toEqual({
      window: 50_000,
      source: "configured",
    });
    expect(modelWindow("gpt-4o", { learned: 60_000 })).toEqual({ window: 60_000, source: "learned" });
    expect(modelWindow("gpt-4o")).toEqual({ window: 128_000, source: "table" });
    expect(modelWindow("my-own-model")).toEqual({ window: 128_000, source: "assumed" });
  });

  it("leaves no more room than the provider's input limit", () => {
    const { window, source, advertised } = modelWindow("gpt-5");
    expect(window - reservedOutput(window)).toBe(272_000);
    expect({ source, advertised }).toEqual({ source: "table", advertised: 400_000 });
  });
});

describe("the table", () => {
  it.each([
    ["gpt-4", 8_192],
    ["gpt-4-0613", 8_192],
    ["gpt-4.1", 1_047_576],
    ["gpt-4.1-mini-2025-04-14", 1_047_576],
    ["gpt-4o-mini", 128_000],
    ["gpt-5.1-codex", 400_000],
    ["gpt-5.5-2026-04-23", 1_050_000],
    ["openai/gpt-5-mini", 400_000],
    ["o3", 200_000],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000],
    ["anthropic/claude-3.7-sonnet", 200_000],
    ["claude-opus-4-6", 1_000_000],
    ["models/gemini-3.5-flash", 1_048_576],
    ["llama3:8b", 8_192],
    ["llama3.1:70b", 128_000],
    ["meta-llama/Meta-Llama-3.1-8B-Instruct", 128_000],
    ["Qwen/Qwen3-Coder-480B-A35B-Instruct", 262_144],
    ["deepseek-v3", 128_000],
  ])("knows %s", (modelId, window) => {
    expect(knownModel(modelId)?.window).toBe(window);
  });

  it("does not take one name for another", () => {
    expect(knownModel("o1x")).toBeUndefined();
    expect(knownModel("gpt-40")).toBeUndefined();
    expect(knownModel("")).toBeUndefined();
  });

  it("gives no price to versions and variants that it does not name", () => {
    expect(knownModel("gpt-5-2025-08-07")?.price?.input).toBe(1.25);
    expect(knownModel("gpt-5-mini")?.price?.input).toBe(0.25);
    expect(knownModel("gpt-5-pro")?.price).toBeUndefined();
    expect(knownModel("gpt-5.9")?.price).toBeUndefined();
    expect(knownModel("claude-next-9")?.price).toBeUndefined();
  });
});

describe("the budget", () => {
  it("reserves a quarter of the window for the answer, at most 32,000", () => {
    expect([4_096, 100_001, 128_000, 1_000_000].map(reservedOutput)).toEqual([1_024, 25_000, 32_000, 32_000]);
  });

  it("is 400,000 or what the window leaves", () => {
    expect(effectiveBudget({ window: 1_000_000 })).toEqual({ budget: 400_000, clamped: false });
    expect(effectiveBudget({ window: 128_000 })).toEqual({ budget: 96_000, clamped: false });
  });

  it("may be set lower or higher, but never above what the window leaves, and says so", () => {
    expect(effectiveBudget({ window: 1_000_000, configured: 900_000 })).toEqual({ budget: 900_000, clamped: false });
    expect(effectiveBudget({ window: 128_000, configured: 20_000 })).toEqual({ budget: 20_000, clamped: false });
    expect(effectiveBudget({ window: 128_000, configured: 400_000 })).toEqual({ budget: 96_000, clamped: true });
  });
});
