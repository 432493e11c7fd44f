import { useSyncExternalStore } from 'react';

/** False on the server and in the browser's first rendering, which must be alike; true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
