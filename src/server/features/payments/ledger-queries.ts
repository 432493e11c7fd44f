import { v7 as uuid } from 'uuid';
import type { LedgerTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import type { PaymentProvider } from '../../ports/payments.ts';
import { leftCents } from '../orders/index.ts';

/** Adds a ledger entry, unless it exists already. */
export async function writeLedger(tx: Db, entry: Omit<LedgerTable, 'id'>): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({ ...entry, id: uuid() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An entry beside the charge of a sale. `part` tells several of one kind from each other, where the provider gives them no id. */
type SaleEntry = {
  kind: 'fee' | 'fee_reversal' | 'transfer' | 'transfer_reversal';
  amountCents: number;
  reference?: string;
  part?: string;
  /** Who moved the money; the charge's provider when nobody did. */
  provider?: LedgerTable['provider'];
  now: number;
};

/** Adds a ledger entry of a paid order's sale; none for nothing. */
export async function writeSaleEntry(tx: Db, orderId: string, { kind, amountCents, reference, part, provider, now }: SaleEntry): Promise<void> {
  if (amountCents === 0) return;
  const { id: _, ...charge } = await tx
    .selectFrom('ledger')
    .innerJoin('orders', 'orders.intent_id', 'ledger.reference')
    .selectAll('ledger')
    .where('orders.id', '=', orderId)
    .where('ledger.kind', '=', 'charge')
    .executeTakeFirstOrThrow();
  const named = part === undefined ? charge.intent_id : `${charge.intent_id} ${part}`;
  await writeLedger(tx, { ...charge, kind, reference: reference ?? named, provider: provider ?? charge.provider, amount_cents: amountCents, at: now });
}

/** Reverses the discount of a payment that no longer stands: the seller doesn't get what the shop added to it. */
export async function reverseDiscount(tx: Db, intentId: string, now: number): Promise<void> {
  const given = await tx.selectFrom('ledger').selectAll().where('kind', '=', 'discount').where('reference', '=', intentId).executeTakeFirst();
  if (!given) return;
  const { id: _, ...entry } = given;
  await writeLedger(tx, { ...entry, kind: 'discount_reversal', at: now });
}

/** All ledger entries of these providers, in no particular order. All but discounts and fees should be on their lists, too. */
export function readLedger(db: Db, providers: LedgerTable['provider'][]) {
  return db.selectFrom('ledger').select(['kind', 'reference', 'order_id', 'amount_cents', 'currency']).where('provider', 'in', providers).execute();
}

/** Whether a refund, or its failure, is in the ledger. */
export async function hasLedgerRefund(tx: Db, reference: string, kind: 'refund' | 'refund_failed' = 'refund'): Promise<boolean> {
  return (await tx.selectFrom('ledger').select('id').where('kind', '=', kind).where('reference', '=', reference).executeTakeFirst()) !== undefined;
}

/** What admins refunded of a payment by hand, in cents. */
export async function sumRefundsByHand(tx: Db, intentId: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('ledger')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
    .where('intent_id', '=', intentId)
    .where('kind', '=', 'refund')
    .where('provider', '=', 'by-hand')
    .executeTakeFirstOrThrow();
  return cents;
}

/** The discounted sales of this provider's payments that stand: not refunded, and their money not returned in other ways. */
export function readDiscountedSales(db: Db, provider: PaymentProvider['kind']) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'payments.intent_id').on('ledger.kind', '=', 'charge'))
    .select(['payments.intent_id', 'payments.order_id', 'payments.currency'])
    .select((eb) => eb('orders.price_cents', '-', eb.ref('payments.amount_cents')).as('discount_cents'))
    .whereRef('payments.amount_cents', '<>', 'orders.price_cents')
    .where('payments.state', '=', 'kept')
    .where('ledger.provider', '=', provider)
    .where(leftCents(), '>', 0)
    .execute();
}

/** Reverses the discount of a payment if all of its money is back with the buyer. */
export async function reverseDiscountIfReturned(tx: Db, intentId: string, now: number): Promise<void> {
  const returned = await tx.selectFrom('payments').select('id').where('intent_id', '=', intentId).where(leftCents(), '<=', 0).executeTakeFirst();
  if (returned) await reverseDiscount(tx, intentId, now);
}
