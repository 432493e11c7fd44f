/** What is known of the connection. */
export type Connection = {
  /** Tells when it is lost; answers how to listen no longer. */
  onLost(listener: () => void): () => void;
  /** Resolves after so many milliseconds, or at once when the connection comes back; never while it is known to be gone. Rejects when it is given up. */
  worthTrying(afterMs: number, signal: AbortSignal): Promise<void>;
};

/** The connection as the browser sees it. That it is gone can be believed; that it is there can't. */
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
