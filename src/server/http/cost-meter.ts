import { performance } from 'node:perf_hooks';

/** Measures the CPU time of work: `begin` returns a function that ends it and returns its share in milliseconds. */
export type CostMeter = { begin(): () => number };

/** Milliseconds so far that the event loop was busy, and CPU time of the process with all its threads. */
type Clocks = { activeMs(): number; cpuMs(): number };

const CLOCKS: Clocks = {
  activeMs: () => performance.eventLoopUtilization().active,
  cpuMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Divides CPU time evenly among the work under way; shares add up to the time used. Waiting costs nothing, be it for a database, a slot or a core, or for
 * a suspended machine: the loop seems busy then, but no CPU time passes.
 */
export function createCostMeter({ activeMs, cpuMs }: Clocks = CLOCKS): CostMeter {
  let [shareOfEach, underWay] = [0, 0];
  let [active, cpu] = [activeMs(), cpuMs()];
  const look = (): void => {
    const [before, cpuBefore] = [active, cpu];
    [active, cpu] = [activeMs(), cpuMs()];
    if (underWay > 0) shareOfEach += Math.min(active - before, cpu - cpuBefore) / underWay;
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
