import { z } from "zod";
import { env } from "#lib/env.ts";
import { checkPassword, openSession } from "../access.ts";
import { handle, readBody } from "../handle.ts";

const body = z.object({ password: z.string() });

export const POST = handle(
  async ({ request }) => {
    const { password } = await readBody(request, body);
    if (env().password) {
      await checkPassword(request, password);
      const session = await openSession(request);
      session.open = true;
      await session.save();
    }
    return new Response(null, { status: 204 });
  },
  { open: true },
);

export const DELETE = handle(
  async ({ request }) => {
    const session = await openSession(request);
    session.destroy();
    return new Response(null, { status: 204 });
  },
  { open: true },
);
