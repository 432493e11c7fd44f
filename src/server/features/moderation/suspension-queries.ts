import { noteListing, noteSeller } from '../../db/changes.ts';
import { lockKnownPhones } from '../../db/phones.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError } from '../../errors.ts';
import { type Deed, writeAudit } from '../audit/index.ts';
import { lockPhoneOf, requireFree } from '../imei/index.ts';
import { type Actor, releaseOrders } from '../orders/index.ts';
import { endUnpaidOrders } from '../payments/index.ts';
import { bringBack } from './restore-queries.ts';

type Acting = { by: Actor; reason: string; now: number };

const deed = (act: 'listing_held' | 'listing_released', id: string, { by, reason, now }: Acting, why: string): Deed => ({
  act,
  subject: { kind: 'listing', id },
  before: { public: act !== 'listing_released' },
  after: { public: act === 'listing_released', why, reason },
  by,
  now,
});

/** Takes a listing off the site while an admin looks at it; how many changed. Bookings stay, and can't be paid meanwhile; what is being paid is given up. */
export const putUnderReview = async (tx: Db, id: string, acting: Acting): Promise<number> => {
  const { by, now } = acting;
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ removed_at: now, removed_reason: 'on_hold', reserved_by: null, reserved_until: null })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('sold_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 0;
  await releaseOrders(tx, { listingId: id }, by, now);
  await noteListing(tx, id, now);
  await writeAudit(tx, deed('listing_held', id, acting, 'on_hold'));
  return 1;
};

/** The seller's row, for this transaction alone: before phones and listings, as everywhere. */
export const lockSeller = (tx: Db, id: string) =>
  tx
    .updateTable('users')
    .set((eb) => ({ suspended_at: eb.ref('suspended_at') }))
    .where('id', '=', id)
    .returning(['id', 'email', 'role', 'removed_at', 'suspended_at'])
    .executeTakeFirstOrThrow();

/** Puts a listing that is on hold back where it was; how many changed. Throws 409 when its phone has another listing or is reported lost by now, or its seller is gone. */
export const releaseFromReview = async (tx: Db, listing: { id: string; seller_id: string }, acting: Acting): Promise<number> => {
  const seller = await lockSeller(tx, listing.seller_id);
  if (seller.removed_at !== null) throw new ConflictError('conflict', 'Its seller was removed. Bring the seller back first.');
  requireFree(await lockPhoneOf(tx, listing.id));
  // A suspended seller's listing comes back with its seller.
  const state = seller.suspended_at === null ? { removed_at: null, removed_reason: null } : { removed_reason: 'suspended' };
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set(state)
    .where('id', '=', listing.id)
    .where('removed_reason', '=', 'on_hold')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 0;
  await noteListing(tx, listing.id, acting.now);
  await writeAudit(tx, deed('listing_released', listing.id, acting, 'on_hold'));
  return 1;
};

const findSuspended = async (tx: Db, sellerId: string, reasons: string[]): Promise<{ id: string; imei_hash: string | null }[]> =>
  tx.selectFrom('listings').select(['id', 'imei_hash']).where('seller_id', '=', sellerId).where('removed_reason', 'in', reasons).execute();

/** Which of a seller's listings somebody is paying for: few, however many they have. */
const findBeingPaid = async (tx: Db, sellerId: string): Promise<string[]> => {
  const rows = await tx.selectFrom('orders').select('listing_id').distinct().where('state', '=', 'paying').where('seller_id', '=', sellerId).execute();
  return rows.map(({ listing_id }) => listing_id);
};

/** Suspends a seller: what they have on sale leaves the site, and they can list nothing; how many people changed. */
export const suspendSeller = async (tx: Db, sellerId: string, acting: Acting): Promise<number> => {
  const { by, reason, now } = acting;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ suspended_at: now })
    .where('id', '=', sellerId)
    .where('role', '=', 'seller')
    .where('removed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 0;
  const off = await tx
    .updateTable('listings')
    .set({ removed_at: now, removed_reason: 'suspended', reserved_by: null, reserved_until: null })
    .where('seller_id', '=', sellerId)
    .where('removed_at', 'is', null)
    .where('sold_at', 'is', null)
    .returning('id')
    .execute();
  for (const id of await findBeingPaid(tx, sellerId)) await releaseOrders(tx, { listingId: id }, by, now);
  await noteSeller(tx, sellerId, now);
  const user: Deed = {
    act: 'seller_suspended',
    subject: { kind: 'user', id: sellerId },
    before: { suspended: false },
    after: { suspended: true, reason },
    by,
    now,
  };
  await writeAudit(tx, [user, ...off.map(({ id }) => deed('listing_held', id, acting, 'suspended'))]);
  return 1;
};

/** Lifts a suspension: listings come back as they were, but for phones that have another listing by now or are reported lost, which stay removed. How many people changed. */
export const liftSuspension = async (tx: Db, sellerId: string, acting: Acting): Promise<number> => {
  const { by, reason, now } = acting;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ suspended_at: null })
    .where('id', '=', sellerId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 0;
  const aside = await findSuspended(tx, sellerId, ['suspended']);
  await lockKnownPhones(
    tx,
    aside.flatMap(({ imei_hash }) => imei_hash ?? []),
  );
  const back = await bringBack(tx, sellerId, 'suspended');
  const staying = aside.filter(({ id }) => !back.some((one) => one.id === id));
  for (const { id } of staying) await endUnpaidOrders(tx, id, { reason: 'listing_removed', by, now });
  if (staying.length > 0)
    await tx
      .updateTable('listings')
      .set({ removed_reason: 'by_admin', removed_at: now })
      .where('seller_id', '=', sellerId)
      .where('removed_reason', '=', 'suspended')
      .execute();
  await noteSeller(tx, sellerId, now);
  const user: Deed = {
    act: 'suspension_lifted',
    subject: { kind: 'user', id: sellerId },
    before: { suspended: true },
    after: { suspended: false, reason },
    by,
    now,
  };
  await writeAudit(tx, [user, ...back.map(({ id }) => deed('listing_released', id, acting, 'suspended'))]);
  return 1;
};

/** Ends the unpaid orders of what was set aside of a seller who is removed; it stays set aside. */
export const endOrdersOfSuspended = async (tx: Db, sellerId: string, { by, now }: Pick<Acting, 'by' | 'now'>): Promise<void> => {
  for (const { id } of await findSuspended(tx, sellerId, ['on_hold', 'suspended'])) await endUnpaidOrders(tx, id, { reason: 'listing_removed', by, now });
};
