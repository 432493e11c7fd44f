import { performance } from 'node:perf_hooks';

/** Measures what work costs this process: begun, it answers how to end it, and that how many milliseconds of the processor were its own. */
export type CostMeter = { begin(): () => number };

/**
 * The processor's time is shared out evenly among the work that is under way: in all it is what was used, and nobody pays for the time in which they
 * waited for a database, or for their turn.
 */
export function createCostMeter(activeMs: () => number = () => performance.eventLoopUtilization().active): CostMeter {
  let [shareOfEach, lookedAt, underWay] = [0, activeMs(), 0];
  const look = (): void => {
    const active = activeMs();
    if (underWay > 0) shareOfEach += (active - lookedAt) / underWay;
    lookedAt = active;
  };
  return {
    begin() {
      look();
      underWay += 1;
      const from = shareOfEach;
      return () => {
        look();
        underWay -= 1;
        return shareOfEach - from;
      };
    },
  };
}
