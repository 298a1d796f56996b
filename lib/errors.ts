/** A failure of an HTTP request, with one sentence that a person understands. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.name = "AppError";
    this.status = status;
    this.code = code;
  }
}

export const notFound = (what: string) =>
  new AppError(404, "not-found", `This ${what} does not exist, or it was deleted.`);
export const badRequest = (sentence: string) => new AppError(400, "bad-request", sentence);
export const conflict = (code: string, sentence: string) => new AppError(409, code, sentence);
