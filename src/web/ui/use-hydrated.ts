import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and in the browser's first rendering, which must be alike; true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
