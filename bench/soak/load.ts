import { setTimeout as wait } from 'node:timers/promises';

const AT_ONCE = 16;
/** With more than this at once, the server is behind, and new actions wait. */
export const MOST_AT_ONCE = 64;

/** Runs a fixed number of actions at once, without a pause. Returns how many per second were done. */
export async function goAllOut(act: () => Promise<void>, seconds: number): Promise<number> {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let done = 0;
  const goOn = async (): Promise<void> => {
    while (performance.now() < end) {
      await act();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return done / ((performance.now() - begun) / 1000);
}

/** Starts this many actions per second, whether earlier ones are done or not, until `end` (in `performance.now()` time). */
export async function keepPace(act: () => Promise<void>, perSecond: number, end: number): Promise<void> {
  const running = new Set<Promise<void>>();
  const begun = performance.now();
  for (let count = 0; performance.now() < end; count += 1) {
    const ahead = begun + (count * 1000) / perSecond - performance.now();
    if (ahead > 0) await wait(ahead);
    if (running.size >= MOST_AT_ONCE) await Promise.race(running);
    const one: Promise<void> = act().finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
}
