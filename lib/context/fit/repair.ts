import type { ModelMessage } from "ai";

export type RepairKind =
  | "strings-repaired"
  | "output-filled"
  | "text-removed"
  | "reasoning-removed"
  | "message-removed"
  | "result-added"
  | "result-removed"
  | "result-moved"
  | "image-removed"
  | "opening-added";

/** What was repaired, and where in the list that was given (for an added opening: 0). */
export interface Repair {
  readonly kind: RepairKind;
  readonly message: number;
  readonly toolCallId?: string;
}

/** A message with its place in the list that was given. */
export interface PlacedMessage {
  readonly message: ModelMessage;
  readonly at: number;
}
