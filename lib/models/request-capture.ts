/** Sees every HTTP attempt of one provider instance. */
export interface RequestCapture {
  /**
   * Called with the exact body and awaited before anything is sent, so that what was sent is on record even if the process
   * dies right after. Where it rejects, nothing is sent and the call fails with {@link RequestNotRecorded}.
   */
  onRequest(bodyText: string, url: string): Promise<void>;
  /** Called when the head of the answer is there. Header names are lower case. Where it rejects, the answer is dropped. */
  onResponse(response: { status: number; headers: Record<string, string> }): void | Promise<void>;
}

const marker = Symbol.for("longhand.request-not-recorded");

/**
 * The capture refused. The reason is no `cause`: the SDK looks for network codes down the chain of causes and would take
 * a lost database for a lost provider.
 */
export class RequestNotRecorded extends Error {
  readonly reason: unknown;
  readonly [marker] = true;

  constructor(reason: unknown) {
    super("The request could not be recorded");
    this.name = "RequestNotRecorded";
    this.reason = reason;
  }

  /** Holds across copies of this module, where `instanceof` does not. */
  static isInstance(error: unknown): error is RequestNotRecorded {
    return typeof error === "object" && error !== null && marker in error;
  }
}
