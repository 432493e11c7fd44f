import { performance } from 'node:perf_hooks';

/** Measures the CPU time of work: `begin` returns a function that ends it and returns its share in milliseconds. */
type CostMeter = { begin(): () => number };

/** In milliseconds: the time, how long the event loop was busy so far, and CPU time of the process with all its threads. */
type Clocks = { now(): number; activeMs(): number; cpuMs(): number };

const CLOCKS: Clocks = {
  now: () => performance.now(),
  activeMs: () => performance.eventLoopUtilization().active,
  cpuMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** How often the CPU time is read, which takes as long as a thirtieth of a list. */
const READ_MS = 20;

/**
 * Divides CPU time evenly among the work under way; shares add up to the time used. Waiting costs nothing, be it for a database, a slot or a core, or for
 * a suspended machine: the loop seems busy then, but no CPU time passes.
 */
export function createCostMeter({ now, activeMs, cpuMs }: Clocks = CLOCKS): CostMeter {
  let [shareOfEach, underWay] = [0, 0];
  let active = activeMs();
  let read = { at: now(), active, cpu: cpuMs() };
  /** How long the loop only seemed busy since the CPU time was last read; 0 until it is time to read it. */
  const findIdleMs = (): number => {
    const at = now();
    if (at - read.at < READ_MS) return 0;
    const before = read;
    read = { at, active, cpu: cpuMs() };
    return Math.max(0, active - before.active - (read.cpu - before.cpu));
  };
  const look = (): void => {
    const before = active;
    active = activeMs();
    const busy = Math.max(0, active - before - findIdleMs());
    if (underWay > 0) shareOfEach += busy / underWay;
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
