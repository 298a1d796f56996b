/**
 * An agent that does not know of the safety net plans around limits that no longer exist: it stops a long task after a small
 * part of it "to save room". So every agent is told what happens when its conversation grows.
 */
export const SAFETY_NET = `## When the conversation grows long
Your context is kept within what the model accepts for you: the oldest tool results are cleared first and the newest stay whole; if that is not enough, the oldest turns or rounds are left out. A cleared result is replaced by a note with its path.
- Never stop a long task, shorten it or hand it back in order to save room. Go on until it is done.
- What was cleared and is needed again, read again: at the path in the note (/tool_results/…), or the file itself.
- Keep what you will need later in your own words as you go, or write it to a file.`;
