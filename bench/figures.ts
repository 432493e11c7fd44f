import type { Engine } from './databases/prepare.ts';
import type { Tally } from './load/tally.ts';
import type { Memory } from './process-facts.ts';
import type { Row } from './rows.ts';

/** Which shop was measured: engine, listings, processes. */
export type Setting = { engine: Engine; size: number; processes: number };

/** One line of the table; `limit` is the same asked of a server that answers a constant. */
export type Figure = Setting & { row: string; kind: Row['kind']; cached: boolean; tally: Tally; limit: Tally };

/** What a shop cost beside its requests. Megabytes and seconds. */
export type Cost = Setting & {
  seedSeconds: number;
  databaseMegabytes: number;
  openSeconds: number;
  searchSeconds: number;
  /** After the start, and after all rows. */
  memoryBefore: Memory | null;
  memoryAfter: Memory | null;
};

/** How much of the constant's speed a row reached. */
export const ratioOf = ({ tally, limit }: Figure): number => (limit.perSecond > 0 ? tally.perSecond / limit.perSecond : 0);

/** The same by the processor time of both servers: what else runs on the machine hardly changes it. Null where it is not known. */
export function processorRatioOf({ tally, limit }: Figure): number | null {
  return tally.processorMicros && limit.processorMicros ? limit.processorMicros / tally.processorMicros : null;
}
