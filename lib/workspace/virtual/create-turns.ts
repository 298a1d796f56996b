/** Lets callers in one after the other. `take` resolves to the function that lets the next one in. */
export interface Turns {
  /** Rejects with the reason of the signal when it is aborted before the turn comes. */
  take(signal?: AbortSignal): Promise<() => void>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    take(signal) {
      const before = last;
      const { promise, resolve: release } = Promise.withResolvers<void>();
      last = promise;
      return new Promise((resolve, reject) => {
        const stop = () => {
          reject(signal?.reason);
          void before.then(release);
        };
        if (signal?.aborted) {
          stop();
          return;
        }
        signal?.addEventListener("abort", stop, { once: true });
        void before.then(() => {
          signal?.removeEventListener("abort", stop);
          resolve(release);
        });
      });
    },
  };
}
