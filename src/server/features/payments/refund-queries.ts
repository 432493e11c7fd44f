import type { Db } from '../../db/tables.ts';
import type { PaymentProvider, Refund } from '../../ports/payments.ts';

/** Intents of this provider's payments that are due for refund, oldest first. */
export async function findRefundsDue(db: Db, provider: PaymentProvider['kind']): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'payments.intent_id').on('ledger.kind', '=', 'charge'))
    .select('payments.intent_id')
    .where('payments.state', '=', 'refund_due')
    .where('ledger.provider', '=', provider)
    // The provider refunds nothing of a payment that a bank disputes or has taken back.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.intent_id', '=', 'payments.intent_id')
            .where((eb) => eb.or([eb('closed_at', 'is', null), eb('status', '=', 'lost')])),
        ),
      ),
    )
    .orderBy('payments.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
}

/**
 * Marks what is left of an order's payment as due for refund; throws when there is none. Returns its intent, and how much: all of it when nothing is
 * left, because the provider refunded it already.
 */
export async function markRefundDue(tx: Db, orderId: string): Promise<{ intentId: string; cents: number }> {
  const { intent_id, amount_cents, refunded_cents } = await tx
    .updateTable('payments')
    .set({ state: 'refund_due', partial_due_cents: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'kept')
    .returning(['intent_id', 'amount_cents', 'refunded_cents'])
    .executeTakeFirstOrThrow();
  return { intentId: intent_id, cents: amount_cents > refunded_cents ? amount_cents - refunded_cents : amount_cents };
}

/** Whether anything of an order is still due for refund. */
export async function hasRefundDue(tx: Db, orderId: string): Promise<boolean> {
  return (await tx.selectFrom('payments').select('id').where('order_id', '=', orderId).where('state', '=', 'refund_due').executeTakeFirst()) !== undefined;
}

/** Records a pending refund. */
export async function noteRefundPending(tx: Db, intentId: string, refundId: string): Promise<void> {
  await selectDue(tx, intentId).set({ refund_id: refundId }).execute();
}

const selectDue = (tx: Db, intentId: string) => tx.updateTable('payments').where('intent_id', '=', intentId).where('state', '=', 'refund_due');

/** Records a refund that failed before it was made, so that it is tried again. */
export async function noteRefundFailed(tx: Db, intentId: string): Promise<void> {
  await selectDue(tx, intentId)
    .set((eb) => ({ refund_id: null, refund_attempt: eb('refund_attempt', '+', 1) }))
    .execute();
}

/** Records a refund that was made; returns whether it was due. */
export async function markRefunded(tx: Db, intentId: string, refundId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await selectDue(tx, intentId).set({ state: 'refunded', refund_id: refundId, refunded_at: now }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a payment as due for refund again after the provider reversed its refund; returns whether that refund was recorded. */
export async function markRefundReturned(tx: Db, intentId: string, refundId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set((eb) => ({ state: 'refund_due', refund_id: null, refunded_at: null, refund_attempt: eb('refund_attempt', '+', 1) }))
    .where('intent_id', '=', intentId)
    .where('state', '=', 'refunded')
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the next attempt at a due refund another idempotency key. */
export async function skipRefundAttempt(db: Db, { intent_id, refund_attempt }: { intent_id: string; refund_attempt: number }): Promise<void> {
  await db
    .updateTable('payments')
    .set({ refund_attempt: refund_attempt + 1 })
    .where('intent_id', '=', intent_id)
    .where((eb) => eb.or([eb('state', '=', 'refund_due'), eb('partial_due_cents', 'is not', null)]))
    .where('refund_attempt', '=', refund_attempt)
    .execute();
}

/** Records how much of a payment was refunded at the provider itself. */
export async function setRefundedCents(tx: Db, paymentId: string, cents: number): Promise<void> {
  await tx.updateTable('payments').set({ refunded_cents: cents }).where('id', '=', paymentId).execute();
}

/**
 * Records that part of an order's payment is to be refunded, at most what wasn't refunded before; throws when none of it can be. Returns its intent,
 * and how much.
 */
export async function markPartialRefundDue(tx: Db, orderId: string, cents: number): Promise<{ intentId: string; cents: number }> {
  const { intent_id, partial_due_cents } = await tx
    .updateTable('payments')
    .set((eb) => {
      const left = eb('amount_cents', '-', eb.ref('refunded_cents'));
      return { partial_due_cents: eb.case().when(left, '<', cents).then(left).else(cents).end() };
    })
    .where('order_id', '=', orderId)
    .where('state', '=', 'kept')
    .whereRef('amount_cents', '>', 'refunded_cents')
    .where('partial_due_cents', 'is', null)
    .returning(['intent_id', 'partial_due_cents'])
    .executeTakeFirstOrThrow();
  return { intentId: intent_id, cents: partial_due_cents ?? 0 };
}

/** Intents of this provider's payments of which a part is due for refund, oldest first. */
export async function findPartialRefundsDue(db: Db, provider: PaymentProvider['kind']): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'payments.intent_id').on('ledger.kind', '=', 'charge'))
    .select('payments.intent_id')
    .where('payments.partial_due_cents', 'is not', null)
    .where('payments.state', '=', 'kept')
    .where('ledger.provider', '=', provider)
    .orderBy('payments.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
}

/** Records that the provider made the partial refund that was due, if it has this amount. */
export async function markPartialRefundMade(tx: Db, intentId: string, { id, amountCents }: Pick<Refund, 'id' | 'amountCents'>): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ partial_due_cents: null, partial_refund_id: id })
    .where('intent_id', '=', intentId)
    .where('partial_due_cents', '=', amountCents)
    .execute();
}

/** Records that the bank returned a partial refund, so that it is due again. */
export async function markPartialRefundReturned(tx: Db, intentId: string, { id, amountCents }: Pick<Refund, 'id' | 'amountCents'>): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({ partial_due_cents: amountCents, partial_refund_id: null, refund_attempt: eb('refund_attempt', '+', 1) }))
    .where('intent_id', '=', intentId)
    .where('partial_refund_id', '=', id)
    .execute();
}
