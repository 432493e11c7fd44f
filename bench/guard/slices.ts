import { generate, type Outcome, type Plan } from '../load/generate.ts';
import type { Visit } from '../load/visits.ts';

/** What is measured in slices: requests to a server, each slice with the next ones, which take its processor `ms` in all. */
export type Sliced = { port: number; pids: number[]; visits: Visit[]; headers: Record<string, string>; ms: number };

export type Slices = {
  /** Asks for some time without counting, and finds out how many requests a slice has. */
  warmUp(ms: number): Promise<Outcome>;
  /** One slice. */
  run(): Promise<void>;
  /** The processor time per request in each slice so far, in microseconds. */
  micros: number[];
};

const CONNECTIONS = 8;
/** Opening the connections isn't counted. */
const LEAD = { minMs: 0, visits: 2 * CONNECTIONS, maxMs: 60_000 };
const FEWEST = 20;

export function createSlices({ visits, ms, ...server }: Sliced): Slices {
  let size = visits.length;
  let at = 0;
  const micros: number[] = [];

  const next = (count: number): Visit[] => {
    const taken = Array.from({ length: count }, (_, nth) => visits[(at + nth) % visits.length] ?? { path: '/' });
    at = (at + count) % visits.length;
    return taken;
  };
  const plan = (part: Visit[], measureMs: number): Plan => ({
    ...{ ...server, visits: part, order: 'once', seed: 1, connections: CONNECTIONS },
    ...{ warmUp: LEAD, measureMs },
  });

  return {
    async warmUp(warmUpMs) {
      const outcome = await generate({ ...plan(visits, warmUpMs), order: 'any', storeEvery: 1 });
      // By processor time: on a busy machine fewer are answered in the same time.
      size = Math.max(FEWEST, Math.round((ms * 1000) / (outcome.tally.processorMicros ?? 1000)));
      return outcome;
    },
    async run() {
      const { tally } = await generate(plan(next(LEAD.visits + size), Number.POSITIVE_INFINITY));
      if (tally.errors > 0) throw new Error(`${tally.errors} of ${tally.visits} requests failed: ${JSON.stringify(tally.statuses)}`);
      if (tally.processorMicros !== null) micros.push(tally.processorMicros);
    },
    micros,
  };
}
