export type Observable<T> = { get: () => T; set: (next: T) => void; subscribe: (listener: () => void) => () => void };

/** A value that tells its subscribers when it is replaced, in the shape that `useSyncExternalStore` takes. */
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
