import type { ModelMessage, ToolResultPart } from "ai";
import {
  anchorScale,
  countExotic,
  DEFAULT_PROFILE,
  type EstimateRule,
  isSameRule,
  measureFactor,
  unmeasuredExtra,
} from "#lib/context/index.ts";
import type { Projection } from "./projection.ts";
import type { Factors, ScaleMeasurement } from "./types.ts";

type Item = ModelMessage | ToolResultPart;

/** How estimates become sizes for one request. */
export interface SizeScale {
  offset: number;
  factor: number;
  /** What a request of so many plainly estimated tokens may come to at the least. */
  plainSize?(plain: number): number;
  /** Tokens of caution for what no answer has measured yet. */
  extraOf?(item: Item): number;
}

/** Follows what the provider reports, so that every next size is anchored on a true count. */
export interface Scale {
  current(): SizeScale;
  /** Everything of the projection up to now was in a request that the provider counted. */
  measured(measurement: ScaleMeasurement): void;
  /** Plain estimate of a new text with the caution that `current` has for what is not measured. Not multiplied by the factor. */
  cautiousEstimate(text: string, plain: number): number;
  /** Real tokens per plainly estimated one: what the stored bounds are divided by. */
  plainFactor(): number;
}

export function createScale(
  projection: Projection,
  start: { last?: ScaleMeasurement & { headId: string }; keptFactors?: Factors; rule?: EstimateRule },
): Scale {
  let last: ScaleMeasurement | undefined = start.last;
  // The tables of families know such scripts; the plain rule does not.
  const isPlain = start.rule === undefined || isSameRule(start.rule, DEFAULT_PROFILE);
  let measuredMessages = start.last ? projection.lengthAt(start.last.headId) : 0;
  const seen = new WeakSet<object>();
  const exotic = new WeakMap<object, number>();
  // Once an answer has measured such text, the factor knows its price.
  let knowsExotic = projection.messages.slice(0, measuredMessages).some((message) => exoticUnits(message) > 0);
  markSeen(0);

  function markSeen(from: number) {
    for (const message of projection.messages.slice(from, measuredMessages))
      for (const item of items(message)) seen.add(item);
  }

  function exoticUnits(item: Item): number {
    const known = exotic.get(item);
    if (known !== undefined) return known;
    const units = countExotic(textOf(item));
    exotic.set(item, units);
    return units;
  }

  const anchor = () => anchorOf((measurement) => measurement.estimate, start.keptFactors?.estimate);
  const plainFactor = () => anchorOf((measurement) => measurement.plain, start.keptFactors?.plain).factor;

  function anchorOf(read: (measurement: ScaleMeasurement) => number, keptFactor: number | undefined) {
    return anchorScale({
      ...(last && { last: { measured: last.measured, estimate: read(last) } }),
      ...(keptFactor !== undefined && { keptFactor }),
    });
  }

  function plainSize(plain: number): number {
    if (!last) return plain;
    const { offset, factor } = anchorOf((measurement) => measurement.plain, undefined);
    return offset + factor * plain;
  }

  function extraOf(item: Item): number {
    const isToolMessage = "role" in item && item.role === "tool";
    if (isToolMessage || seen.has(item)) return 0;
    const estimate = projection.sizeOf(item);
    const units = isPlain && !knowsExotic ? exoticUnits(item) : 0;
    return unmeasuredExtra({ estimate, factor: anchor().factor, exoticUnits: units });
  }

  return {
    current: () => ({ ...anchor(), plainSize, extraOf }),
    measured(measurement) {
      if (measureFactor(measurement) === undefined) return;
      last = measurement;
      const from = measuredMessages;
      measuredMessages = projection.messages.length;
      knowsExotic ||= projection.messages.slice(from).some((message) => exoticUnits(message) > 0);
      markSeen(from);
    },
    cautiousEstimate(text, plain) {
      const factor = plainFactor();
      const exoticUnits = knowsExotic ? 0 : countExotic(text);
      return plain + Math.ceil(unmeasuredExtra({ estimate: plain, factor, exoticUnits }) / factor);
    },
    plainFactor,
  };
}

/** The fitter counts a tool message part by part and every other message whole. */
function items(message: ModelMessage): Item[] {
  return message.role === "tool" ? message.content.filter((part) => part.type === "tool-result") : [message];
}

function textOf(item: Item): string {
  if ("role" in item) {
    if (typeof item.content === "string") return item.content;
    return item.content
      .map((part) => (part.type === "text" || part.type === "reasoning" ? part.text : textOfPart(part)))
      .join("");
  }
  return textOfPart(item);
}

function textOfPart(part: object): string {
  if ("output" in part) return textOfOutput(part.output);
  return "input" in part ? (JSON.stringify(part.input) ?? "") : "";
}

function textOfOutput(output: unknown): string {
  const isText = typeof output === "object" && output !== null && "value" in output && typeof output.value === "string";
  return isText ? (output.value as string) : "";
}
