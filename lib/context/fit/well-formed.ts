const NUL = "\0";
const VISIBLE_NUL = "\u2400";

/**
 * Replaces lone surrogates and NUL in every string of a plain value, at any depth: providers refuse the first and some stores
 * the second. Bytes, dates and addresses are left alone. Returns the same object wherever nothing had to change.
 */
export function repairStrings<Value>(value: Value): Value;
export function repairStrings(value: unknown): unknown {
  if (typeof value === "string") return repairString(value);
  if (Array.isArray(value)) {
    const repaired = value.map((item: unknown) => repairStrings(item));
    return repaired.every((item, index) => Object.is(item, value[index])) ? value : repaired;
  }
  return isPlainObject(value) ? repairObject(value) : value;
}

function repairString(text: string): string {
  if (text.isWellFormed() && !text.includes(NUL)) return text;
  return text.toWellFormed().replaceAll(NUL, VISIBLE_NUL);
}

function repairObject(value: Record<string, unknown>): Record<string, unknown> {
  let changed = false;
  const entries = Object.entries(value).map(([key, item]) => {
    const repaired = [repairString(key), repairStrings(item)] as const;
    changed ||= repaired[0] !== key || !Object.is(repaired[1], item);
    return repaired;
  });
  return changed ? Object.fromEntries(entries) : value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
