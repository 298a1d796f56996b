import { z } from "zod";
import shapes from "./fixtures.json" with { type: "json" };

const fixture = z.object({
  name: z.string(),
  /** A refusal in an answer, an error thrown before any answer, or a successful answer. */
  kind: z.enum(["answer", "thrown", "success"]),
  status: z.number().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown(),
  context: z.object({ estimate: z.number().optional(), window: z.number().optional() }).optional(),
  /** Fields of the failure that must come out; counts that are not listed must be absent. */
  expect: z.looseObject({ class: z.string() }),
});

/** Failure shapes of real providers and servers; ids and counts are invented. */
export type Fixture = z.infer<typeof fixture>;

export const fixtures: Fixture[] = z.array(fixture).parse(shapes);
