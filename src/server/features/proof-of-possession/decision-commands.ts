import { noteListing } from '../../db/changes.ts';
import type { PossessionPhotosTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { markImageUnused } from '../images/index.ts';
import { markPossessionProven } from '../listings/index.ts';
import { notify } from '../notifications/index.ts';
import { possessionConfirmed, possessionRefused } from './messages.ts';
import { findListingWithSeller, findUnreleased, hasSentPhoto, markDecided, markReleased } from './queries.ts';

export type Deciding = { decision: 'confirmed' | 'refused'; reason: string | null; by: string; now: number };

export type DecideOutcome = { outcome: 'decided' } | { outcome: 'already_decided' } | { outcome: 'missing' };

/** Decides about a photo and notifies its seller: a confirmed one gives its listing the badge, a declined one is released. */
export function decidePhoto(db: Db, id: string, deciding: Deciding): Promise<DecideOutcome> {
  return db.transaction().execute(async (tx) => {
    const { decision, reason, now } = deciding;
    const row = await markDecided(tx, id, deciding);
    if (!row?.listing_id) return { outcome: (await hasSentPhoto(tx, id)) ? 'already_decided' : 'missing' };
    const listing = await findListingWithSeller(tx, row.listing_id);
    if (decision === 'confirmed') await markPossessionProven(tx, listing.id, now);
    else await release(tx, row, now);
    await noteListing(tx, listing.id, now);
    await writeAudit(tx, {
      act: `possession_${decision}`,
      subject: { kind: 'listing', id: listing.id },
      after: { proven: decision === 'confirmed', ...(reason !== null && { reason }) },
      now,
    });
    const words = decision === 'confirmed' ? possessionConfirmed(listing) : possessionRefused(listing, reason ?? '');
    await notify(tx, [{ recipient: { userId: row.seller_id, email: listing.email }, words }], now);
    return { outcome: 'decided' };
  });
}

/** Releases a picture: the sweep then deletes it unless a listing shows it. */
async function release(tx: Db, { id, image_id }: Pick<PossessionPhotosTable, 'id' | 'image_id'>, now: number): Promise<void> {
  await markReleased(tx, id, now);
  if (image_id !== null) await markImageUnused(tx, image_id);
}

/** Releases photos whose listing was removed before this time; returns how many there were. */
export function releaseRemovedPhotos(db: Db, before: number, { now, limit }: { now: number; limit: number }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await findUnreleased(tx, before, limit);
    for (const row of rows) await release(tx, row, now);
    return rows.length;
  });
}
