import type { Engine } from './databases/prepare.ts';
import type { Tally } from './load/tally.ts';
import type { Checked } from './oracle/verdict.ts';
import type { Memory } from './process-facts.ts';
import type { Row } from './rows.ts';

/** The shop that was measured: engine, listings, processes. */
export type Setting = { engine: Engine; size: number; processes: number };

/** One line of the table; `limit` is the same load against a server with a constant reply, and `checked` says whether replies were right. */
export type Figure = Setting & { row: string; kind: Row['kind']; cached: boolean; tally: Tally; limit: Tally; checked: Checked };

/** What a shop cost apart from its requests, in megabytes and seconds. */
export type Cost = Setting & {
  /** Whether replies were cached. */
  caches: boolean;
  seedSeconds: number;
  databaseMegabytes: number;
  openSeconds: number;
  searchSeconds: number;
  /** For how long it still worked after that, without a request. */
  quietSeconds: number;
  /** After the start, and after all rows. */
  memoryBefore: Memory | null;
  memoryAfter: Memory | null;
};

/** A row's throughput as a share of the constant server's. */
export const ratioOf = ({ tally, limit }: Figure): number => (limit.perSecond > 0 ? tally.perSecond / limit.perSecond : 0);

/** The same by the CPU time of both servers, which other work on the machine hardly affects. Null if unknown. */
export function processorRatioOf({ tally, limit }: Figure): number | null {
  return tally.processorMicros && limit.processorMicros ? limit.processorMicros / tally.processorMicros : null;
}
