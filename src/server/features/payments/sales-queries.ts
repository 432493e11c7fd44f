import { sql } from 'kysely';
import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { Receipt, Sale, SalesSummary } from '#contract/payments/payments.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { agreedBy, confirmedBy, disputeState, findBuyerRecords, outcomeOf, partDueCents, proposedBy, shownOf, shownPlace, toGlance } from '../orders/index.ts';
import { findSalePayouts } from './entitlement-queries.ts';
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
      'payments.refunded_cents',
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
      'sellers.removed_at as seller_removed_at',
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
      refunded: toDollars(row.refunded_cents),
      currency: row.currency,
      card: toCard(row),
      buyerName: row.buyer_name,
      email: row.email,
      phone: row.phone,
      sellerName: row.seller_removed_at === null ? row.seller_name : DELETED_NAME,
      meeting_location: row.meeting_location,
      paidAt: toIso(row.created_at),
      state: row.state,
      refundedAt: toIso(row.refunded_at),
      refundNote: row.refund_note,
    }
  );
}

/** A seller's sales, by when they were paid. */
export async function findSales(db: Db, sellerId: string, { direction, ...asked }: ListPage, now: number): Promise<PageOf<Sale>> {
  const query = db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .innerJoin('users as buyers', 'buyers.id', 'orders.buyer_id')
    .leftJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .select((eb) => [
      'orders.id',
      'orders.listing_id',
      'orders.product_name',
      'orders.image',
      'listings.storage',
      'listings.color',
      'orders.price_cents',
      'orders.fee_cents',
      'orders.buyer_id',
      'buyers.removed_at as buyer_removed_at',
      'orders.buyer_name',
      'orders.phone',
      'orders.meeting_location',
      'orders.state',
      'orders.paid_out_at',
      eb.ref('orders.paid_at').$notNull().as('paid_at'),
      disputeState(eb).as('dispute_state'),
      'fulfillments.state as fulfillment_state',
      'fulfillments.meet_at',
      'fulfillments.meet_place',
      proposedBy(eb).as('proposed_by'),
      agreedBy(eb).as('agreed_by'),
      confirmedBy(eb).as('confirmed_by'),
    ])
    .where('orders.seller_id', '=', sellerId)
    .where('orders.paid_at', 'is not', null);
  const page = await searchPage(
    query,
    { key: 'orders.paid_at', id: 'orders.id', direction },
    {
      ...asked,
      columns: ['orders.product_name', shownOf('buyers', 'orders.buyer_name'), shownOf('buyers', 'orders.meeting_location')],
      toItem: (row) => ({
        orderId: row.id,
        productId: row.listing_id,
        ProductName: row.product_name,
        image: row.image,
        storage: row.storage,
        color: row.color,
        amount: toDollars(row.price_cents),
        fee: toDollars(row.fee_cents),
        buyerId: row.buyer_id,
        gone: row.buyer_removed_at !== null,
        ...(row.buyer_removed_at === null
          ? { buyerName: row.buyer_name, phone: row.state === 'paid' ? row.phone : '', meeting_location: row.meeting_location }
          : { buyerName: DELETED_NAME, phone: '', meeting_location: '' }),
        state: row.state,
        soldAt: toIso(row.paid_at),
        paidOutAt: toIso(row.paid_out_at),
        dispute: outcomeOf(row.dispute_state),
        fulfillment:
          row.fulfillment_state === null
            ? null
            : toGlance({
                ...row,
                fulfillment_state: row.fulfillment_state,
                meet_place: shownPlace({ ...row, seller_removed_at: null }),
              }),
      }),
    },
  );
  const [payouts, records] = await Promise.all([
    findSalePayouts(
      db,
      page.items.map(({ orderId }) => orderId),
    ),
    findBuyerRecords(
      db,
      page.items.map(({ buyerId }) => buyerId),
      now,
    ),
  ]);
  const items = page.items.map(({ buyerId, ...sale }) => ({
    ...sale,
    buyerRecord: records.get(buyerId) ?? { kept: 0, all: 0, rating: null },
    payout: payouts.get(sale.orderId) ?? null,
  }));
  return { ...page, items };
}

/**
 * A seller's sales in total. `refunded` and `disputed` are what buyers got back, or are about to. When all that a buyer paid is gone, so is what the shop had added to it:
 * `gone` is what that leaves the seller without. What a bank has withdrawn after the payout is `undecided`, and not owed, until the bank decides.
 */
export async function sumSales(db: Db, sellerId: string): Promise<SalesSummary> {
  const { rows } = await sql<Record<'sales' | 'sold' | 'undone' | 'refunded' | 'disputed' | 'gone' | 'undecided' | 'fees' | 'paid_out', number>>`
    with sales as (
      select orders.state, orders.price_cents, orders.fee_cents, coalesce(payments.amount_cents, orders.price_cents) as charged,
        coalesce(payments.refunded_cents + coalesce(${partDueCents()}, 0), 0) as refunded,
        cast(coalesce((select sum(withdrawn_cents) from disputes where disputes.intent_id = orders.intent_id), 0) as bigint) as withdrawn,
        exists (select 1 from disputes where disputes.intent_id = orders.intent_id and disputes.closed_at is null) as is_open,
        coalesce((select net_cents - reversed_cents from payouts where payouts.order_id = orders.id and payouts.paid_at is not null), 0) as paid_out
      from orders left join payments on payments.intent_id = orders.intent_id
      where orders.seller_id = ${sellerId} and orders.paid_at is not null
    ), lessened as (
      select *, case when refunded + withdrawn >= charged then price_cents else refunded + withdrawn end as gone from sales
    ), totals as (
      select *, fee_cents * (price_cents - gone) / price_cents as fee from lessened
    )
    select count(*) as sales, coalesce(sum(paid_out), 0) as paid_out,
      coalesce(sum(case when state = 'paid' then price_cents end), 0) as sold,
      coalesce(sum(case when state <> 'paid' then charged end), 0) as undone,
      coalesce(sum(case when state = 'paid' then refunded end), 0) as refunded,
      coalesce(sum(case when state = 'paid' then withdrawn end), 0) as disputed,
      coalesce(sum(case when state = 'paid' then gone end), 0) as gone,
      coalesce(sum(case when state = 'paid' and is_open and paid_out > 0 then paid_out - (price_cents - gone - fee) end), 0) as undecided,
      coalesce(sum(case when state = 'paid' then fee end), 0) as fees
    from totals`.execute(db);
  const sums = rows[0];
  if (!sums) throw new Error('a sum has no row');
  const [sold, gone, undecided, fees, paidOut] = [sums.sold, sums.gone, sums.undecided, sums.fees, sums.paid_out].map(Number) as Five;
  return {
    sales: Number(sums.sales),
    sold: toDollars(sold),
    refunded: toDollars(Number(sums.undone) + Number(sums.refunded)),
    disputed: toDollars(Number(sums.disputed)),
    fees: toDollars(fees),
    paidOut: toDollars(paidOut),
    due: toDollars(sold - gone + undecided - fees - paidOut),
  };
}

type Five = [number, number, number, number, number];
