import type { ModelMessage } from "ai";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { readLanguage } from "../tokens/texts.ts";

export type MixName =
  | "reads of 6,000"
  | "reads of 1,500"
  | "commands of 400"
  | "mixed 80–9,000"
  | "writer of 2,000"
  | "reads in four scripts";

interface Mix {
  name: MixName;
  /** Tokens of a result, and of the text in a call's input. */
  result(below: (limit: number) => number): number;
  input: number;
  languages: string[];
}

const MIXES: Mix[] = [
  { name: "reads of 6,000", result: () => 6_000, input: 0, languages: ["eng"] },
  { name: "reads of 1,500", result: () => 1_500, input: 0, languages: ["eng"] },
  { name: "commands of 400", result: () => 400, input: 0, languages: ["eng"] },
  {
    name: "mixed 80–9,000",
    result: (below) => 80 * Math.floor(112.5 ** (below(1_000) / 1_000)),
    input: 0,
    languages: ["eng"],
  },
  { name: "writer of 2,000", result: () => 12, input: 2_000, languages: ["eng"] },
  { name: "reads in four scripts", result: () => 1_500, input: 0, languages: ["rus", "cmn_hans", "arb", "eng"] },
];

/** Steps of one user turn. */
const ROUNDS_PER_TURN = 20;

export interface Conversation {
  name: MixName;
  /** Grows by one round, with a short answer and a new question now and then. */
  messages: ModelMessage[];
  /** How many messages there are at each of its model calls. */
  calls: number[];
  /** Characters a token, by the counter that was given. */
  charactersPerToken: number;
}

/** @param count tokens of a text */
export async function buildConversations(rounds: number, count: (text: string) => number): Promise<Conversation[]> {
  return Promise.all(MIXES.map((mix, at) => build(mix, rounds, count, at + 1)));
}

async function build(mix: Mix, rounds: number, count: (text: string) => number, seed: number): Promise<Conversation> {
  const generator = xoroshiro128plus(seed);
  const below = (limit: number) => uniformInt(generator, 0, limit - 1);
  const sources = await Promise.all(
    mix.languages.map(async (code) => {
      const sentences = ((await readLanguage(code)) ?? "")
        .split(/(?<=[.。؟!;؛])\s*/)
        .filter((text) => text.length > 20);
      const whole = sentences.join(" ");
      return { sentences, perToken: whole.length / count(whole) };
    }),
  );
  /** About so many tokens of sentences by chance, so that no two texts share a beginning. */
  const write = (tokens: number, at: number) => {
    const source = sources[at % sources.length] as { sentences: string[]; perToken: number };
    const length = Math.round(tokens * source.perToken);
    let text = `${below(1_000_000)} `;
    while (text.length < length) text += `${source.sentences[below(source.sentences.length)]} `;
    return text.slice(0, length).toWellFormed();
  };
  const messages: ModelMessage[] = [{ role: "user", content: "Work through the folder and report." }];
  const calls: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && round % ROUNDS_PER_TURN === 0) {
      messages.push({ role: "assistant", content: "That part is done." }, { role: "user", content: "Good. Go on." });
    }
    calls.push(messages.length);
    const toolCallId = `c${round}`;
    const input = mix.input > 0 ? { path: `f${round}.md`, content: write(mix.input, round) } : { path: `f${round}.md` };
    const toolName = mix.input > 0 ? "write" : "read";
    messages.push({ role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input }] });
    const value = mix.input > 0 ? "Written, no problems were found." : write(mix.result(below), round);
    messages.push({
      role: "tool",
      content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }],
    });
  }
  calls.push(messages.length);
  const perToken = sources.reduce((sum, source) => sum + source.perToken, 0) / sources.length;
  return { name: mix.name, messages, calls, charactersPerToken: perToken };
}
