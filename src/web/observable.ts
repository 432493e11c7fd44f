export type Observable<T> = { get: () => T; set: (next: T) => void; subscribe: (listener: () => void) => () => void };

/** A value that notifies subscribers when it is replaced, in the form `useSyncExternalStore` expects. */
export function createObservable<T>(initial: T): Observable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
