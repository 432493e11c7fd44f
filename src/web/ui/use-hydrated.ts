import { useSyncExternalStore } from 'react';

/** False on the server and in the first client render, which must match; true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
