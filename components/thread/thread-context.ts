"use client";

import { createContext, useContext } from "react";

/** What every part of a thread needs to know about its chat. */
interface ThreadFacts {
  chatId: string;
  running: boolean;
}

export const ThreadContext = createContext<ThreadFacts>({ chatId: "", running: false });

export const useThreadFacts = () => useContext(ThreadContext);
