import { type Evidence, readableText } from "./evidence.ts";

const NAMED: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/(?:schema for )?function [`'"](?<name>[\w.:-]{1,64})[`'"]/i, (name) => `tool ${name}`],
  [/model:? [`'"](?<name>[\w.:/@-]{1,100})[`'"]/i, (name) => `model ${name}`],
  [/(?:parameter|argument|field|value)s?:? [`'"](?<name>[\w.[\]-]{1,100})[`'"]/i, (name) => name],
  [/^[`'"](?<name>max\w*tokens)[`'"]/i, (name) => name],
];

/** The tool, model or parameter that a refusal of the settings names, so that the person knows where to look. */
export function readSubject(evidence: Evidence): string | undefined {
  const text = readableText(evidence);
  for (const [pattern, say] of NAMED) {
    const name = pattern.exec(text)?.groups?.name;
    if (name) return say(name);
  }
  const param = evidence.params[0];
  return param && /^[\w.[\]-]{1,100}$/.test(param) ? param : undefined;
}
