/**
 * Items with their place as the key. Right where a list only grows at its end, as the parts of a message do: the place is
 * then what an item is known by.
 */
export function withKeys<Item>(items: readonly Item[]): { key: string; item: Item }[] {
  return items.map((item, place) => ({ key: `at-${place}`, item }));
}
