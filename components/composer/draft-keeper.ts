const SAVE_AFTER_MS = 600;

interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface DraftWorld {
  /** Stores the draft with the chat. `leaving`: the page may be gone before it ends. */
  save(text: string, leaving: boolean): Promise<unknown>;
  /** A copy in the browser for what the server did not confirm; absent where the browser keeps nothing. */
  storage?: DraftStorage;
  setTimer(callback: () => void, ms: number): () => void;
}

/**
 * Keeps the unsent text of one chat. It is saved a moment after the last key; on leaving at once, with a copy in the browser
 * until the server has confirmed it, because a page that closes cannot wait for an answer.
 */
export function createDraftKeeper(chatId: string, saved: string, world: DraftWorld) {
  const key = `longhand:draft:${chatId}`;
  const copy = world.storage?.getItem(key);
  /** What the server has; undefined while that is not known. */
  let confirmed: string | undefined = saved;
  let text = copy ?? saved;
  let cancel = () => {};
  let saving = false;

  // One save at a time, so that an older text never arrives after a newer one.
  const save = async (leaving: boolean) => {
    cancel();
    if (text === confirmed || (saving && !leaving)) return;
    const wanted = text;
    saving = true;
    confirmed = undefined;
    try {
      await world.save(wanted, leaving);
      confirmed = wanted;
      if (text === wanted) world.storage?.removeItem(key);
    } catch {
      // The copy stays, and the next change tries again.
    }
    saving = false;
    if (text !== wanted) schedule();
  };
  const schedule = () => {
    cancel();
    cancel = world.setTimer(() => void save(false), SAVE_AFTER_MS);
  };
  if (text !== confirmed) schedule();

  return {
    initialText: text,
    change(next: string) {
      text = next;
      schedule();
    },
    /** The text is a message now; what was written since stays. */
    sent(message: string) {
      if (text !== message) return;
      text = "";
      schedule();
    },
    /** Call it when the page or the chat is left. */
    leave() {
      if (text === confirmed) return cancel();
      try {
        world.storage?.setItem(key, text);
      } catch {
        // Full, or larger than the browser keeps: the request below is the only copy.
      }
      void save(true);
    },
  };
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;
