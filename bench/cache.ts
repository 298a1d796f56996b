/**
 * The same growing conversations through every manager of a context, each request sent over HTTP to our model server, which has a
 * hard window, checks that requests are valid, and caches prefixes as providers do. Printed: what it costs (uncached tokens at
 * 1.25, cached ones at 0.1) together with what is kept, because the cheapest request is the one that holds nothing. Then how
 * our low-water mark moves both. `--quick` makes conversations of 80 rounds; `--ours` leaves the others out. Numbers go to
 * `bench/results/cache.json`, a picture to `bench/results/cache.svg`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import type { ModelMessage } from "ai";
import { DEFAULT_FIT_OPTIONS, type FitOptions } from "#lib/context/index.ts";
import { loadTokenizer } from "#lib/models/index.ts";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import { drawChart } from "./managers/draw-chart.ts";
import { loadPeers } from "./managers/load-managers.ts";
import type { ContextManager } from "./managers/manager.ts";
import { buildConversations, type Conversation } from "./managers/mixes.ts";
import { longhand } from "./managers/ours.ts";
import { countOrphans, toChatBody } from "./managers/requests.ts";
import { heading, percent, printTable } from "./tokens/print.ts";

const BUDGET = 60_000;
/** Above the budget, so that it shows who goes over it; a request beyond the window is refused. */
const WINDOW = 80_000;
const ROUNDS = process.argv.includes("--quick") ? 80 : 400;
/** A table of 108 conversations: shorter ones, of which the shape is the same. */
const MARK_ROUNDS = Math.min(ROUNDS, 150);
const MARKS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const BUDGETS = [30_000, 60_000, 200_000];
const UNCACHED = 1.25;
const CACHED = 0.1;
/** A call and its note together take about fifty tokens with these words; the product's own are longer and measured below. */
const SHORT_NOTES: Partial<FitOptions> = {
  clearedNote: "[Cleared; read it again at /tool_results/{toolCallId}]",
  clearedInputNote: "[Cleared; read it at /tool_results/{toolCallId}.input.json]",
};

export interface Outcome {
  manager: string;
  mix: string;
  refusals: number;
  invalid: number;
  orphans: number;
  tokens: number;
  cachedShare: number;
  cost: number;
  /** Cost ÷ what the very same requests would cost if no token ever were paid in full twice. */
  overPerfect: number;
  /** Whole results and whole inputs as a share of the budget, from the first clearing on. */
  kept: number;
  /** The same in the request that holds the least of it. */
  leastKept: number;
  firstSurvived: boolean;
  /** How often something was cleared or cut in the first hundred calls after the first time, and in the last hundred. */
  acted: [first: number, last: number];
}

const count = await loadTokenizer("o200k");
if (!count) throw new Error("the tokenizer of o200k is not installed");
const conversations = await buildConversations(ROUNDS, count);
const shorter = await buildConversations(MARK_ROUNDS, count);
const server = await startModelServer({
  window: WINDOW,
  perChunkMilliseconds: 0,
  firstByteMilliseconds: 0,
  script: () => ({ text: "ok" }),
});
const misses: string[] = [];
const tokensOf = new Map<string, number>();
try {
  const outcomes = await compare();
  const marks = await compareMarks();
  const product = await runAll(longhand({}, count), BUDGET);
  printProduct(product);
  await mkdir("bench/results", { recursive: true });
  await writeFile("bench/results/cache.json", JSON.stringify({ outcomes, marks, product }, null, 1));
  await writeFile("bench/results/cache.svg", drawChart(outcomes));
} finally {
  await server.close();
}
process.stdout.write(
  misses.length > 0 ? `\nMissed:\n${misses.map((miss) => `- ${miss}\n`).join("")}` : "\nAll aims met.\n",
);
process.exitCode = misses.length > 0 ? 1 : 0;

async function compare(): Promise<Outcome[]> {
  const ours = longhand(SHORT_NOTES, count);
  const { managers, missing } = process.argv.includes("--ours") ? { managers: [], missing: [] } : await loadPeers();
  const outcomes: Outcome[] = [];
  for (const manager of [ours, ...managers]) {
    process.stderr.write(`${manager.name}…\n`);
    try {
      outcomes.push(...(await runAll(manager, BUDGET)));
    } catch (error) {
      missing.push({
        name: manager.name,
        reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error),
      });
    }
  }
  heading(`Managers at a budget of ${BUDGET.toLocaleString("en")} tokens, ${ROUNDS} rounds`);
  printTable(
    ["manager", "version", "how it is set"],
    [ours, ...managers].map(({ name, version, note }) => [name, version, note]),
  );
  for (const { name, reason } of missing) process.stdout.write(`\nNot run: ${name}: ${reason}\n`);
  for (const { name } of conversations) {
    heading(name);
    const rows = outcomes.filter(({ mix }) => mix === name);
    printTable(
      [
        "manager",
        "refused",
        "invalid",
        "orphans",
        "million tokens",
        "cached",
        "cost, million",
        "÷ perfect",
        "kept",
        "at the least",
        "first message",
      ],
      rows.map(describe),
    );
    checkAgainstPeers(rows, ours.name);
  }
  checkOurs(outcomes.filter(({ manager }) => manager === ours.name));
  return outcomes;
}

function describe(outcome: Outcome): string[] {
  const {
    manager,
    refusals,
    invalid,
    orphans,
    tokens,
    cachedShare,
    cost,
    overPerfect,
    kept,
    leastKept,
    firstSurvived,
  } = outcome;
  return [
    ...[
      manager,
      String(refusals),
      String(invalid),
      String(orphans),
      (tokens / 1e6).toFixed(2),
      `${(cachedShare * 100).toFixed(0)} %`,
    ],
    ...[
      (cost / 1e6).toFixed(2),
      overPerfect.toFixed(2),
      `${(kept * 100).toFixed(0)} %`,
      `${(leastKept * 100).toFixed(0)} %`,
      firstSurvived ? "kept" : "lost",
    ],
  ];
}

function checkOurs(outcomes: Outcome[]): void {
  for (const { mix, refusals, invalid, orphans, overPerfect, kept } of outcomes) {
    if (refusals + invalid + orphans > 0)
      misses.push(`${mix}: ${refusals} refused, ${invalid} invalid, ${orphans} orphans`);
    if (overPerfect > 1.4) misses.push(`${mix}: ${overPerfect.toFixed(2)} times the perfect cost`);
    if (kept < 0.38) misses.push(`${mix}: keeps ${percent(kept)} of the budget`);
  }
  const mean = outcomes.reduce((sum, { overPerfect }) => sum + overPerfect, 0) / outcomes.length;
  process.stdout.write(`\nOurs over all mixes: ${mean.toFixed(2)} times the perfect cost.\n`);
  if (mean > 1.3) misses.push(`the mean is ${mean.toFixed(2)} times the perfect cost`);
}

/** Only those that keep about as much, and whose requests are answered, can be compared by cost. */
function checkAgainstPeers(rows: Outcome[], name: string): void {
  const own = rows.find(({ manager }) => manager === name);
  if (!own) return;
  for (const { manager, mix, cost, kept, refusals, invalid } of rows) {
    const isComparable = manager !== name && refusals + invalid === 0 && kept >= 0.9 * own.kept;
    if (isComparable && cost <= own.cost)
      misses.push(`${mix}: ${manager} costs ${(cost / 1e6).toFixed(2)}, ours ${(own.cost / 1e6).toFixed(2)}`);
  }
}

async function compareMarks() {
  const table: { budget: number; mark: number; mix: string; overPerfect: number; cost: number; kept: number }[] = [];
  for (const budget of BUDGETS) {
    server.reset({ window: budget + 20_000 });
    for (const lowWaterMark of MARKS) {
      const outcomes = await runAll(longhand({ ...SHORT_NOTES, lowWaterMark }, count), budget, shorter);
      for (const { mix, overPerfect, cost, kept } of outcomes)
        table.push({ budget, mark: lowWaterMark, mix, overPerfect, cost, kept });
    }
  }
  server.reset({ window: WINDOW });
  for (const budget of BUDGETS) {
    heading(
      `Low-water marks at a budget of ${budget.toLocaleString("en")}, ${MARK_ROUNDS} rounds: cost in millions, and kept share`,
    );
    printTable(
      ["mix", ...MARKS.map(String)],
      conversations.map(({ name }) => [
        name,
        ...MARKS.map((mark) => {
          const cell = table.find((row) => row.budget === budget && row.mark === mark && row.mix === name);
          return cell ? `${(cell.cost / 1e6).toFixed(2)}; ${(cell.kept * 100).toFixed(0)} %` : "–";
        }),
      ]),
    );
  }
  return table;
}

function printProduct(outcomes: Outcome[]): void {
  const note = DEFAULT_FIT_OPTIONS.clearedNote.replace("{toolCallId}", "call_0123456789abcdefghijklmn");
  heading(`With the product's own words: a note takes ${count?.(note)} tokens`);
  printTable(
    [
      "mix",
      "cost, million",
      "÷ perfect",
      "kept",
      "acted in the first 100 calls after the first time",
      "in the last 100",
    ],
    outcomes.map(({ mix, cost, overPerfect, kept, acted }) => [
      ...[
        mix,
        (cost / 1e6).toFixed(2),
        overPerfect.toFixed(2),
        `${(kept * 100).toFixed(0)} %`,
        String(acted[0]),
        String(acted[1]),
      ],
    ]),
  );
}

async function runAll(manager: ContextManager, budget: number, all = conversations): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const conversation of all) outcomes.push(await run(manager, conversation, budget));
  return outcomes;
}

async function run(
  manager: ContextManager,
  { name, messages, calls, charactersPerToken }: Conversation,
  budget: number,
): Promise<Outcome> {
  server.reset();
  // Those that count four characters a token are given a budget that comes to the same real size.
  const isOurs = manager.name === "Longhand";
  const session = manager.start(isOurs ? budget : Math.round((budget * charactersPerToken) / 4));
  const seen = new Set<string>();
  const keptShares: number[] = [];
  const actions: boolean[] = [];
  let before: string[] = [];
  const sum = { refusals: 0, invalid: 0, orphans: 0, tokens: 0, cached: 0, cost: 0, perfect: 0 };
  let firstSurvived = true;
  for (const length of calls) {
    const conversation = messages.slice(0, length);
    const sent = await session.fit(conversation);
    const body = toChatBody(sent);
    const answer = await ask(server, body);
    if (answer.status === 200) {
      session.learn?.(answer.inputTokens);
      sum.tokens += answer.inputTokens;
      sum.cached += answer.cachedTokens;
      sum.cost += (answer.inputTokens - answer.cachedTokens) * UNCACHED + answer.cachedTokens * CACHED;
      sum.perfect += perfectCost(body.messages, seen, answer.inputTokens);
    } else if (answer.isOverflow) sum.refusals++;
    else sum.invalid++;
    sum.orphans += countOrphans(sent);
    firstSurvived &&= (JSON.stringify(sent[0]?.content) ?? "").includes("Work through the folder");
    const parts = body.messages.map((message) => JSON.stringify(message));
    const isGrowing = before.every((part, at) => part === parts[at]);
    actions.push(!isGrowing);
    before = parts;
    if (actions.some(Boolean)) keptShares.push(wholeTokens(conversation, sent) / budget);
  }
  const firstAction = actions.indexOf(true);
  const acted = (from: number) => (firstAction < 0 ? 0 : actions.slice(from, from + 100).filter(Boolean).length);
  return {
    ...{ manager: manager.name, mix: name, refusals: sum.refusals, invalid: sum.invalid, orphans: sum.orphans },
    ...{ tokens: sum.tokens, cachedShare: sum.cached / Math.max(1, sum.tokens), cost: sum.cost },
    overPerfect: sum.cost / sum.perfect,
    kept: keptShares.reduce((total, share) => total + share, 0) / Math.max(1, keptShares.length),
    leastKept: Math.min(1, ...keptShares),
    firstSurvived,
    acted: [acted(firstAction), acted(Math.max(0, actions.length - 100))],
  };
}

async function ask({ url }: ModelServer, body: object) {
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    // Managers that think for seconds would meet a connection that the server has just closed.
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as {
    usage?: { prompt_tokens: number; prompt_tokens_details?: { cached_tokens?: number } };
    error?: { code?: string };
  };
  return {
    status: response.status,
    inputTokens: answer.usage?.prompt_tokens ?? 0,
    cachedTokens: answer.usage?.prompt_tokens_details?.cached_tokens ?? 0,
    isOverflow: answer.error?.code === "context_length_exceeded",
  };
}

function countOnce(text: string): number {
  let tokens = tokensOf.get(text);
  if (tokens === undefined) {
    tokens = count?.(text) ?? 0;
    tokensOf.set(text, tokens);
  }
  return tokens;
}

/** Every message is paid in full once, wherever it stands; what frames them counts as seen. */
function perfectCost(parts: object[], seen: Set<string>, inputTokens: number): number {
  let fresh = 0;
  for (const part of parts) {
    const text = JSON.stringify(part);
    if (seen.has(text)) continue;
    seen.add(text);
    fresh += countOnce(text);
  }
  const paid = Math.min(fresh, inputTokens);
  return paid * UNCACHED + (inputTokens - paid) * CACHED;
}

/** Tokens of the results and the inputs that are in a request as they are in the conversation. */
function wholeTokens(conversation: readonly ModelMessage[], sent: readonly ModelMessage[]): number {
  const originals = new Map(conversation.flatMap(textsOf));
  return sent
    .flatMap(textsOf)
    .reduce((sum, [key, text]) => sum + (originals.get(key) === text ? countOnce(text) : 0), 0);
}

function textsOf(message: ModelMessage): [key: string, text: string][] {
  if (typeof message.content === "string") return [];
  return message.content.flatMap((part): [string, string][] => {
    if (part.type === "tool-result" && part.output.type === "text")
      return [[`result ${part.toolCallId}`, part.output.value]];
    return part.type === "tool-call" ? [[`input ${part.toolCallId}`, JSON.stringify(part.input)]] : [];
  });
}
