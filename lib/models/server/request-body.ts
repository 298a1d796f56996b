import { z } from "zod";

const contentPart = z.looseObject({ type: z.string() });
const content = z.union([z.string(), z.array(contentPart)]).nullish();
const limit = z.number().nullish();

export const responsesBody = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.looseObject({ type: z.string().optional(), role: z.string().optional() }))]),
  instructions: z.string().nullish(),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).nullish(),
  include: z.array(z.string()).nullish(),
  max_output_tokens: limit,
  stream: z.boolean().nullish(),
});

export const chatBody = z.looseObject({
  model: z.string(),
  messages: z.array(
    z.looseObject({
      role: z.enum(["system", "developer", "user", "assistant", "tool"]),
      content,
      tool_call_id: z.string().nullish(),
      tool_calls: z
        .array(z.looseObject({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
        .nullish(),
    }),
  ),
  tools: z
    .array(z.looseObject({ type: z.string(), function: z.looseObject({ name: z.string() }).optional() }))
    .nullish(),
  max_tokens: limit,
  max_completion_tokens: limit,
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});

/** The items of a Responses input that a conversation with function tools is made of. */
export const responsesItem = z.union([
  z.looseObject({ type: z.literal("function_call"), call_id: z.string(), name: z.string(), arguments: z.string() }),
  z.looseObject({
    type: z.literal("function_call_output"),
    call_id: z.string(),
    output: z.union([z.string(), z.array(contentPart)]),
  }),
  z.looseObject({
    type: z.literal("reasoning"),
    id: z.string().nullish(),
    encrypted_content: z.string().nullish(),
    summary: z.array(z.looseObject({ text: z.string() })),
  }),
  z.looseObject({ type: z.literal("item_reference"), id: z.string() }),
  z.looseObject({
    type: z.literal("message").default("message"),
    role: z.enum(["system", "developer", "user", "assistant"]),
    content: z.union([z.string(), z.array(contentPart)]),
  }),
]);

export type ResponsesBody = z.infer<typeof responsesBody>;
export type ResponsesItem = z.infer<typeof responsesItem>;
export type ChatBody = z.infer<typeof chatBody>;
export type ContentPart = z.infer<typeof contentPart>;
