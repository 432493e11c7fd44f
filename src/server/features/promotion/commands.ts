import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { markListingAdvertised } from '../listings/index.ts';

/** Advertises a listing; returns false when it is already advertised, sold or gone. */
export function advertise(db: Db, listingId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await markListingAdvertised(tx, listingId, now))) return false;
    await writeAudit(tx, { act: 'listing_advertised', subject: { kind: 'listing', id: listingId }, after: { advertised: true }, now });
    return true;
  });
}
