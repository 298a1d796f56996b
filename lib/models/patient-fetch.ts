import { Agent, fetch as undiciFetch } from "undici";

/**
 * One pool of connections for the process. A large prompt on a slow machine is read for longer than the five silent minutes
 * that Node's own `fetch` allows; how long to wait is for the person who can press Stop, so neither head nor body times out.
 */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** `fetch` without a limit on silence. */
export const patientFetch: typeof globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input;
  // The same interface twice: undici's types and the DOM's describe it apart and do not accept each other.
  const options = { ...init, dispatcher: agent } as unknown as Parameters<typeof undiciFetch>[1];
  return (await undiciFetch(url, options)) as unknown as Response;
};
