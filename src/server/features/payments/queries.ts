import { v7 as uuid } from 'uuid';
import type { PaymentCard, PaymentRecord } from '#contract/payments/payments.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { leftCents } from '../orders/index.ts';
import { countRefundBlocks } from './dispute-queries.ts';
import { findSalePayouts } from './entitlement-queries.ts';
import { dueCents } from './rules.ts';

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

type SelectedPayment = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

type NewPayment = Pick<PaymentRow, 'order_id' | 'intent_id' | 'amount_cents' | 'currency' | 'state' | 'created_at' | 'card_brand' | 'card_last4'>;

/** The payment of an intent; undefined until its money has arrived. */
export const findPayment = (db: Db, intentId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .select([leftCents().as('left_cents'), countRefundBlocks().as('refund_blocks')])
    .select((eb) => {
      const charge = eb
        .selectFrom('ledger')
        .select('ledger.provider')
        .whereRef('ledger.reference', '=', 'payments.intent_id')
        .where('ledger.kind', '=', 'charge');
      return charge.as('charged_by');
    })
    .where('intent_id', '=', intentId)
    .executeTakeFirst();

export const findPaymentById = (db: Db, id: string) => db.selectFrom('payments').select('intent_id').where('id', '=', id).executeTakeFirst();

/** Inserts the payment of an intent that has none; returns its id. */
export async function insertPayment(tx: Db, payment: NewPayment): Promise<string> {
  const id = uuid();
  await tx
    .insertInto('payments')
    .values({ ...payment, id, refund_id: null, refund_attempt: 0, refunded_at: null })
    .execute();
  return id;
}

/** Lists all payments received, by when they arrived. */
export async function findPayments(db: Db, { direction, ...asked }: ListPage): Promise<PageOf<PaymentRecord>> {
  const page = await searchPage(
    selectPayments(db),
    { key: 'payments.created_at', id: 'payments.id', direction },
    {
      ...asked,
      columns: ['orders.product_name', 'orders.buyer_name', 'orders.email', 'sellers.name', 'payments.intent_id', 'payments.card_last4'],
      toItem: (row) => row,
    },
  );
  return { ...page, items: await toPaymentRecords(db, page.items) };
}

/** Payments with what admins see of their orders, for `toPaymentRecords`. */
export function selectPayments(db: Db) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
    .selectAll('payments')
    .select([leftCents().as('left_cents'), countRefundBlocks().as('refund_blocks')])
    .select(['sellers.name as seller_name', 'sellers.removed_at as seller_removed_at', 'orders.product_name', 'orders.price_cents', 'orders.fee_cents'])
    .select(['orders.buyer_name', 'orders.email'])
    .select(['orders.paid_out_at', 'orders.intent_id as paid_with', 'orders.buyer_id', 'orders.seller_id']);
}

/** Payments as admins see them, with the payouts of those that bought something. */
export async function toPaymentRecords(db: Db, rows: SelectedPayment[]): Promise<PaymentRecord[]> {
  const payouts = await findSalePayouts(db, [...new Set(rows.filter(isSale).map(({ order_id }) => order_id))]);
  return rows.map((row) => toPaymentRecord(row, (isSale(row) && payouts.get(row.order_id)) || null));
}

/** Whether this payment, of all that arrived for its order, bought the phone. */
const isSale = ({ intent_id, paid_with }: SelectedPayment): boolean => intent_id === paid_with;

function toPaymentRecord(row: SelectedPayment, payout: PaymentRecord['payout']): PaymentRecord {
  return {
    _id: row.id,
    orderId: row.order_id,
    transactionId: row.intent_id,
    ProductName: row.product_name,
    buyerId: row.buyer_id,
    buyerName: row.buyer_name,
    email: row.email,
    sellerId: row.seller_id,
    sellerName: row.seller_name,
    sellerGone: row.seller_removed_at !== null,
    amount: toDollars(row.amount_cents),
    left: toDollars(Math.max(0, row.left_cents)),
    card: toCard(row),
    listPrice: toDollars(row.price_cents),
    fee: toDollars(row.fee_cents),
    state: row.state,
    at: toIso(row.created_at),
    refundedAt: toIso(row.refunded_at),
    refundByHand: row.refund_by_hand_at === null || row.refund_blocks > 0 ? null : toDollars(dueCents(row)),
    paidOutAt: isSale(row) ? toIso(row.paid_out_at) : null,
    payout,
  };
}

/** The card that made a payment; null where the provider didn't say. */
export function toCard({ card_brand, card_last4 }: Pick<PaymentRow, 'card_brand' | 'card_last4'>): PaymentCard | null {
  return card_last4 === null ? null : { brand: card_brand ?? 'card', last4: card_last4 };
}
