import type { RemovalReason } from '#contract/removals.ts';
import { noteListing, noteSeller } from '../../db/changes.ts';
import { isInRegister, lockKnownPhones } from '../../db/phones.ts';
import { assessLater } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { type Deed, writeAudit } from '../audit/index.ts';
import { lockPhoneOf, requireFree } from '../imei/index.ts';
import { findRemovedOf, type GoneFor, markRemoved, markRemovedOf, markRestored, markRestoredOf, type RemovalReach } from '../listings/index.ts';
import { notify, type Words } from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';
import { noteRemoved, noteRestored } from '../passports/index.ts';
import { endUnpaidOrders } from '../payments/index.ts';
import { closeReports, closeReportsOfGone } from '../reports/index.ts';
import {
  ownListingListedAgain,
  ownListingOfAnothersPhotos,
  ownListingRemoved,
  ownListingRemovedFor,
  ownListingRestored,
  ownListingReview,
} from './messages.ts';
import { findListingSeller, findUnfinished } from './queries.ts';

/** `decisionId`: the decision behind the removal, whose `explanation` the seller is given. */
export type Removal = { reason: RemovalReason; by: Actor; now: number; decisionId?: string; explanation?: string };

/** The reason given when a seller's listings are removed together with the seller. */
export const WITH_SELLER = 'seller_removed' satisfies RemovalReason & GoneFor;

/** Reasons that the seller gave. */
const SELLERS_OWN: ReadonlySet<RemovalReason> = new Set<RemovalReason>(['by_seller', 'sold_elsewhere']);

/** Reasons that stand in the phone's passport. That it was reported lost is an entry of its own. */
const IN_PASSPORT: ReadonlySet<string | null> = new Set<RemovalReason>(['by_admin', 'reported', 'seen_photos']);

type ToMessage = (listing: { model_name: string }) => Words;

const MESSAGES: Partial<Record<RemovalReason, ToMessage>> = {
  reported_lost: ownListingReview,
  seen_photos: ownListingOfAnothersPhotos,
  listed_again: ownListingListedAgain,
};

/** Removes a listing in its own transaction; returns whether it changed. */
export function removeListing(db: Db, id: string, removal: Removal): Promise<boolean> {
  return db.transaction().execute((tx) => takeOff(tx, id, removal));
}

/** Removes a listing within a transaction: closes its reports and unpaid orders and notifies its seller. Returns whether it changed. */
export async function takeOff(tx: Db, id: string, removal: Removal, reach?: RemovalReach): Promise<boolean> {
  const { reason, now } = removal;
  if (!(await markRemoved(tx, id, { reason, now }, reach))) return false;
  await writeAudit(tx, toRemovalDeed(id, removal, { wasRemoved: reach?.goneFor === WITH_SELLER }));
  await closeAround(tx, id, removal);
  await noteListing(tx, id, now);
  if (!SELLERS_OWN.has(reason)) await notifySeller(tx, id, toMessage(removal), now);
  if (IN_PASSPORT.has(reason)) await noteRemoved(tx, id, now);
  return true;
}

function toRemovalDeed(id: string, { reason, by, now, explanation }: Removal, { wasRemoved = false } = {}): Deed {
  return {
    act: 'listing_removed',
    subject: { kind: 'listing', id },
    before: { removed: wasRemoved },
    after: { removed: true, why: reason, ...(explanation !== undefined && { reason: explanation }) },
    by,
    now,
  };
}

async function closeAround(
  tx: Db,
  id: string,
  { reason, by, now, decisionId }: Pick<Removal, 'by' | 'now' | 'decisionId'> & { reason?: RemovalReason },
): Promise<void> {
  await endUnpaidOrders(tx, id, { reason: reason === 'sold_elsewhere' ? reason : 'listing_removed', by, now });
  // The decision itself notifies them.
  if (decisionId !== undefined) await closeReports(tx, id, { decisionId, now });
  else await closeReportsOfGone(tx, { id, ...(await findListingSeller(tx, id)) }, now);
}

async function notifySeller(tx: Db, listingId: string, toWords: ToMessage, now: number): Promise<void> {
  const { seller_id, email, model_name } = await findListingSeller(tx, listingId);
  await notify(tx, [{ recipient: { userId: seller_id, email }, words: toWords({ model_name }) }], now);
}

function toMessage({ reason, explanation }: Removal): ToMessage {
  if (explanation !== undefined) return (listing) => ownListingRemovedFor(listing, explanation);
  return MESSAGES[reason] ?? ownListingRemoved;
}

/** Removes what a removed seller has on sale or paused. Sold listings stay for their buyers. */
export async function removeListingsOf(tx: Db, sellerId: string, { by, now }: Pick<Removal, 'by' | 'now'>): Promise<void> {
  const removed = new Set(await markRemovedOf(tx, sellerId, { reason: WITH_SELLER, now }));
  await writeAudit(
    tx,
    [...removed].map((id) => toRemovalDeed(id, { reason: WITH_SELLER, by, now })),
  );
  for (const id of await findUnfinished(tx, sellerId)) {
    // Listings that are hidden stay so, but lose their unpaid orders.
    if (removed.has(id)) await closeAround(tx, id, { by, now });
    else await endUnpaidOrders(tx, id, { reason: 'listing_removed', by, now });
  }
  await noteSeller(tx, sellerId, now);
}

/**
 * Restores a seller's listings that are gone for this reason, paused if they were. Those of phones that were listed again or reported lost since are
 * removed like any other. `removed`: how many these are.
 */
export async function restoreListingsOf(
  tx: Db,
  sellerId: string,
  { reason, by, now }: Pick<Removal, 'by' | 'now'> & { reason: GoneFor },
): Promise<{ restored: string[]; removed: number }> {
  const gone = await findRemovedOf(tx, sellerId, [reason]);
  await lockKnownPhones(
    tx,
    gone.flatMap(({ imei_hash }) => imei_hash ?? []),
  );
  const restored = await markRestoredOf(tx, sellerId, reason);
  const staying = gone.filter(({ id }) => !restored.includes(id));
  for (const { id, imei_hash } of staying) {
    const isLost = imei_hash !== null && (await isInRegister(tx, imei_hash));
    await takeOff(tx, id, { reason: isLost ? 'reported_lost' : 'listed_again', by, now }, { goneFor: reason });
  }
  await assessLater(tx, restored, now);
  await noteSeller(tx, sellerId, now);
  return { restored, removed: staying.length };
}

/** Restores a listing within a transaction, paused if it was; returns whether it changed. Throws 409 when a phone to sell has been listed again or reported lost. */
export async function putBack(tx: Db, id: string, { reason, now }: { reason?: string; now: number }): Promise<boolean> {
  const state = await lockPhoneOf(tx, id);
  const { sold_at, paused_at, removed_reason } = await findListingSeller(tx, id);
  if (sold_at === null && paused_at === null) requireFree(state);
  if (!(await markRestored(tx, id))) return false;
  await noteListing(tx, id, now);
  // Without the reports that its removal closed.
  await assessLater(tx, id, now);
  await writeAudit(tx, toRestoreDeed(id, now, reason));
  if (IN_PASSPORT.has(removed_reason)) await noteRestored(tx, id, now);
  await notifySeller(tx, id, (listing) => ownListingRestored({ ...listing, sold_at, paused_at }), now);
  return true;
}

export function toRestoreDeed(id: string, now: number, reason?: string): Deed {
  return {
    act: 'listing_restored',
    subject: { kind: 'listing', id },
    before: { removed: true },
    after: { removed: false, ...(reason !== undefined && { reason }) },
    now,
  };
}
