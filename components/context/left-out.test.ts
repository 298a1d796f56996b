import { describe, expect, it } from "vitest";
import { newlyLeftOut } from "./left-out.ts";

describe("what a request was the first to leave out", () => {
  it("is counted over results and messages", () => {
    const report = {
      stage: 2,
      newlyCleared: [
        [2, 0],
        [4, 1],
      ],
      newlyDropped: 3,
    };
    expect(newlyLeftOut(report)).toEqual({ cleared: 2, dropped: 3 });
  });

  it.each([undefined, null, "text", {}, { newlyCleared: "x", newlyDropped: Number.NaN }])(
    "is nothing for a report like %j",
    (report) => {
      expect(newlyLeftOut(report)).toEqual({ cleared: 0, dropped: 0 });
    },
  );
});
