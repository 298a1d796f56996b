"use client";

import { createContext, useContext } from "react";

export type PaneTab = "files" | "subagents" | "context";

/** The side pane, opened only by the person. */
interface Pane {
  tab?: PaneTab;
  show(tab: PaneTab): void;
  hide(): void;
}

export const PaneContext = createContext<Pane>({ show: () => {}, hide: () => {} });

export const usePane = () => useContext(PaneContext);
