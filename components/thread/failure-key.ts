/** Classes of failures that have words of their own. */
const FAILURE_KEYS = [
  "AUTH",
  "BILLING",
  "CONFIG",
  "CONTENT",
  "SIZE",
  "NEVER_FITS",
  "HISTORY",
  "TRANSIENT",
  "WAIT",
  "DATABASE",
  "DISK",
  "STALLED",
  "BUG",
  "UNKNOWN",
] as const;

type FailureKey = (typeof FAILURE_KEYS)[number];

/** The message key for a failure's class, in whatever case and with whatever dashes it comes. */
export function failureKey(failureClass: string | undefined): FailureKey {
  const key = (failureClass ?? "").toUpperCase().replaceAll("-", "_");
  const known = FAILURE_KEYS.find((candidate) => candidate === key);
  if (known) return known;
  // The log refused what would have been sent.
  return key === "UNRECORDED" ? "DATABASE" : "UNKNOWN";
}
