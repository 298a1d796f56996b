import { handle } from "../handle.ts";

export const GET = handle(async ({ runtime }) => {
  const { contentType } = runtime.metrics;
  return new Response(await runtime.metrics.read(), { headers: { "content-type": contentType } });
});
