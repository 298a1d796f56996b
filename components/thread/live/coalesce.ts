/**
 * Runs one piece of work at a time: a wish that comes meanwhile leads to exactly one more round, however many wishes there
 * were. A failed round is reported and the next wish tries again.
 */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  let wanted = false;

  const loop = async () => {
    while (wanted) {
      wanted = false;
      try {
        await work();
      } catch (error) {
        onError(error);
      }
    }
    running = undefined;
  };

  return () => {
    wanted = true;
    running ??= loop();
    return running;
  };
}
