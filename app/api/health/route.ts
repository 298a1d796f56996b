import packageFile from "../../../package.json" with { type: "json" };
import { handle } from "../handle.ts";

export const GET = handle(
  async ({ runtime }) => {
    const { messages } = await runtime.store.counts();
    const { provider, estimates } = runtime;
    return Response.json({
      ok: true,
      version: packageFile.version,
      estimates: { computed: estimates.computed, rows: messages },
      model: provider.modelId,
      practice: provider.practice,
    });
  },
  { open: true },
);
