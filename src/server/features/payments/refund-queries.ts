import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';
import type { PaymentProvider, Refund } from '../../ports/payments.ts';
import { leftCents, partDueCents } from '../orders/index.ts';
import { countRefundBlocks } from './dispute-queries.ts';
import { isForAdmin, waitAfter } from './rules.ts';

/** Nothing of a refund that has just become due was refused. */
const UNTRIED = { refund_refusals: 0, refund_try_at: 0, refund_by_hand_at: null };

/** Intents of payments that are due for refund and can be tried now, oldest first. What practice cards paid is only refunded by the practice provider. */
export function findRefundsDue(db: Db, provider: PaymentProvider['kind'], now: number): Promise<string[]> {
  return findDue(db.selectFrom('payments').where('payments.state', '=', 'refund_due'), provider, now);
}

/** The same of payments of which a part is due for refund. */
export function findPartialRefundsDue(db: Db, provider: PaymentProvider['kind'], now: number): Promise<string[]> {
  return findDue(db.selectFrom('payments').where('payments.partial_due_cents', 'is not', null).where('payments.state', '=', 'kept'), provider, now);
}

async function findDue(payments: SelectQueryBuilder<Tables, 'payments', unknown>, provider: PaymentProvider['kind'], now: number): Promise<string[]> {
  const rows = await payments
    .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'payments.intent_id').on('ledger.kind', '=', 'charge'))
    .select('payments.intent_id')
    .where('payments.refund_by_hand_at', 'is', null)
    .where('payments.refund_try_at', '<=', now)
    .where('ledger.provider', 'in', [provider, 'stripe'])
    .where(leftCents(), '>', 0)
    .where(countRefundBlocks(), '=', 0)
    .orderBy('payments.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
}

/** Marks what is left of an order's payment as due for refund; throws when there is none. Returns its intent, how much that is, and how much was refunded before. */
export async function markRefundDue(tx: Db, orderId: string): Promise<{ intentId: string; leftCents: number; refundedCents: number }> {
  const { intent_id, left_cents, refunded_cents } = await tx
    .updateTable('payments')
    .set({ state: 'refund_due', partial_due_cents: null, ...UNTRIED })
    .where('order_id', '=', orderId)
    .where('state', '=', 'kept')
    .returning(['intent_id', 'refunded_cents', leftCents().as('left_cents')])
    .executeTakeFirstOrThrow();
  return { intentId: intent_id, leftCents: Math.max(0, left_cents), refundedCents: refunded_cents };
}

/** Whether anything of an order is still due for refund. */
export async function hasRefundDue(tx: Db, orderId: string): Promise<boolean> {
  return (await tx.selectFrom('payments').select('id').where('order_id', '=', orderId).where('state', '=', 'refund_due').executeTakeFirst()) !== undefined;
}

type Pending = { refundId: string; askedAgainAt: number };

/** Records a pending refund, and when to ask about it again: the provider tells of its end. */
export async function noteRefundPending(tx: Db, intentId: string, { refundId, askedAgainAt }: Pending): Promise<void> {
  await selectDue(tx, intentId).set({ refund_id: refundId, refund_try_at: askedAgainAt }).execute();
}

/** Records the refund that was asked for of the part that is due, and when to ask about it again while it is pending. */
export async function notePartialRefund(db: Db, intentId: string, { refundId, askedAgainAt }: Pending): Promise<void> {
  const part = db.updateTable('payments').where('intent_id', '=', intentId).where('partial_due_cents', 'is not', null);
  await part.set({ partial_refund_id: refundId, refund_try_at: askedAgainAt }).execute();
}

const selectDue = (tx: Db, intentId: string) => tx.updateTable('payments').where('intent_id', '=', intentId).where('state', '=', 'refund_due');

/** Counts a refusal of what is due, once for each attempt: the next one has another key, and comes later. Returns whether it is now for an admin. */
export async function countRefusal(tx: Db, { intent_id, refund_attempt }: { intent_id: string; refund_attempt: number }, now: number): Promise<boolean> {
  const counted = await tx
    .updateTable('payments')
    .set((eb) => ({
      refund_id: null,
      // That of a part that is due was only pending.
      partial_refund_id: eb.case().when('partial_due_cents', 'is not', null).then(null).else(eb.ref('partial_refund_id')).end(),
      refund_attempt: refund_attempt + 1,
      refund_refusals: eb('refund_refusals', '+', 1),
    }))
    .where('intent_id', '=', intent_id)
    .where(isDue)
    .where('refund_attempt', '=', refund_attempt)
    .returning('refund_refusals as refusals')
    .executeTakeFirst();
  if (!counted) return false;
  const isByHand = isForAdmin(counted.refusals);
  await tx
    .updateTable('payments')
    .set({ refund_try_at: now + waitAfter(counted.refusals), ...(isByHand && { refund_by_hand_at: now }) })
    .where('intent_id', '=', intent_id)
    .execute();
  return isByHand;
}

const isDue = (eb: ExpressionBuilder<Tables, 'payments'>) => eb.or([eb('state', '=', 'refund_due'), eb('partial_due_cents', 'is not', null)]);

/** Leaves what is due of a payment to an admin; returns whether it wasn't before. */
export async function markForAdmin(tx: Db, intentId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ refund_by_hand_at: now })
    .where('intent_id', '=', intentId)
    .where(isDue)
    .where('refund_by_hand_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records a refund that was made; returns whether it was due. */
export async function markRefunded(tx: Db, intentId: string, refundId: string | null, now: number): Promise<boolean> {
  const { numUpdatedRows } = await selectDue(tx, intentId)
    .set({ state: 'refunded', refund_id: refundId, refunded_at: now, refund_by_hand_at: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that an admin refunded the part that was due. */
export async function markPartRefundedByHand(tx: Db, intentId: string, cents: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({ ...withoutMade(cents), partial_refund_id: null, refunded_cents: eb('refunded_cents', '+', cents) }))
    .where('intent_id', '=', intentId)
    .execute();
}

/** After so much of the part was refunded, the rest stays due: banks have it, and it waits until they give it back. */
const withoutMade = (cents: number) => ({
  ...UNTRIED,
  partial_due_cents: sql<number | null>`case when partial_due_cents > ${cents} then partial_due_cents - ${cents} end`,
  refund_attempt: sql<number>`refund_attempt + 1`,
});

/** Marks a refunded payment as due for refund again after the provider reversed a refund of it; returns whether it was refunded, `by` this one if named. */
export async function markRefundReturned(tx: Db, intentId: string, by?: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ state: 'refund_due', refund_id: null, refunded_at: null })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'refunded')
    .$if(by !== undefined, (query) => query.where('refund_id', '=', by ?? ''))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the next attempt at a due refund another idempotency key. */
export async function skipRefundAttempt(db: Db, { intent_id, refund_attempt }: { intent_id: string; refund_attempt: number }): Promise<void> {
  await db
    .updateTable('payments')
    .set({ refund_attempt: refund_attempt + 1 })
    .where('intent_id', '=', intent_id)
    .where(isDue)
    .where('refund_attempt', '=', refund_attempt)
    .execute();
}

/** Records how much of a payment was refunded at the provider itself. */
export async function setRefundedCents(tx: Db, paymentId: string, cents: number): Promise<void> {
  await tx.updateTable('payments').set({ refunded_cents: cents }).where('id', '=', paymentId).execute();
}

/**
 * Records that part of an order's payment is to be refunded, at most what is left of it; throws when nothing is. Returns its intent, how much, and
 * whether nothing is left for the seller then.
 */
export async function markPartialRefundDue(tx: Db, orderId: string, cents: number): Promise<{ intentId: string; cents: number; isAll: boolean }> {
  const { intent_id, partial_due_cents, left_cents } = await tx
    .updateTable('payments')
    .set((eb) => ({ ...UNTRIED, partial_due_cents: eb.case().when(leftCents(), '<', cents).then(leftCents()).else(cents).end() }))
    .where('order_id', '=', orderId)
    .where('state', '=', 'kept')
    .where(leftCents(), '>', 0)
    .where('partial_due_cents', 'is', null)
    .returning(['intent_id', 'partial_due_cents', leftCents().as('left_cents')])
    .executeTakeFirstOrThrow();
  return { intentId: intent_id, cents: partial_due_cents ?? 0, isAll: partial_due_cents === left_cents };
}

/** Limits the part that is due to what was charged and not refunded, after a refund was made in another way. */
export async function limitPartialRefund(tx: Db, intentId: string): Promise<void> {
  const unrefunded = sql<number>`(amount_cents - refunded_cents)`;
  await tx
    .updateTable('payments')
    .set({ partial_due_cents: sql<number | null>`case when ${unrefunded} > 0 then ${unrefunded} end` })
    .where('intent_id', '=', intentId)
    .where('partial_due_cents', '>', unrefunded)
    .execute();
  await noteNothingLeft(tx, intentId);
}

/** With nothing left, none of the part is to be refunded by hand. If banks have it, it waits: it is due again once they give it back. */
export async function noteNothingLeft(tx: Db, intentId: string): Promise<void> {
  const part = tx.updateTable('payments').where('intent_id', '=', intentId).where('state', '=', 'kept');
  await part.set({ refund_by_hand_at: null }).where(leftCents(), '<=', 0).execute();
}

/** Records that the provider made the partial refund that was due: the one it was asked for, even if another amount is due by now, or one of this amount. */
export async function markPartialRefundMade(tx: Db, intentId: string, { id, amountCents }: Pick<Refund, 'id' | 'amountCents'>): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...withoutMade(amountCents), partial_refund_id: id })
    .where('intent_id', '=', intentId)
    .where((eb) => eb.or([eb('partial_refund_id', '=', id), eb(partDueCents(), '=', amountCents)]))
    .execute();
}

/** Whether this is the partial refund that the shop made. */
export async function isPartialRefund(tx: Db, intentId: string, refundId: string | null): Promise<boolean> {
  const own = tx.selectFrom('payments').select('id').where('intent_id', '=', intentId).where('partial_refund_id', '=', refundId);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Records that the bank returned a partial refund, so that it is due again; returns whether it was one of the shop's. */
export async function markPartialRefundReturned(tx: Db, intentId: string, { id, amountCents }: Pick<Refund, 'id' | 'amountCents'>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ partial_due_cents: sql<number>`coalesce(partial_due_cents, 0) + ${amountCents}`, partial_refund_id: null })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'kept')
    .where('partial_refund_id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
