export type DayGroup = "today" | "yesterday" | "week" | "older";

const ORDER: DayGroup[] = ["today", "yesterday", "week", "older"];

/** Groups items by the calendar day of their last change, in the browser's time zone; the order of the items stays. */
export function groupByDay<Item extends { updatedAt: number }>(items: readonly Item[], now: number) {
  const groups = new Map<DayGroup, Item[]>(ORDER.map((group) => [group, []]));
  for (const item of items) groups.get(dayGroup(item.updatedAt, now))?.push(item);
  return ORDER.map((group) => ({ group, items: groups.get(group) ?? [] })).filter(({ items: held }) => held.length > 0);
}

function dayGroup(at: number, now: number): DayGroup {
  if (at >= startOfDay(now, 0)) return "today";
  if (at >= startOfDay(now, 1)) return "yesterday";
  return at >= startOfDay(now, 7) ? "week" : "older";
}

/** Midnight `daysAgo` days before the day of `now`; by the calendar, because days have 23 to 25 hours. */
function startOfDay(now: number, daysAgo: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo).getTime();
}
