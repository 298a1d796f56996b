import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAddition, cutBody, joinBody } from "./cut-body.ts";

const space = fc.stringMatching(/^[ \n\r\t]{0,3}$/);
const json = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('say "], [" and }{', "\\", '\\"', { messages: [1, [2]] }, [[], {}], ""),
);

describe("cutting a body", () => {
  it("finds the elements of the top-level list, whatever stands around and inside them", () => {
    const member = fc.tuple(space, fc.string(), space, space, json, space).filter(([, key]) => key !== "messages");
    const element = fc.tuple(space, json, space).map(([left, value, right]) => left + JSON.stringify(value) + right);
    fc.assert(
      fc.property(fc.array(member), fc.array(element), fc.array(member), space, (before, elements, after, gap) => {
        const write = ([a, key, b, c, value, d]: (typeof before)[number]) =>
          `${a}${JSON.stringify(key)}${b}:${c}${JSON.stringify(value)}${d}`;
        const list = `${gap}"messages"${gap}:${gap}[${elements.join(",")}]${gap}`;
        const body = `${gap}{${[...before.map(write), list, ...after.map(write)].join(",")}}${gap}`;
        const cut = cutBody(body, "messages");
        expect(cut?.blocks).toEqual(elements);
        expect(cut && joinBody(cut)).toBe(body);
      }),
      { numRuns: 200 },
    );
  });

  it("finds only what was added to an earlier body, or nothing where it begins otherwise", () => {
    const elements = fc.array(json.map((value) => JSON.stringify(value)));
    const bodyOf = (list: string[], model: string) => `{"model":"m","input":[${list.join(",")}],"user":"${model}"}`;
    fc.assert(
      fc.property(
        elements.filter((list) => list.length > 0),
        elements,
        fc.boolean(),
        (first, more, isOther) => {
          const earlier = bodyOf(first, "a");
          const cut = cutBody(earlier, "input");
          const text = earlier.slice(0, earlier.length - (cut?.after.length ?? 0));
          const list = isOther ? [`${first[0]} `, ...first.slice(1), ...more] : [...first, ...more];
          const addition = cutAddition(bodyOf(list, "b"), { text, before: cut?.before ?? "" });
          if (isOther) expect(addition).toBeUndefined();
          else expect(addition).toEqual({ ...cutBody(bodyOf(list, "b"), "input"), blocks: more });
        },
      ),
    );
  });

  it("does not take the beginning of an element for the whole", () => {
    const known = { text: '{"input":[1', before: '{"input":[' };
    expect(cutAddition('{"input":[12]}', known)).toBeUndefined();
    expect(cutAddition('{"input":[1,2', known)).toBeUndefined();
  });

  it("keeps white space of an empty list", () => {
    const body = '{"input":[ \n ],"model":"m"}';
    expect(cutBody(body, "input")).toEqual({ before: '{"input":[ \n ', blocks: [], after: '],"model":"m"}' });
  });

  it("does not take a nested list, or a value that is no list, for it", () => {
    expect(cutBody('{"a":{"input":[1]},"b":["input",[2]]}', "input")).toBeUndefined();
    expect(cutBody('{"input":"[1]"}', "input")).toBeUndefined();
    expect(cutBody('{"a":{"input":[1]},"input":[3]}', "input")?.blocks).toEqual(["3"]);
  });

  it.each(["", "[1]", "null", '{"input":[1', '{"input":[1}', '{"input":["a]}', '{"input" [1]}', "{input:[1]}", "{"])(
    "gives up on %j",
    (body) => {
      expect(cutBody(body, "input")).toBeUndefined();
    },
  );
});
