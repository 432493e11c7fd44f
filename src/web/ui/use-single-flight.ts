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

const isPreventable = (value: unknown): value is Preventable => typeof value === 'object' && value !== null && 'preventDefault' in value;
