import { CHARACTER_CLASSES, type CharacterClass, CLASS_BITS, CLASS_OF_UNIT, classNumber } from "./character-classes.ts";

/**
 * What a family's tokenizer makes of text, in tokens per UTF-16 unit. Fitted to real counts by `bench/tokens/fit-tables.ts`.
 */
export interface TableWeights {
  /** ASCII after ASCII, by both classes: alternation is what makes a text dense. Rows and columns in the order of the classes. */
  readonly ascii: readonly (readonly number[])[];
  /** ASCII at the beginning of a text or after other scripts, by class. */
  readonly asciiAfter: readonly number[];
  /** A unit after one of the same class. */
  readonly inside: Readonly<Record<string, number>>;
  /** A unit after one of another class: most often the beginning of a word. */
  readonly enter: Readonly<Record<string, number>>;
}

/** The weight of each unit after each unit, as one array that is read with `previous << CLASS_BITS | current`. */
export type TokenTable = Float64Array;

/** Classes from the first up to this one are ASCII. */
export const ASCII_CLASSES = classNumber("symbol") + 1;
/** How a text begins: after something that is no ASCII and no script. */
const BEGINNING = CHARACTER_CLASSES.length;
const SIZE = 1 << CLASS_BITS;

export function makeTable({ ascii, asciiAfter, inside, enter }: TableWeights): TokenTable {
  const table = new Float64Array(SIZE * SIZE);
  for (let previous = 0; previous <= BEGINNING; previous++) {
    for (const [current, name] of CHARACTER_CLASSES.entries()) {
      const other = current === previous ? inside : enter;
      const weight =
        current >= ASCII_CLASSES
          ? other[name satisfies CharacterClass]
          : previous < ASCII_CLASSES
            ? ascii[previous]?.[current]
            : asciiAfter[current];
      table[(previous << CLASS_BITS) | current] = weight ?? 0;
    }
  }
  return table;
}

/**
 * Tokens of `text` from one unit up to another, not rounded. Linear and without a branch per unit, whatever the text is: lone
 * surrogates and control characters have classes like everything else.
 */
export function weighUnits(text: string, table: TokenTable, from = 0, to = text.length): number {
  let previous = from > 0 ? (CLASS_OF_UNIT[text.charCodeAt(from - 1)] as number) : BEGINNING;
  let tokens = 0;
  for (let index = from; index < to; index++) {
    const current = CLASS_OF_UNIT[text.charCodeAt(index)] as number;
    tokens += table[(previous << CLASS_BITS) | current] as number;
    previous = current;
  }
  return tokens;
}
