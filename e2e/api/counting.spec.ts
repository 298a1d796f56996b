import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import { type App, startApp } from "../support/start-app.ts";

let server: ModelServer;
let app: App | undefined;
test.beforeAll(async () => {
  server = await startModelServer({
    perChunkMilliseconds: 0,
    firstByteMilliseconds: 0,
    script: () => ({ text: "Hello." }),
  });
});
test.afterEach(async () => {
  await app?.dispose();
  app = undefined;
});
test.afterAll(() => server.close());

for (const [model, profile] of [
  ["gpt-5.5", "o200k, sampled"],
  ["Qwen/Qwen3-32B", "qwen, sampled"],
  ["mistral-large", "unknown"],
] as const) {
  test(`the built app counts for ${model} as ${profile}, once what that needs is loaded`, async () => {
    app = await startApp({ modelUrl: server.url, environment: { LONGHAND_MODEL: model } });
    const { api } = app;
    const chatId = await api.createChat();
    await expect
      .poll(
        async () => {
          await api.turn(chatId, "Hello");
          return (await api.requests(chatId)).at(-1)?.report;
        },
        { timeout: 30_000 },
      )
      .toMatchObject({ rule: { profile } });
  });
}
