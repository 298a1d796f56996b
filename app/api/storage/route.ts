import { handle } from "../handle.ts";

export const GET = handle(async ({ runtime }) => Response.json(await runtime.store.storage()));
