import { v7 as uuid } from 'uuid';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { PaymentsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/** The payment of an intent; undefined while its money has not arrived. */
export const findPayment = (db: Db, intentId: string) => db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst();

export type NewPayment = Pick<PaymentsTable, 'order_id' | 'intent_id' | 'amount_cents' | 'currency' | 'state' | 'created_at'>;

/** Inserts the payment of an intent that has none; its id. */
export async function insertPayment(tx: Db, payment: NewPayment): Promise<string> {
  const id = uuid();
  await tx
    .insertInto('payments')
    .values({ ...payment, id, refund_id: null, refund_attempt: 0, refunded_at: null })
    .execute();
  return id;
}

/** Lists all payments received, newest first. */
export const findPayments = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<PaymentRecord>> => {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.product_name', 'orders.buyer_name', 'orders.email', 'orders.paid_out_at', 'orders.intent_id as paid_with'])
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('payments.created_at', 'payments.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(limit + 1)
    .execute();
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => ({
      _id: row.id,
      orderId: row.order_id,
      transactionId: row.intent_id,
      ProductName: row.product_name,
      buyerName: row.buyer_name,
      email: row.email,
      amount: toDollars(row.amount_cents),
      state: row.state,
      at: new Date(row.created_at).toISOString(),
      refundedAt: moment(row.refunded_at),
      paidOutAt: row.intent_id === row.paid_with ? moment(row.paid_out_at) : null,
    }),
  );
};
