import { useRef } from 'react';

type Preventable = { preventDefault(): void };

/** Work that begins anew only when it has ended: however fast somebody presses, one press acts. A form's event that comes too early is kept from the browser, too. */
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
