import type { FailureCode, Outcome } from "./types.ts";

export type Failure = Extract<Outcome<never>, { ok: false }>;

export function succeed<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function fail(code: FailureCode, reason: string): Failure {
  return { ok: false, code, reason };
}

/** Turns whatever was thrown into a failure. Messages of the system are left out: they name real paths of the host. */
export function describeFault(error: unknown, path: string): Failure {
  switch (errorCode(error)) {
    case "ENOENT":
      return fail("not-found", `There is nothing at ${path}. List the folder to see what is there.`);
    case "EISDIR":
      return fail("is-folder", `${path} is a folder. List it instead.`);
    case "ENOTDIR":
      return fail(
        "not-folder",
        `A part of ${path} is a file, not a folder. List the folder above to see what is there.`,
      );
    case "ELOOP":
      return fail(
        "outside",
        `${path} is a symbolic link that cannot be followed here. Use the path of the file itself.`,
      );
    case "ENAMETOOLONG":
      return fail("invalid", `A name in ${path.slice(0, 200)} is too long. Use a shorter name.`);
    case "EACCES":
    case "EPERM":
      return fail("io", `The system does not permit this for ${path}. Work with another path, or ask the person.`);
    case "EROFS":
      return fail("read-only", `${path} is on a read-only disk. Write to another place.`);
    case "ENOSPC":
    case "EDQUOT":
      return fail("io", `The disk is full, so ${path} was not written. Ask the person to free some space.`);
    default:
      return fail(
        "io",
        `The operation on ${path} failed (${errorCode(error) ?? "unknown fault"}). Try again once, then go another way.`,
      );
  }
}

function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** True when the error says that a path, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}
