"use client";

import { useEffect, useState } from "react";
import { changeChat } from "#components/api/chat-requests.ts";
import { createDraftKeeper, type DraftKeeper } from "./draft-keeper.ts";

/** The browser lets a request of about 64 kB outlive its page. */
const KEEPALIVE_UNITS = 15_000;

/** The unsent text of a chat. Key the component by the chat. */
export function useDraft(chatId: string, saved: string): DraftKeeper {
  const [keeper] = useState(() => createDraftKeeper(chatId, saved, browserWorld(chatId)));
  useEffect(() => {
    window.addEventListener("pagehide", keeper.leave);
    return () => {
      window.removeEventListener("pagehide", keeper.leave);
      keeper.leave();
    };
  }, [keeper]);
  return keeper;
}

function browserWorld(chatId: string) {
  const storage = browserStorage();
  return {
    save: (text: string, leaving: boolean) =>
      changeChat(chatId, { draft: text }, leaving && text.length < KEEPALIVE_UNITS),
    ...(storage && { storage }),
    setTimer: (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
}

function browserStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
