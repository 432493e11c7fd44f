import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/tables.ts';
import { buyerOf, tell, yourTurn } from '../notices/index.ts';
import { isForSale, lockListing, OPEN, releaseOrders, SHOP } from '../orders/index.ts';

/** When it is, and until when a hold that begins now lasts; epoch ms. */
export type HoldTime = { now: number; until: number };

/** Whom a phone is held for (an order's id), and until when. */
export type Hold = { orderId: string; until: number };

type Waiting = { id: string; buyer_id: string; email: string; product_name: string; price_cents: number };

const MINUTE_MS = 60_000;

const findFirstWaiting = (tx: Db, listingId: string): Promise<Waiting | undefined> =>
  tx
    .selectFrom('hold_waits')
    .innerJoin('orders', 'orders.id', 'hold_waits.order_id')
    .select(['orders.id', 'orders.buyer_id', 'orders.email', 'orders.product_name', 'orders.price_cents'])
    .where('hold_waits.listing_id', '=', listingId)
    .where('orders.state', 'in', [...OPEN])
    .orderBy('hold_waits.created_at')
    .orderBy('hold_waits.ticket')
    .limit(1)
    .executeTakeFirst();

const give = async (tx: Db, listingId: string, { orderId, until }: Hold): Promise<Hold> => {
  await tx.updateTable('listings').set({ held_by: orderId, held_until: until }).where('id', '=', listingId).execute();
  await tx.deleteFrom('hold_waits').where('order_id', '=', orderId).execute();
  return { orderId, until };
};

/** Gives a free hold to the next in the queue, who is told, or else to whoever asks. */
const passOn = async (tx: Db, listingId: string, { now, until }: HoldTime, asker: string | null): Promise<Hold | null> => {
  const next = await findFirstWaiting(tx, listingId);
  if (next && next.id !== asker) {
    const words = yourTurn(next, Math.ceil((until - now) / MINUTE_MS));
    await tell(tx, [{ reader: buyerOf(next), words }], now);
  }
  const orderId = next?.id ?? asker;
  return orderId === null ? null : give(tx, listingId, { orderId, until });
};

/**
 * Whom a listing is held for at `now`. A hold whose time is over falls to the next in the queue, else to `asker`; payments
 * that others began end with it. Null when it is held for nobody, sold or gone. Time decides, not a timer: whoever looks first
 * after the end sees the new holder.
 */
const bringUpToDate = async (tx: Db, listingId: string, time: HoldTime, asker: string | null): Promise<Hold | null> => {
  const listing = await lockListing(tx, listingId);
  if (!isForSale(listing)) return null;
  const { held_by, held_until } = listing;
  const isHeld = held_by !== null && held_until !== null && held_until > time.now;
  const hold = isHeld ? { orderId: held_by, until: held_until } : await passOn(tx, listingId, time, asker);
  await releaseOrders(tx, { listingId, ...(hold && { exceptId: hold.orderId }) }, SHOP, time.now);
  return hold;
};

/** Holds a listing for an order; until when (epoch ms), or null when it is sold, gone or held for another. Holding again within the hold doesn't make it longer. */
export const holdListing = (db: Db, { listingId, orderId }: { listingId: string; orderId: string }, time: HoldTime): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const hold = await bringUpToDate(tx, listingId, time, orderId);
    return hold?.orderId === orderId ? hold.until : null;
  });

/** Ends a hold whose time is over, and passes it to the next in the queue. */
export const passHold = (db: Db, listingId: string, time: HoldTime): Promise<Hold | null> =>
  db.transaction().execute((tx) => bringUpToDate(tx, listingId, time, null));

/** Gives up an order's hold of a listing, and passes it to the next in the queue; nothing happens when another holds it. */
export const releaseHold = (db: Db, { listingId, orderId }: { listingId: string; orderId: string }, time: HoldTime): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.updateTable('listings').set({ held_by: null, held_until: null }).where('id', '=', listingId).where('held_by', '=', orderId).execute();
    await bringUpToDate(tx, listingId, time, null);
  });

/** Listings whose hold is over while somebody began to pay, or waits. */
export const findLapsedHolds = async (db: Db, now: number): Promise<string[]> => {
  const lapsed = db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .select('listings.id')
    .where('orders.state', '=', 'paying')
    .where((eb) => eb.or([eb('listings.held_by', 'is', null), eb('listings.held_by', '!=', eb.ref('orders.id')), eb('listings.held_until', '<=', now)]));
  const waited = db
    .selectFrom('hold_waits')
    .innerJoin('listings', 'listings.id', 'hold_waits.listing_id')
    .innerJoin('orders', 'orders.id', 'hold_waits.order_id')
    .select('listings.id')
    .where('orders.state', 'in', [...OPEN])
    // What is set aside can be held for nobody.
    .where('listings.removed_at', 'is', null)
    .where((eb) => eb.or([eb('listings.held_by', 'is', null), eb('listings.held_until', '<=', now)]));
  const rows = await lapsed.union(waited).execute();
  return rows.map(({ id }) => id);
};

/** Puts an order into its listing's queue; whose the hold is then, or null when one of them is closed. When nobody pays any more, the hold falls to the first in the queue at once. */
export const joinQueue = (db: Db, { listingId, orderId }: { listingId: string; orderId: string }, time: HoldTime): Promise<Hold | null> =>
  db.transaction().execute(async (tx) => {
    const listing = await lockListing(tx, listingId);
    const open = await tx
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('state', 'in', [...OPEN])
      .executeTakeFirst();
    if (!isForSale(listing) || !open) return null;
    const isHolder = listing.held_by === orderId && (listing.held_until ?? 0) > time.now;
    if (!isHolder) {
      await tx
        .insertInto('hold_waits')
        .values({ order_id: orderId, listing_id: listingId, created_at: time.now, ticket: uuid() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return bringUpToDate(tx, listingId, time, null);
  });

export const leaveQueue = async (db: Db, orderId: string): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('hold_waits').where('order_id', '=', orderId).executeTakeFirst();
  return Number(numDeletedRows);
};

/** Why a listing can't be held: its present state. */
export const findSaleState = (db: Db, listingId: string) =>
  db.selectFrom('listings').select(['sold_at', 'removed_at', 'removed_reason', 'held_by', 'held_until']).where('id', '=', listingId).executeTakeFirst();
