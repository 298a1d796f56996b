import type { ToolCallPart } from "ai";
import { type Estimator, plainEstimator } from "../tokens/create-estimator.ts";
import { estimateText } from "../tokens/estimate-text.ts";
import type { Costs } from "./costs.ts";

/**
 * The JSON pointers of the strings in an input, at any depth, that have at least `minimum` tokens by the plain rule and whose
 * place a note may take.
 * @param accepts whether the tool would take the input in another form
 */
export function findLargeValues(input: unknown, minimum: number, accepts: (changed: unknown) => boolean): string[] {
  const found: string[] = [];
  for (const [pointer, text] of listStrings(input, "")) {
    // No rule gives a character more than a token.
    if (text.length < minimum || estimateText(text) < minimum) continue;
    if (accepts(replaceValues(input, [...found, pointer], "note"))) found.push(pointer);
  }
  return found;
}

function* listStrings(value: unknown, pointer: string): Generator<[pointer: string, text: string]> {
  if (typeof value === "string") yield [pointer, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* listStrings(item, `${pointer}/${escapeKey(key)}`);
  }
}

/** The call with a note in place of some strings. Made without provider options: they may name the input as it was. */
export function clearCall(call: ToolCallPart, pointers: readonly string[], note: string): ToolCallPart {
  const { toolCallId, toolName } = call;
  return { type: "tool-call", toolCallId, toolName, input: replaceValues(call.input, pointers, note) };
}

function replaceValues(value: unknown, pointers: readonly string[], note: string): unknown {
  const wanted = new Set(pointers);
  const replace = (item: unknown, pointer: string): unknown => {
    if (typeof item === "string") return wanted.has(pointer) ? note : item;
    if (Array.isArray(item)) return item.map((each: unknown, index) => replace(each, `${pointer}/${index}`));
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([key, each]) => [key, replace(each, `${pointer}/${escapeKey(key)}`)]),
    );
  };
  return replace(value, "");
}

const escapeKey = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** A call in its cleared form, and what that saves. */
export interface ClearedCall {
  readonly cleared: ToolCallPart;
  readonly saving: Costs;
}

const remembered = new WeakMap<Estimator, WeakMap<ToolCallPart, ClearedCall & { form: string }>>();

/** Clears a call. Remembered with the call, because this runs before every model call. */
export function weighClearedCall(
  call: ToolCallPart,
  pointers: readonly string[],
  note: string,
  estimator: Estimator,
): ClearedCall {
  const known = remembered.get(estimator) ?? new WeakMap<ToolCallPart, ClearedCall & { form: string }>();
  remembered.set(estimator, known);
  const form = JSON.stringify([note, pointers]);
  const before = known.get(call);
  if (before?.form === form) return before;
  const cleared = clearCall(call, pointers, note);
  const savedBy = (by: Estimator) => by.part(call) - by.part(cleared);
  const weighed = { form, cleared, saving: { estimate: savedBy(estimator), plain: savedBy(plainEstimator) } };
  known.set(call, weighed);
  return weighed;
}
