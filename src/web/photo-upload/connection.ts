/** The state of the network connection. */
export type Connection = {
  /** Calls `listener` when the connection is lost; returns a function that unsubscribes. */
  onLost(listener: () => void): () => void;
  /** Resolves after this many milliseconds, or immediately when the connection returns; never while offline. Rejects when aborted. */
  worthTrying(afterMs: number, signal: AbortSignal): Promise<void>;
};

/** The connection as the browser reports it. `offline` is reliable; `online` is not. */
export const browserConnection: Connection = {
  onLost(listener) {
    window.addEventListener('offline', listener);
    return () => window.removeEventListener('offline', listener);
  },
  worthTrying: (afterMs, signal) =>
    new Promise((resolve, reject) => {
      const ended = new AbortController();
      const end = (settle: () => void) => (): void => {
        clearTimeout(timer);
        ended.abort();
        settle();
      };
      const goOn = end(resolve);
      const timer = setTimeout(() => navigator.onLine && goOn(), afterMs);
      window.addEventListener('online', goOn, { signal: ended.signal });
      signal.addEventListener(
        'abort',
        end(() => reject(signal.reason)),
        { signal: ended.signal },
      );
      if (signal.aborted) end(() => reject(signal.reason))();
    }),
};
