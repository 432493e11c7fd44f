import { useRef } from 'react';

type Preventable = { preventDefault(): void };

/** Ignores calls while one is running: however fast a user clicks, it acts once. An ignored form event is still kept from the browser. */
export function useSingleFlight<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>): (...args: Args) => Promise<void> {
  const running = useRef(false);
  return async (...args) => {
    if (running.current) {
      const [event] = args;
      if (isPreventable(event)) event.preventDefault();
      return;
    }
    running.current = true;
    await work(...args).finally(() => {
      running.current = false;
    });
  };
}

/** The same for work with a result: calls while one is running get the result of that one. */
export function useSharedFlight<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result> {
  const running = useRef<Promise<Result> | null>(null);
  return (...args) => {
    running.current ??= work(...args).finally(() => {
      running.current = null;
    });
    return running.current;
  };
}

const isPreventable = (value: unknown): value is Preventable => typeof value === 'object' && value !== null && 'preventDefault' in value;
