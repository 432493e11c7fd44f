import type { DisputeState } from '#contract/payments/disputes.ts';
import type { Receipt, Sale, SalesSummary } from '#contract/payments/payments.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { outcomeOf } from './dispute-rules.ts';
import { toCard } from './queries.ts';

/** The receipt of a buyer's own order; undefined when it wasn't paid or belongs to another. */
export async function findReceipt(db: Db, buyerId: string, orderId: string): Promise<Receipt | undefined> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
    .select((eb) => [
      'payments.intent_id',
      'payments.amount_cents',
      'payments.currency',
      'payments.state',
      'payments.created_at',
      'payments.refunded_at',
      'payments.card_brand',
      'payments.card_last4',
      'orders.price_cents',
      'orders.product_name',
      'orders.buyer_name',
      'orders.email',
      'orders.phone',
      'orders.meeting_location',
      'listings.storage',
      'listings.color',
      'listings.imei_last4',
      'sellers.name as seller_name',
      eb
        .selectFrom('order_history')
        .select('note')
        .whereRef('order_history.order_id', '=', 'orders.id')
        .where('order_history.why', '=', 'refunded_by_admin')
        .orderBy('step', 'desc')
        .limit(1)
        .as('refund_note'),
    ])
    .where('orders.id', '=', orderId)
    .where('orders.buyer_id', '=', buyerId)
    // The payment that bought the phone, otherwise the latest that came too late.
    .orderBy((eb) => eb.case().when('payments.intent_id', '=', eb.ref('orders.intent_id')).then(0).else(1).end())
    .orderBy('payments.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      orderId,
      transactionId: row.intent_id,
      ProductName: row.product_name,
      storage: row.storage,
      color: row.color,
      imeiLast4: row.imei_last4,
      listPrice: toDollars(row.price_cents),
      discount: toDollars(Math.max(0, row.price_cents - row.amount_cents)),
      amount: toDollars(row.amount_cents),
      currency: row.currency,
      card: toCard(row),
      buyerName: row.buyer_name,
      email: row.email,
      phone: row.phone,
      sellerName: row.seller_name,
      meeting_location: row.meeting_location,
      paidAt: toIso(row.created_at),
      state: row.state,
      refundedAt: toIso(row.refunded_at),
      refundNote: row.refund_note,
    }
  );
}

/** A seller's sales, by when they were paid. */
export async function findSales(db: Db, sellerId: string, { direction, ...page }: ListPage): Promise<PageOf<Sale>> {
  const query = db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .select((eb) => [
      'orders.id',
      'orders.listing_id',
      'orders.product_name',
      'orders.image',
      'listings.storage',
      'listings.color',
      'orders.price_cents',
      'orders.buyer_name',
      'orders.phone',
      'orders.meeting_location',
      'orders.state',
      'orders.paid_out_at',
      eb.ref('orders.paid_at').$notNull().as('paid_at'),
      eb
        .selectFrom('disputes')
        .select('disputes.status')
        .whereRef('disputes.order_id', '=', 'orders.id')
        .orderBy('opened_at', 'desc')
        .limit(1)
        .as('dispute_state'),
    ])
    .where('orders.seller_id', '=', sellerId)
    .where('orders.paid_at', 'is not', null);
  return searchPage(
    query,
    { key: 'orders.paid_at', id: 'orders.id', direction },
    {
      ...page,
      columns: ['orders.product_name', 'orders.buyer_name', 'orders.meeting_location'],
      cursorOf: (row) => ({ key: row.paid_at, id: row.id }),
      toItem: (row) => ({
        orderId: row.id,
        productId: row.listing_id,
        ProductName: row.product_name,
        image: row.image,
        storage: row.storage,
        color: row.color,
        amount: toDollars(row.price_cents),
        buyerName: row.buyer_name,
        phone: row.phone,
        meeting_location: row.meeting_location,
        state: row.state,
        soldAt: toIso(row.paid_at),
        paidOutAt: toIso(row.paid_out_at),
        dispute: row.dispute_state === null ? null : outcomeOf(row.dispute_state as DisputeState),
      }),
    },
  );
}

/** A seller's sales in total. */
export async function sumSales(db: Db, sellerId: string): Promise<SalesSummary> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll<number>().as('sales'),
      eb.fn.coalesce(eb.fn.sum<number>('price_cents').filterWhere('state', '=', 'paid'), eb.lit(0)).as('sold'),
      eb.fn.coalesce(eb.fn.sum<number>('price_cents').filterWhere('state', '!=', 'paid'), eb.lit(0)).as('refunded'),
      eb.fn.coalesce(eb.fn.sum<number>('price_cents').filterWhere('paid_out_at', 'is not', null), eb.lit(0)).as('paid_out'),
    ])
    .where('seller_id', '=', sellerId)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const back = await sumGoneBack(db, sellerId);
  return {
    sales: row.sales,
    sold: toDollars(row.sold),
    refunded: toDollars(row.refunded + back.refunded),
    disputed: toDollars(back.disputed),
    paidOut: toDollars(row.paid_out),
    due: toDollars(row.sold - back.refunded - back.disputed - row.paid_out),
  };
}

/** What was returned of sales that stand: partial refunds, and what banks have taken. */
async function sumGoneBack(db: Db, sellerId: string): Promise<{ refunded: number; disputed: number }> {
  const { refunded } = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('payments.refunded_cents'), eb.lit(0)).as('refunded'))
    .where('orders.seller_id', '=', sellerId)
    .where('orders.state', '=', 'paid')
    .where('payments.state', '=', 'kept')
    .executeTakeFirstOrThrow();
  const { disputed } = await db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    // Of a phone whose whole payment is gone, nothing is left to pay out: the discount isn't either.
    .select((eb) => {
      const isWhole = eb('disputes.withdrawn_cents', '>=', eb('orders.price_cents', '-', eb.ref('orders.discount_cents')));
      const gone = eb.case().when(isWhole).then(eb.ref('orders.price_cents')).else(eb.ref('disputes.withdrawn_cents')).end();
      return eb.fn.coalesce(eb.fn.sum<number>(gone), eb.lit(0)).as('disputed');
    })
    .where('orders.seller_id', '=', sellerId)
    .where('orders.state', '=', 'paid')
    .executeTakeFirstOrThrow();
  return { refunded, disputed };
}
