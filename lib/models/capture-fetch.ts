import { type RequestCapture, RequestNotRecorded } from "./request-capture.ts";

type Fetch = typeof globalThis.fetch;

/** A `fetch` that shows each request to the capture before it sends it, byte for byte, through `send`. */
export function captureFetch(capture: RequestCapture, send: Fetch): Fetch {
  return async (input, init) => {
    const body = init?.body;
    if (typeof body !== "string") throw new TypeError("Only requests with a text body can be recorded");
    const url = input instanceof Request ? input.url : String(input);
    await recorded(() => capture.onRequest(body, url));
    const response = await send(input, init);
    try {
      const { status, headers } = response;
      await recorded(() => capture.onResponse({ status, headers: Object.fromEntries(headers) }));
    } catch (error) {
      await response.body?.cancel();
      throw error;
    }
    return response;
  };
}

async function recorded(record: () => void | Promise<void>): Promise<void> {
  try {
    await record();
  } catch (reason) {
    throw new RequestNotRecorded(reason);
  }
}
