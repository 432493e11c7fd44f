import type { Db } from '#server/db/tables.ts';

/** What the backlog is made of: a seller with `size` listings for each kind of work, and as many buyers. */
export type Ground = {
  db: Db;
  now: number;
  size: number;
  sellerId: string;
  buyers: { id: string; email: string; name: string }[];
  listings(): Promise<string[]>;
};
