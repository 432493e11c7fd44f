import type { Db } from '../db/tables.ts';
import type { Clock } from '../ports/clock.ts';

/** What services are opened with. `secret`: the one that all others are derived from. */
export type Around = {
  db: Db;
  clock: Clock;
  secret: string;
  /** Reports errors outside requests. */
  onFault(message: string, error: unknown): void;
};
