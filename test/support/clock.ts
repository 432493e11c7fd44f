/** A clock that only moves when told to. */
export type Clock = { now(): number; advance(ms: number): void };

/** A moment in the middle of a month, so that no test depends on the day it runs. */
export const MID_MONTH = Date.UTC(2026, 5, 15, 12);

export function createClock(start: number = Date.now()): Clock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
