import type { Db } from '../../../db/tables.ts';
import { pause } from '../../../turns.ts';
import { findOwnListings, type OwnListing } from './queries.ts';
import { createSeen, type Seen } from './seen.ts';

const AT_ONCE = 200;

/** A seller's listings that aren't sold, also paused and hidden ones. */
export async function readSeen<Where>(db: Db, sellerId: string, where: Where): Promise<Seen<Where>> {
  const seen = createSeen<Where>();
  for await (const rows of readOwnListings(db, sellerId, true)) for (const row of rows) seen.add(row, row.imei_hash, where);
  return seen;
}

/** All of a seller's listings that weren't removed, in batches. */
export async function* readOwnListings(db: Db, sellerId: string, unsold: boolean): AsyncGenerator<OwnListing[]> {
  for (let after: { key: number; id: string } | null = null; ; ) {
    const rows: OwnListing[] = await findOwnListings(db, sellerId, { after, limit: AT_ONCE, unsold });
    yield rows;
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || !last) return;
    after = { key: last.created_at, id: last.id };
    await pause();
  }
}
