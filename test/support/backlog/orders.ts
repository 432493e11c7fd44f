import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { days, hours } from '#contract/shared/durations.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Ground } from './ground.ts';
import { insertAll } from './insert-all.ts';

const PRICE_CENTS = 28_900;

type Order = Insertable<Tables['orders']>;

/** Orders in each state that a deadline ends, and offers that nobody answered. */
export async function plantOrders(ground: Ground): Promise<void> {
  await plantSales(ground);
  await plantReversals(ground);
  await plantReservations(ground);
  await plantOffers(ground);
}

/** Inserts an order for a listing of each buyer. */
async function book({ db, now, sellerId, buyers, listings }: Ground, changes: Partial<Order>): Promise<Order[]> {
  const ids = await listings();
  const orders = buyers.map((buyer, at) => ({
    ...{ id: uuid(), listing_id: ids[at] ?? '', buyer_id: buyer.id, buyer_name: buyer.name, email: buyer.email, phone: '+351 911 111 111' },
    ...{ meeting_location: 'Station hall', product_name: 'Galaxy S21', image: '/images/front', price_cents: PRICE_CENTS, created_at: now - days(9) },
    ...{
      paid_at: null,
      closed_at: null,
      closed_reason: null,
      intent_id: null,
      intent_attempt: 0,
      state: 'booked' as const,
      seller_id: sellerId,
      paid_out_at: null,
    },
    ...changes,
    ...(changes.intent_id !== undefined && { intent_id: `pi_${uuid()}` }),
  }));
  await insertAll(db, 'orders', orders);
  return orders;
}

/** Phones whose inspection is over, and phones whose meeting is near. */
async function plantSales(ground: Ground): Promise<void> {
  const { db, now } = ground;
  const paid = { state: 'paid' as const, paid_at: now - days(8), intent_id: '' };
  const handedOver = await book(ground, paid);
  await insertPayments(ground, handedOver, 'kept');
  await insertAll(
    db,
    'fulfillments',
    handedOver.map(({ id }) => ({ order_id: id, state: 'handed_over' as const, due_at: now, handed_over_at: now - days(2) })),
  );
  await insertReviews(ground, handedOver);
  const arranged = await book(ground, paid);
  await insertPayments(ground, arranged, 'kept');
  const at = now + hours(1);
  await insertAll(
    db,
    'fulfillments',
    arranged.map(({ id }) => ({ order_id: id, state: 'arranged' as const, due_at: now + days(9), meet_at: at, meet_place: 'Station hall' })),
  );
  await insertAll(
    db,
    'meetings',
    arranged.map(({ id }) => ({ order_id: id, at, changes: 1, remind_at: now })),
  );
  await insertAll(
    db,
    'meeting_proposals',
    arranged.map(({ id, buyer_id }) => ({
      ...{ id: uuid(), order_id: id, by_side: 'buyer' as const, by_id: buyer_id, at, place: 'Station hall', state: 'accepted' as const, created_at: now },
    })),
  );
}

/** Reviews that have become visible by themselves. */
async function insertReviews({ db, now }: Ground, orders: Order[]): Promise<void> {
  const none = { answer: null, answered_at: null, reported_at: null, removed_at: null, removed_reason: null };
  await insertAll(
    db,
    'reviews',
    orders.map(({ id, buyer_id, seller_id }) => ({
      ...{ ...none, id: uuid(), order_id: id, side: 'buyer' as const, author_id: buyer_id, subject_id: seller_id ?? '', stars: 5, text: '' },
      ...{ created_at: now - days(14), visible_at: now, notify_at: now },
    })),
  );
}

async function insertPayments({ db, now }: Ground, orders: Order[], state: 'kept' | 'refunded'): Promise<void> {
  const money = { amount_cents: PRICE_CENTS, currency: 'usd' };
  await insertAll(
    db,
    'payments',
    orders.map(({ id, intent_id }) => ({
      ...{ ...money, id: uuid(), order_id: id, intent_id: intent_id ?? '', state, refund_attempt: 0, created_at: now - days(8) },
      ...(state === 'kept' ? { refund_id: null, refunded_at: null } : { refund_id: `re_${uuid()}`, refunded_at: now, refunded_cents: PRICE_CENTS }),
    })),
  );
  await insertAll(
    db,
    'ledger',
    orders.map(({ id, intent_id }) => ({
      ...{ ...money, id: uuid(), kind: 'charge' as const, provider: 'practice' as const, order_id: id },
      ...{ intent_id: intent_id ?? '', reference: intent_id ?? '', at: now - days(8) },
    })),
  );
}

/** Sales that were undone after their seller was paid by hand. */
async function plantReversals(ground: Ground): Promise<void> {
  const { db, now, sellerId } = ground;
  const undone = await book(ground, {
    state: 'refunded',
    paid_at: now - days(8),
    paid_out_at: now - days(2),
    closed_at: now,
    closed_reason: 'seller',
    intent_id: '',
  });
  await insertPayments(ground, undone, 'refunded');
  await insertAll(
    db,
    'payouts',
    undone.map(({ id }) => ({
      ...{ order_id: id, seller_id: sellerId, state: 'noted' as const, waits_for: null, provider: 'by-hand' as const, account_id: null, transfer_id: null },
      ...{ gross_cents: PRICE_CENTS, net_cents: PRICE_CENTS, due_at: now - days(2), try_at: now - days(2), asked_at: null, paid_at: now - days(2) },
    })),
  );
}

/** Reservations that are over or were deleted long ago, and agreed prices that are over. */
async function plantReservations(ground: Ground): Promise<void> {
  const { db, now } = ground;
  await book(ground, { agreed_until: now - hours(1) });
  const paying = await book(ground, { state: 'paying', intent_id: '' });
  for (const { id, listing_id } of paying)
    await db
      .updateTable('listings')
      .set({ reserved_by: id, reserved_until: now - 1 })
      .where('id', '=', listing_id)
      .execute();
  const reservation = { slot: 1, network: null, network_slot: null, excused_at: null };
  const ofOrder = ({ id, listing_id, buyer_id }: Order) => ({ ...reservation, id: uuid(), order_id: id, listing_id, buyer_id });
  const old = now - days(300);
  await insertAll(db, 'reservations', [
    ...paying.map((order) => ({ ...ofOrder(order), asked_at: now - hours(1), began_at: now - hours(1), until: now - 1, ended_at: null, outcome: null })),
    ...paying.map((order) => ({ ...ofOrder(order), asked_at: old, began_at: old, until: old, ended_at: old, outcome: 'lapsed' as const })),
  ]);
}

async function plantOffers({ db, now, sellerId, buyers, listings }: Ground): Promise<void> {
  const ids = await listings();
  await insertAll(
    db,
    'offers',
    buyers.map(({ id: buyer_id }, at) => ({
      ...{ id: uuid(), listing_id: ids[at] ?? '', buyer_id, seller_id: sellerId, by_side: 'buyer' as const, price_cents: 20_000, state: 'open' as const },
      ...{ below_lowest: 0, buyer_verified: 1, phone: '+351 911 111 111', meeting_location: 'Station hall', created_at: now - days(3), expires_at: now - 1 },
      order_id: null,
    })),
  );
}
