import { setTimeout as delay } from "node:timers/promises";

const BETWEEN_TRIES_MS = 100;

/** Tries again while the server is away. @throws the last error after `patienceMs` */
export async function patiently<Value>(work: () => Promise<Value>, patienceMs = 120_000): Promise<Value> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await delay(BETWEEN_TRIES_MS);
    }
  }
}
