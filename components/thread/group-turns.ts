import type { MessageView } from "#lib/store/views.ts";

/** A message of the person (or what stands in its place) and everything that answers it. */
export interface Turn {
  /** Id of its first row, as far as rows are loaded. */
  id: string;
  /** Stays the same while earlier rows of the turn are loaded. */
  key: string;
  opener?: MessageView;
  /** Steps and messages sent meanwhile, in order. */
  items: readonly MessageView[];
  /** Results of the steps' calls. */
  results: ReadonlyMap<string, MessageView>;
}

/**
 * Groups rows (ascending) into turns for display. Turns whose rows are the same objects as in `previous` keep their
 * identity, so that a new row redraws its own turn only. The rows before the first opener, where earlier rows are not
 * loaded, form a turn without one.
 */
export function groupTurns(rows: readonly MessageView[], previous: readonly Turn[] = []): Turn[] {
  const known = new Map(previous.map((turn) => [turn.id, turn]));
  return cutAtOpeners(rows).map((turnRows) => {
    const before = turnRows.map((row) => known.get(row.id)).find((turn) => turn !== undefined);
    const turn = toTurn(turnRows, before?.key);
    return before && before.id === turn.id && sameRows(before, turn) ? before : turn;
  });
}

function cutAtOpeners(rows: readonly MessageView[]): MessageView[][] {
  const turns: MessageView[][] = [];
  for (const row of rows) {
    const current = turns.at(-1);
    if (!current || opensTurn(row)) turns.push([row]);
    else current.push(row);
  }
  return turns;
}

const opensTurn = (row: MessageView) => row.role === "user" && row.kind !== "steer";

function toTurn(rows: readonly MessageView[], key: string | undefined): Turn {
  const [first] = rows;
  const id = first?.id ?? "";
  const opener = first && opensTurn(first) ? first : undefined;
  return {
    id,
    key: key ?? id,
    ...(opener && { opener }),
    items: rows.filter((row) => row !== opener && row.role !== "tool"),
    results: new Map(rows.flatMap((row) => (row.toolCallId && row.role === "tool" ? [[row.toolCallId, row]] : []))),
  };
}

function sameRows(a: Turn, b: Turn): boolean {
  return (
    a.opener === b.opener &&
    a.items.length === b.items.length &&
    a.results.size === b.results.size &&
    a.items.every((row, index) => row === b.items[index]) &&
    [...a.results].every(([id, row]) => row === b.results.get(id))
  );
}
