import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Dispute } from '#contract/payments/disputes.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import type { PaymentProvider, ProviderDispute } from '../../ports/payments.ts';
import { leftCents, lostCents } from '../orders/index.ts';
import { isOpenDispute, withdrawnCents } from './dispute-rules.ts';

/** A dispute as the provider has it now. */
export type HeardDispute = { provider: PaymentProvider['kind']; dispute: ProviderDispute; now: number };

/** Inserts a dispute; returns false when it is recorded already. */
export async function insertDispute(tx: Db, orderId: string, { provider, dispute, now }: HeardDispute): Promise<boolean> {
  const known = await tx.selectFrom('disputes').select('id').where('reference', '=', dispute.id).executeTakeFirst();
  if (known) return false;
  await tx
    .insertInto('disputes')
    .values({
      id: uuid(),
      reference: dispute.id,
      provider,
      order_id: orderId,
      intent_id: dispute.intentId,
      amount_cents: dispute.amountCents,
      currency: dispute.currency,
      status: dispute.state,
      reason: dispute.reason,
      evidence_due_at: dispute.evidenceDueAt,
      opened_at: dispute.openedAt,
      closed_at: null,
      withdrawn_cents: withdrawnCents(dispute),
      movements: dispute.movements.length,
      checked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/**
 * Updates a dispute to a state at the provider that may be an older one; returns what has just happened to it. Movements of money are only ever added: a
 * reply with fewer is older, and one with more is newer, even if it opens a closed dispute again. With as many, a closed dispute stays closed.
 */
export async function updateDispute(tx: Db, { dispute, now }: HeardDispute): Promise<'none' | 'reopened' | 'closed'> {
  const { state, movements, evidenceDueAt } = dispute;
  const own = tx.updateTable('disputes').where('reference', '=', dispute.id);
  await own.set({ checked_at: now }).execute();
  const known = await tx.selectFrom('disputes').select(['status', 'closed_at', 'movements']).where('reference', '=', dispute.id).executeTakeFirstOrThrow();
  const wasOpen = known.closed_at === null;
  const isOver = !isOpenDispute(state);
  const isDecided = isOver && (wasOpen || known.status !== state);
  const news = { status: state, evidence_due_at: evidenceDueAt, withdrawn_cents: withdrawnCents(dispute), movements: movements.length };
  const { numUpdatedRows } = await own
    .set({ ...news, closed_at: isDecided ? now : isOver ? known.closed_at : null })
    .where((eb) => eb.or([eb('movements', '<', movements.length), eb.and([eb('movements', '=', movements.length), eb('closed_at', 'is', null)])]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'none';
  if (isDecided) return 'closed';
  return wasOpen || isOver ? 'none' : 'reopened';
}

export async function markDisputeChecked(db: Db, reference: string, now: number): Promise<void> {
  await db.updateTable('disputes').set({ checked_at: now }).where('reference', '=', reference).execute();
}

/** Open disputes that were last checked with the provider before this time. */
export async function findDisputesToCheck(db: Db, provider: PaymentProvider['kind'], before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('disputes')
    .select('reference')
    .where('closed_at', 'is', null)
    .where('provider', '=', provider)
    .where('checked_at', '<', before)
    .orderBy('checked_at')
    .limit(100)
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Whether a bank is disputing the payment of an order, has taken back all that was left of it, or inquires about it; null when it does nothing of it. */
export async function findFreeze(db: Db, orderId: string): Promise<'open' | 'lost' | 'inquiry' | null> {
  const payment = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.intent_id', 'orders.intent_id')
    .select([leftCents().as('left'), lostCents().as('lost'), countOpenDisputes().as('open'), countRefundBlocks().as('blocks')])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!payment) return null;
  if (payment.blocks > 0) return 'open';
  if (payment.lost > 0 && payment.left <= 0) return 'lost';
  return payment.open > 0 ? 'inquiry' : null;
}

/** How many disputes of a payment are open. For statements with `payments`. */
export const countOpenDisputes = () =>
  sql<number>`(select count(*) from disputes where disputes.intent_id = payments.intent_id and disputes.closed_at is null)`;

/** How many disputes of a payment block its refund: see `blocksRefunds`. For statements with `payments`. */
export const countRefundBlocks = () =>
  sql<number>`(select count(*) from disputes where disputes.intent_id = payments.intent_id and disputes.closed_at is null and disputes.status <> 'inquiry')`;

/** Disputed payments, by when they were disputed. */
export async function findDisputes(db: Db, { direction, ...page }: ListPage): Promise<PageOf<Dispute>> {
  return searchPage(
    selectDisputes(db),
    { key: 'disputes.opened_at', id: 'disputes.id', direction },
    {
      ...page,
      columns: ['orders.product_name', 'orders.buyer_name', 'disputes.intent_id'],
      toItem: toDispute,
    },
  );
}

function selectDisputes(db: Db) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .select(['orders.product_name', 'orders.buyer_id', 'orders.buyer_name', 'orders.paid_out_at']);
}

function toDispute(row: Awaited<ReturnType<ReturnType<typeof selectDisputes>['execute']>>[number]): Dispute {
  return {
    _id: row.id,
    orderId: row.order_id,
    reference: row.reference,
    transactionId: row.intent_id,
    ProductName: row.product_name,
    buyerId: row.buyer_id,
    buyerName: row.buyer_name,
    amount: toDollars(row.amount_cents),
    // Only ever written with the port's values, which are the contract's.
    state: row.status as Dispute['state'],
    reason: row.reason,
    evidenceDueAt: toIso(row.evidence_due_at),
    openedAt: toIso(row.opened_at),
    closedAt: toIso(row.closed_at),
    withdrawn: toDollars(row.withdrawn_cents),
    paidOutAt: toIso(row.paid_out_at),
  };
}

/** The disputes of one order's payments, oldest first. */
export async function findDisputesOf(db: Db, orderId: string): Promise<Dispute[]> {
  return (await selectDisputes(db).where('disputes.order_id', '=', orderId).orderBy('disputes.opened_at').execute()).map(toDispute);
}
