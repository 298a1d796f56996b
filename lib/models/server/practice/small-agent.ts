/** A small agent for tests: files in memory, a loop over the chat API, old results cleared and old rounds left out. */
import { z } from "zod";
import { measureItems } from "../measure-items.ts";
import { parseRequest } from "../parse-request.ts";
import type { ModelServer } from "../types.ts";

interface ChatCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}
interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null;
  tool_calls?: ChatCall[];
  tool_call_id?: string;
}
type Files = Map<string, string>;

export interface AgentRun {
  /** The last answer. */
  text: string;
  steps: number;
  cleared: number;
  dropped: number;
  /** Numbers of subagents started at once. */
  batches: number[];
  commands: string[];
}

const answer = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        content: z.string().nullable(),
        tool_calls: z
          .array(
            z.object({
              id: z.string(),
              type: z.literal("function"),
              function: z.object({ name: z.string(), arguments: z.string() }),
            }),
          )
          .optional(),
      }),
    }),
  ),
});

const TOOL_NAMES = ["read_file", "write_file", "edit_file", "find_files", "run_command", "update_plan", "run_subagent"];
const TOOLS = TOOL_NAMES.map((name) => ({ type: "function", function: { name, parameters: { type: "object" } } }));
const INSTRUCTIONS = "You work on a folder of files with tools and never stop a long task to save room. ".repeat(150);
const TRIM_NOTE = "Note: earlier conversation was trimmed here to keep this request within the model's context.";
const MOST_STEPS = 400;

export function createFiles(contents: Map<string, string>): Files {
  return new Map(contents);
}

/** 24 chapters in several scripts: short ones, one of 900 lines, one with very long lines. */
export function sampleChapters(): Map<string, string> {
  const sentences = [
    "All human beings are born free and equal in dignity and rights.",
    "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "人人生而自由，在尊严和权利上一律平等。",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း မွေးဖွားလာသူများ ဖြစ်သည်။",
    "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።",
  ];
  const chapters = new Map<string, string>();
  for (let number = 1; number <= 24; number += 1) {
    const sentence = sentences[number % sentences.length] ?? "";
    const count = number === 7 ? 900 : 40 + number * 7;
    const words = number === 9 ? `${sentence} `.repeat(20).trim() : sentence;
    const lines = Array.from({ length: count }, (_, index) => `${index + 1}. ${words}`);
    const name = `${String(number).padStart(2, "0")}-chapter.md`;
    chapters.set(`/workspace/chapters/${name}`, `# Chapter ${number}\n\n${lines.join("\n")}\n`);
  }
  return chapters;
}

export interface AgentOptions {
  /** A message of the person arrives after that many steps. */
  steerAfter?: number;
  /** read_file shortens its own answer to the bound of a result instead of having it cut to a preview. */
  boundedReads?: boolean;
}

/** Runs one conversation: each prompt is a turn. */
export async function runAgent(
  server: ModelServer,
  window: number,
  files: Files,
  prompts: string[],
  options: AgentOptions = {},
): Promise<AgentRun> {
  const run: AgentRun = { text: "", steps: 0, cleared: 0, dropped: 0, batches: [], commands: [] };
  const messages: ChatMessage[] = [];
  const state: Shaping = { clearedIds: new Set(), cut: 0 };
  const reserved = Math.min(32_000, Math.floor(window / 4));
  for (const prompt of prompts) {
    messages.push({ role: "user", content: prompt });
    for (;;) {
      run.steps += 1;
      if (run.steps > MOST_STEPS) throw new Error("The agent does not come to an end.");
      const shaped = shape(messages, window - reserved, state);
      run.cleared = state.clearedIds.size;
      run.dropped = Math.max(run.dropped, messages.length - shaped.length);
      const body = requestBody(shaped, reserved);
      const response = await fetch(`${server.url}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
      if (!response.ok) throw new Error(await response.text());
      const step = answer.parse(await response.json()).choices[0]?.message;
      const calls = step?.tool_calls ?? [];
      messages.push({
        role: "assistant",
        content: step?.content ?? null,
        ...(calls.length > 0 && { tool_calls: calls }),
      });
      if (calls.length === 0) {
        run.text = step?.content ?? "";
        break;
      }
      const bound = Math.min(20_000, (window - reserved) / 4, (window - reserved) / 2 / calls.length);
      const subagents = calls.filter((call) => call.function.name === "run_subagent").length;
      if (subagents > 0) run.batches.push(subagents);
      for (const call of calls) {
        const output = await execute(call, { server, window, files, run, bound, options });
        messages.push({ role: "tool", tool_call_id: call.id, content: preview(output, bound, call.id) });
      }
      if (run.steps === options.steerAfter)
        messages.push({ role: "user", content: "Please be careful with the names." });
    }
  }
  return run;
}

function requestBody(messages: ChatMessage[], reserved: number): object {
  const system: ChatMessage = { role: "system", content: INSTRUCTIONS };
  return { model: "practice", messages: [system, ...messages], tools: TOOLS, max_tokens: reserved };
}

const sizes = new Map<string, number>();

function sizeOf(message: ChatMessage): number {
  const key = JSON.stringify(message);
  const known = sizes.get(key);
  if (known !== undefined) return known;
  const size = exactSize([message]) - exactSize([]);
  sizes.set(key, size);
  return size;
}

function exactSize(messages: ChatMessage[]): number {
  const read = parseRequest("chat", JSON.stringify(requestBody(messages, 1)));
  if (!read.ok) throw new Error(read.problem.error.message);
  return measureItems(read.request.items).inputTokens;
}

interface Shaping {
  clearedIds: Set<string>;
  /** Messages after the first that are left out, except those of the person. */
  cut: number;
}

/** Clears the oldest results, then leaves out the oldest rounds of the turn, then clears unread results. */
function shape(messages: ChatMessage[], budget: number, state: Shaping): ChatMessage[] {
  const fixed = exactSize([]);
  const lastStep = messages.findLastIndex((message) => message.role === "assistant");
  const unread = messages.slice(Math.max(0, lastStep)).filter(({ role }) => role === "tool");
  const view = (): ChatMessage[] => {
    const [first, ...rest] = messages;
    const left = rest.filter(({ role }, index) => index >= state.cut || role === "user");
    const persons = left.slice(0, left.length - (rest.length - state.cut));
    const note: ChatMessage[] = state.cut > 0 ? [{ role: "user", content: TRIM_NOTE }] : [];
    const kept = [...(first ? [first] : []), ...note, ...persons, ...rest.slice(state.cut)];
    return kept.map((message) => (state.clearedIds.has(message.tool_call_id ?? "-") ? clear(message) : message));
  };
  const size = () => view().reduce((sum, message) => sum + sizeOf(message), fixed);
  if (size() <= budget) return view();

  const results = messages.filter(({ role }) => role === "tool").map((message) => message.tool_call_id ?? "");
  const old = results.slice(0, results.length - unread.length).filter((id) => !state.clearedIds.has(id));
  while (old.length > 0 && size() > 0.6 * budget) for (const id of old.splice(0, 4)) state.clearedIds.add(id);
  if (size() > budget) {
    while (state.cut < lastStep - 1 && size() > 0.6 * budget) {
      state.cut = messages.findIndex(({ role }, index) => index > state.cut + 1 && role === "assistant") - 1;
    }
  }
  for (const { tool_call_id: id = "" } of unread.slice(0, -1)) {
    if (size() > budget) state.clearedIds.add(id);
  }
  return view();
}

function clear(message: ChatMessage): ChatMessage {
  const note = `This result was cleared to keep the conversation within the model's context. If it is needed, read it again at /tool_results/${message.tool_call_id} or run the tool again.`;
  return (message.content ?? "").length > note.length ? { ...message, content: note } : message;
}

function preview(output: string, boundTokens: number, id: string): string {
  const bound = Math.floor(boundTokens);
  if (sizeOf({ role: "user", content: output }) <= bound) return output;
  const head = output.slice(0, bound / 2).toWellFormed();
  const tail = output.slice(-bound / 4).toWellFormed();
  return `${head}\n… the whole is at /large_tool_results/${id}; go on there with read_file …\n${tail}`;
}

interface World {
  server: ModelServer;
  window: number;
  files: Files;
  run: AgentRun;
  bound: number;
  options: AgentOptions;
}

async function execute(call: ChatCall, { server, window, files, run, bound, options }: World): Promise<string> {
  const input = z.record(z.string(), z.unknown()).parse(JSON.parse(call.function.arguments));
  const path = String(input.path ?? "/workspace");
  switch (call.function.name) {
    case "find_files": {
      const found = [...files.keys()].filter((file) => file.startsWith(`${path}/`)).sort();
      return found.length > 0 ? `${found.join("\n")}\n(${found.length} files)` : "No file matches this pattern.";
    }
    case "read_file": {
      let limit = Number(input.limit ?? 2000);
      for (;;) {
        const output = readFile(files, path, Number(input.offset ?? 1), limit);
        if (!options.boundedReads || limit === 1 || sizeOf({ role: "user", content: output }) <= bound) return output;
        limit = Math.ceil(Math.min(limit, output.split("\n").length) / 2);
      }
    }
    case "write_file":
      files.set(path, String(input.content));
      return `Wrote ${path}.`;
    case "edit_file": {
      const content = files.get(path) ?? "";
      const parts = content.split(String(input.old_text));
      if (parts.length !== 2) return `The text to replace was not found once in ${path}.`;
      files.set(path, parts.join(String(input.new_text)));
      return `Edited ${path}: 1 replacement.`;
    }
    case "run_command":
      run.commands.push(String(input.command));
      return `ran ${input.command}\n`;
    case "run_subagent":
      return (await runAgent(server, window, files, [String(input.task)], options)).text;
    default:
      return "Noted.";
  }
}

function readFile(files: Files, path: string, offset: number, limit: number): string {
  const content = files.get(path);
  if (content === undefined) return `There is no file at ${path}.`;
  if (content.includes("\0")) return `${path} is binary (image/png, 1 byte) and cannot be shown as text.`;
  if (content === "") return "(empty file)";
  const lines = content.replace(/\n$/, "").split("\n");
  const end = Math.min(lines.length, offset - 1 + limit);
  const text = lines.slice(offset - 1, end).join("\n");
  return end < lines.length
    ? `${text}\n[lines ${offset}–${end} of ${lines.length}; go on with offset ${end + 1}]`
    : text;
}
