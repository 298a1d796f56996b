const HIDDEN_FRAME_MS = 250;

/** Calls back at the next animation frame; a hidden page has none, so there a timer takes its place. */
export function nextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, HIDDEN_FRAME_MS);
  else requestAnimationFrame(callback);
}
