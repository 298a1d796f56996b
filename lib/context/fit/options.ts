/** Every constant of fitting. All are settings; none changes within a run, or the beginning of its requests would change. */
export interface FitOptions {
  /** How far a stage goes once it must act, as a share of what the fixed part leaves of the budget. 1: stop as soon as it fits. */
  readonly lowWaterMark: number;
  /** The share of the budget that the newest tool results may keep for themselves. By size: a fixed number suits no tool. */
  readonly protectedShare: number;
  /** Results are cleared in steps of so many, so that the beginning of the request changes seldom. */
  readonly clearBatch: number;
  /**
   * Tokens by the plain rule. Clearing a result that is hardly larger than its note changes the beginning and saves nothing; the
   * same goes for a string of an input.
   */
  readonly minimumSaving: number;
  /** Clears results first that the model has answered in words: the step right after them holds a text. */
  readonly answeredFirst: boolean;
  /** Keeps what the person said in dropped turns, as far as it is short: up to a tenth of the budget, the newest first. */
  readonly keepShortUserMessages: boolean;
  /** Tokens kept free for the answer. By default a quarter of the window, at most 32,000. */
  readonly reservedOutput?: number;
  /** Stands in for a cleared result. `{toolCallId}` is replaced; all other words are constant. */
  readonly clearedNote: string;
  /** Words that earlier versions of `clearedNote` had, the oldest first: what was cleared with them keeps them. */
  readonly earlierClearedNotes: readonly string[];
  /** Stands in for a large string in the input of an old call, in the same way. */
  readonly clearedInputNote: string;
  /** The text of the user message that stands in for what was dropped. */
  readonly trimmedNote: string;
}

export const DEFAULT_FIT_OPTIONS: FitOptions = {
  lowWaterMark: 0.6,
  protectedShare: 0.25,
  clearBatch: 4,
  minimumSaving: 200,
  answeredFirst: false,
  keepShortUserMessages: false,
  clearedNote:
    "[This result was cleared to keep the conversation within the model's context. " +
    "If it is needed, read it again at /tool_results/{toolCallId} or run the tool again.]",
  earlierClearedNotes: [],
  clearedInputNote:
    "[This input was cleared to keep the conversation within the model's context. " +
    "If it is needed, read it at /tool_results/{toolCallId}.input.json.]",
  trimmedNote:
    "[Earlier conversation was trimmed here to keep the conversation within the model's context. " +
    "It is still stored. Go on with the task, and read again what is missing here and needed.]",
};
