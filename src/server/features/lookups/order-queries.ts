import type { OrderDetails } from '#contract/lookups.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import type { Db } from '../../db/tables.ts';
import { renderStored } from '../../messages/reference-queries.ts';
import { toListingState } from '../decisions/index.ts';
import { readHandoverRecord } from '../handover/index.ts';
import { chargeOf, discountOf, type FullOrderRow, findHistoryWithIds, fulfillmentOf } from '../orders/index.ts';
import { findDisputesOf } from '../payments/index.ts';
import { readOrderTest } from '../phone-tests/index.ts';
import { findPaymentsOf } from './find-queries.ts';

const MOST_NOTIFICATIONS = 100;

/** Everything about one order. */
export async function readOrderDetails(db: Db, order: FullOrderRow): Promise<OrderDetails> {
  const [listing, handover, phoneTest, history, payments, ledger, disputes, notifications, problem] = await Promise.all([
    db.selectFrom('listings').select(['image', 'sold_at', 'removed_at', 'removed_reason']).where('id', '=', order.listing_id).executeTakeFirstOrThrow(),
    readHandoverRecord(db, order.id),
    readOrderTest(db, order),
    readHistory(db, order.id),
    findPaymentsOf(db, [order.id]),
    db.selectFrom('ledger').selectAll().where('order_id', '=', order.id).orderBy('at').orderBy('id').execute(),
    findDisputesOf(db, order.id),
    readNotifications(db, order),
    db.selectFrom('problems').select('id').where('order_id', '=', order.id).limit(1).executeTakeFirst(),
  ]);
  return {
    _id: order.id,
    ProductName: order.product_name,
    buyer: { _id: order.buyer_id, name: order.buyer_name },
    seller: { _id: order.seller_id, name: order.seller_name },
    price: toDollars(chargeOf(order)),
    state: order.state,
    at: toIso(order.created_at),
    listing: { _id: order.listing_id, image: listing.image, state: toListingState(listing) },
    phone: order.phone,
    email: order.email,
    meeting_location: order.meeting_location,
    listPrice: toDollars(order.price_cents),
    discount: toDollars(discountOf(order)),
    paidAt: toIso(order.paid_at),
    paidOutAt: toIso(order.paid_out_at),
    fulfillment: fulfillmentOf(order),
    handover,
    phoneTest,
    hasProblem: problem !== undefined,
    history,
    payments,
    ledger: ledger.map((line) => ({ _id: line.id, kind: line.kind, reference: line.reference, amount: toDollars(line.amount_cents), at: toIso(line.at) })),
    disputes,
    notifications,
  };
}

async function readHistory(db: Db, orderId: string): Promise<OrderDetails['history']> {
  const entries = await findHistoryWithIds(db, orderId);
  const ids = [...new Set(entries.flatMap(({ byId }) => byId ?? []))];
  const people = ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const links = new Map(people.map(({ id, name }) => [id, { _id: id, name }]));
  return entries.map(({ byId, ...entry }) => ({ ...entry, person: links.get(byId ?? '') ?? null }));
}

/** What its buyer and seller were told about it. */
async function readNotifications(db: Db, order: FullOrderRow): Promise<OrderDetails['notifications']> {
  const found = await Promise.all([order.buyer_id, order.seller_id].map((id) => findNotifications(db, id, order.id)));
  const rows = await renderStored(
    db,
    found.flat().toSorted((a, b) => a.created_at - b.created_at),
    'admin',
  );
  return rows.map((row) => ({
    _id: row.id,
    to: row.user_id === order.buyer_id ? { _id: order.buyer_id, name: order.buyer_name } : { _id: order.seller_id, name: order.seller_name },
    subject: row.subject,
    at: toIso(row.created_at),
    readAt: toIso(row.read_at),
  }));
}

function findNotifications(db: Db, userId: string, orderId: string) {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('path', 'like', `%${orderId}%`), eb('filled_with', 'like', `%${orderId}%`)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_NOTIFICATIONS)
    .execute();
}
