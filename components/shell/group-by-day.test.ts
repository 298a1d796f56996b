import { describe, expect, it } from "vitest";
import { groupByDay } from "./group-by-day.ts";

const at = (day: number, hour: number) => new Date(2025, 2, day, hour).getTime();

describe("chats by day", () => {
  it("are grouped by calendar day, not by hours passed", () => {
    const items = [at(20, 0), at(19, 23), at(18, 12), at(13, 1), at(12, 23)].map((updatedAt) => ({ updatedAt }));
    const groups = groupByDay(items, at(20, 1)).map(({ group, items: held }) => [group, held.length]);
    expect(groups).toEqual([
      ["today", 1],
      ["yesterday", 1],
      ["week", 2],
      ["older", 1],
    ]);
  });

  it("leave out empty groups and keep the order of the items", () => {
    const items = [3, 1, 2].map((hour) => ({ updatedAt: at(1, hour) }));
    expect(groupByDay(items, at(1, 12))).toEqual([{ group: "today", items }]);
  });
});
