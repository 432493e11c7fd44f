import { useEffect, useState } from 'react';

/** Whether a moment (epoch ms) has passed, as far as this device's clock knows. */
export function useIsPast(at: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    setPast(Date.now() >= at);
    // Timers can't run longer than 24 days; the page isn't open that long.
    const timer = setTimeout(() => setPast(Date.now() >= at), Math.min(Math.max(0, at - Date.now()), 2_000_000_000));
    return () => clearTimeout(timer);
  }, [at]);
  return isPast;
}
