import { generate, type Outcome, type Plan } from '../load/generate.ts';
import type { Visit } from '../load/visits.ts';

/** What is measured in slices: requests to a server, each slice with the next ones. */
export type Sliced = { port: number; pids: number[]; visits: Visit[]; headers: Record<string, string>; ms: number };

export type Slices = {
  /** Asks for some time without counting, and finds out how many requests a slice has. */
  warmUp(ms: number): Promise<Outcome>;
  /** One slice. */
  run(): Promise<void>;
  /** The least processor time a request took in any slice, in microseconds: other work on the machine only adds to it. */
  least(): number;
};

const CONNECTIONS = 8;
const NO_WARM_UP = { minMs: 0, visits: 0, maxMs: 0 };
const FEWEST = 20;

export function createSlices({ visits, ms, ...server }: Sliced): Slices {
  let size = visits.length;
  let at = 0;
  let least = Number.POSITIVE_INFINITY;

  const next = (count: number): Visit[] => {
    const taken = Array.from({ length: count }, (_, nth) => visits[(at + nth) % visits.length] ?? { path: '/' });
    at = (at + count) % visits.length;
    return taken;
  };
  const plan = (part: Visit[], measureMs: number): Plan => ({
    ...{ ...server, visits: part, order: 'once', seed: 1, connections: CONNECTIONS },
    ...{ warmUp: NO_WARM_UP, measureMs },
  });

  return {
    async warmUp(warmUpMs) {
      const outcome = await generate({ ...plan(visits, warmUpMs), order: 'any', storeEvery: 1 });
      size = Math.max(FEWEST, Math.round((outcome.tally.perSecond * ms) / 1000));
      return outcome;
    },
    async run() {
      const { tally } = await generate(plan(next(size), Number.POSITIVE_INFINITY));
      if (tally.errors > 0) throw new Error(`${tally.errors} of ${tally.visits} requests failed: ${JSON.stringify(tally.statuses)}`);
      if (tally.processorMicros !== null) least = Math.min(least, tally.processorMicros);
    },
    least: () => least,
  };
}
