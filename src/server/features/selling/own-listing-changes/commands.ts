import type { OwnListingAct } from '#contract/selling/own-listing-changes.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import { toCents } from '#contract/shared/money.ts';
import { repriced } from '#contract/shared/repriced.ts';
import { noteListing } from '../../../db/changes.ts';
import { assessLater } from '../../../db/risks.ts';
import type { Db } from '../../../db/tables.ts';
import { lockCaller } from '../../accounts/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { lockPhoneOf, requireFree } from '../../imei/index.ts';
import { findOwnListing, markPaused, markResumed, type OwnListingRow, requireOwnListing, requireTransition } from '../../listings/index.ts';
import { takeOff } from '../../removals/index.ts';
import { editListingWithin } from '../editing/commands.ts';
import { requireNobodyPays } from '../editing/rules.ts';
import { requireNotSuspended } from '../rules.ts';
import { refuseAsChanged, requirePayable, requirePrice } from './rules.ts';

/** `price`: what the seller read that it costs, in dollars, when its price changes by `percent` or back to `to`. */
export type OwnChange = { act: OwnListingAct; sellerId: string; percent?: number; price?: number; to?: number; now: number };

/** Changes one of a seller's listings in its own transaction; returns whether there was anything to change. Throws 403, 404, 409, 422 or 429. */
export function changeOwnListing({ db, images }: { db: Db; images: PicturePlace }, id: string, change: OwnChange): Promise<boolean> {
  return db.transaction().execute((tx) => changeWithin(tx, images, id, change));
}

async function changeWithin(tx: Db, images: PicturePlace, id: string, { act, sellerId, percent = 0, price, to, now }: OwnChange): Promise<boolean> {
  const seller = await lockCaller(tx, sellerId);
  const row = await findOwnListing(tx, id, sellerId);
  requireOwnListing(row, sellerId);
  if (act === 'price') return reprice(tx, images, row, { cents: to === undefined ? repriced(row.price_cents, percent) : toCents(to), price, now });
  // Before its state: suspended sellers' listings are hidden, and this says why.
  if (act === 'resume') requireNotSuspended(seller);
  if (!requireTransition(act, row)) return false;
  if (act === 'resume') return resume(tx, row, now);
  if (act === 'delete') return takeOff(tx, id, { reason: 'by_seller', by: { role: 'seller', id: sellerId }, now });
  requireNobodyPays(row, now);
  return act === 'pause' ? pause(tx, row, now) : sellElsewhere(tx, row, now);
}

async function reprice(
  tx: Db,
  images: PicturePlace,
  row: OwnListingRow,
  { cents, price, now }: { cents: number; price: number | undefined; now: number },
): Promise<boolean> {
  requirePrice(row.price_cents, price);
  requirePayable(cents);
  const edit = { revision: row.revision, resale_price: cents };
  const edited = await editListingWithin(tx, images, { id: row.id, sellerId: row.seller_id, edit, now });
  if (edited.outcome === 'stale') throw refuseAsChanged();
  return edited.outcome === 'edited';
}

/** Unpaid bookings stay, and can be paid once it is on sale again. */
async function pause(tx: Db, row: OwnListingRow, now: number): Promise<boolean> {
  if (!(await markPaused(tx, row.id, now))) throw refuseAsChanged();
  await record(tx, row, { act: 'listing_paused', now });
  return true;
}

async function resume(tx: Db, row: OwnListingRow, now: number): Promise<boolean> {
  requireFree(await lockPhoneOf(tx, row.id));
  if (!(await markResumed(tx, row.id))) throw refuseAsChanged();
  await assessLater(tx, row.id, now);
  await record(tx, row, { act: 'listing_resumed', now });
  return true;
}

async function record(tx: Db, { id, seller_id }: OwnListingRow, { act, now }: { act: 'listing_paused' | 'listing_resumed'; now: number }): Promise<void> {
  const isPaused = act === 'listing_paused';
  await noteListing(tx, id, now);
  const deed = { before: { paused: !isPaused }, after: { paused: isPaused }, by: { role: 'seller' as const, id: seller_id }, now };
  await writeAudit(tx, { act, subject: { kind: 'listing', id }, ...deed });
}

async function sellElsewhere(tx: Db, { id, seller_id }: OwnListingRow, now: number): Promise<boolean> {
  const isRemoved = await takeOff(tx, id, { reason: 'sold_elsewhere', by: { role: 'seller', id: seller_id }, now }, { unreservedAt: now });
  if (!isRemoved) throw refuseAsChanged();
  return true;
}
