"use client";

import { createContext, useContext } from "react";

/** What a person can do with the messages and answers of a thread: write one anew, ask for another, go to another version. */
export interface BranchActions {
  /** False while the agent works, and where nothing can be written. */
  canChange: boolean;
  /** The message that is being written anew. */
  editing?: string;
  startEdit(messageId: string): void;
  cancelEdit(): void;
  saveEdit(messageId: string, text: string): void;
  /** Gives a step a sibling. */
  answerAnew(stepId: string): void;
  /** Shows the branch that goes through a row. */
  choose(rowId: string): void;
}

const NOTHING: BranchActions = {
  canChange: false,
  startEdit() {},
  cancelEdit() {},
  saveEdit() {},
  answerAnew() {},
  choose() {},
};

export const BranchContext = createContext<BranchActions>(NOTHING);

export const useBranchActions = () => useContext(BranchContext);
