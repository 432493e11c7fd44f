import { percentile } from '../percentiles.ts';

/** Each row's share of the constant server beside it, by processor time. */
export type Figures = Record<string, number>;

/** `isSlower`: it needs a quarter more processor time than the stored figure allows. */
export type Compared = { name: string; now: number; before: number; isSlower: boolean };

/** A row that needs a quarter more processor time than it did has become slower. */
const LEAST = 1 / 1.25;
/** Below this median, another processor is no explanation: everything has become slower. */
const LEAST_MEDIAN = 0.55;

/**
 * Compares shares with stored ones. Processors differ by up to a third in how much longer the shop's own code takes than the constant server, so
 * rows that run it are compared after dividing all of them by their median change, `machine`; cached rows, which run as little as the constant does,
 * are compared as they are.
 */
export function compare({ uncached, cached }: { uncached: string[]; cached: string[] }, now: Figures, stored: Figures) {
  const changes = uncached.flatMap((name) => (stored[name] === undefined ? [] : [(now[name] ?? 0) / stored[name]]));
  const machine =
    changes.length === 0
      ? 1
      : percentile(
          changes.toSorted((one, other) => one - other),
          0.5,
        );
  const compareBy =
    (factor: number) =>
    (name: string): Compared => {
      const [share, before] = [now[name] ?? 0, (stored[name] ?? 0) * factor];
      return { name, now: share, before, isSlower: share < before * LEAST };
    };
  return { machine, isSlowerThroughout: machine < LEAST_MEDIAN, rows: [...uncached.map(compareBy(machine)), ...cached.map(compareBy(1))] };
}
