import { StoreError } from "../../store-error.ts";

/** Longer lists help nobody; the count goes on. */
const MOST = 500;

export interface Report {
  /** Damage: something that was stored is missing or is not what it was. Names ids or hashes. */
  problem(text: string): void;
  /** Something to know that takes nothing away. */
  note(text: string): void;
  /** Counts what was looked at. */
  count(what: string, by?: number): void;
  /** Runs one check; what it cannot read is a problem and does not end the other checks. */
  guard(what: string, check: () => Promise<void>): Promise<void>;
}

export interface Verification {
  ok: boolean;
  /** The first ones; `problemCount` counts all. */
  problems: string[];
  problemCount: number;
  notes: string[];
  /** How much was looked at, by kind. */
  checked: Record<string, number>;
}

export function createReport(): Report & { result(): Verification } {
  const problems: string[] = [];
  const notes: string[] = [];
  const checked: Record<string, number> = {};
  let problemCount = 0;
  function problem(text: string) {
    problemCount += 1;
    if (problems.length < MOST) problems.push(text);
  }
  return {
    problem,
    note: (text) => void (notes.length < MOST && notes.push(text)),
    count(what, by = 1) {
      checked[what] = (checked[what] ?? 0) + by;
    },
    async guard(what, check) {
      try {
        await check();
      } catch (error) {
        if (!StoreError.isInstance(error)) throw error;
        problem(`${what} could not be read: ${error.message}`);
      }
    },
    result: () => ({ ok: problemCount === 0, problems, problemCount, notes, checked }),
  };
}
