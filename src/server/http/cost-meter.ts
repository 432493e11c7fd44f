import { performance } from 'node:perf_hooks';

/** Measures the CPU time of work: `begin` returns a function that ends it and returns its share in milliseconds. */
export type CostMeter = { begin(): () => number };

/** Divides CPU time evenly among the work under way. Shares add up to the time used, and waiting for a database or a slot costs nothing. */
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
