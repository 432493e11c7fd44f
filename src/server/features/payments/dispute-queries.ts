import { v7 as uuid } from 'uuid';
import type { Dispute } from '#contract/disputes.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import type { DisputeMovement, PaymentProvider, ProviderDispute, Refund } from '../../ports/payments.ts';
import { writeAudit } from '../audit/index.ts';
import { findAdmins } from '../imei/index.ts';
import { buyerOf, disputeClosed, disputeOpened, disputeOpenedForSeller, notify, refundDone } from '../notifications/index.ts';
import { type FullOrderRow, lockListing, PROVIDER } from '../orders/index.ts';
import { isOpenDispute, toLedgerEntries, withdrawnCents } from './dispute-rules.ts';
import { writeLedger } from './ledger-queries.ts';

type Heard = { provider: PaymentProvider['kind']; dispute: ProviderDispute; now: number };

/** Writes down what the provider says of a dispute now; heard again, late or out of order it changes nothing. */
export const recordDispute = (db: Db, order: FullOrderRow, heard: Heard): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const { dispute, now } = heard;
    const before = await tx.selectFrom('disputes').selectAll().where('reference', '=', dispute.id).executeTakeFirst();
    await writeMovements(tx, order, heard);
    if (!before) {
      await insertDispute(tx, order, heard);
      await notifyOfOpening(tx, order, dispute, now);
    }
    const isOver = !isOpenDispute(dispute.state);
    await tx
      .updateTable('disputes')
      .set({ withdrawn_cents: withdrawnCents(dispute), movements: dispute.movements.length })
      .where('reference', '=', dispute.id)
      .where('movements', '<', dispute.movements.length)
      .execute();
    await tx.updateTable('disputes').set({ checked_at: now }).where('reference', '=', dispute.id).execute();
    // What is closed stays closed: an older answer that arrives later changes nothing.
    const { numUpdatedRows } = await tx
      .updateTable('disputes')
      .set({ status: dispute.state, evidence_due_at: dispute.evidenceDueAt, ...(isOver && { closed_at: now }) })
      .where('reference', '=', dispute.id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (isOver && numUpdatedRows > 0n) await notifyOfEnd(tx, order, dispute, now);
  });

const insertDispute = async (tx: Db, order: FullOrderRow, { provider, dispute, now }: Heard): Promise<void> => {
  await tx
    .insertInto('disputes')
    .values({
      id: uuid(),
      reference: dispute.id,
      provider,
      order_id: order.id,
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
};

const writeMovements = async (tx: Db, order: FullOrderRow, { provider, dispute, now }: Heard): Promise<void> => {
  const about = { provider, order_id: order.id, intent_id: dispute.intentId, at: now };
  for (const movement of dispute.movements as DisputeMovement[]) for (const entry of toLedgerEntries(movement)) await writeLedger(tx, { ...about, ...entry });
};

const findSeller = (tx: Db, sellerId: string) => tx.selectFrom('users').select(['id', 'email']).where('id', '=', sellerId).executeTakeFirstOrThrow();

const notifyOfOpening = async (tx: Db, order: FullOrderRow, { id, amountCents, reason, evidenceDueAt, state }: ProviderDispute, now: number): Promise<void> => {
  const after = { disputeId: id, amountCents, reason, state };
  await writeAudit(tx, { act: 'dispute_opened', subject: { kind: 'order', id: order.id }, after, by: PROVIDER, now });
  const seller = await findSeller(tx, order.seller_id);
  const admins = await findAdmins(tx);
  const words = disputeOpened(order, { amountCents, reason, dueAt: evidenceDueAt });
  const notified = [
    ...admins.map((recipient) => ({ recipient, words })),
    { recipient: { userId: seller.id, email: seller.email }, words: disputeOpenedForSeller(order) },
  ];
  await notify(tx, notified, now);
};

const notifyOfEnd = async (tx: Db, order: FullOrderRow, { id, amountCents, state }: ProviderDispute, now: number): Promise<void> => {
  const after = { disputeId: id, amountCents, state };
  await writeAudit(tx, { act: 'dispute_closed', subject: { kind: 'order', id: order.id }, after, by: PROVIDER, now });
  const seller = await findSeller(tx, order.seller_id);
  const isLost = state === 'lost';
  const admins = (await findAdmins(tx)).map((recipient) => ({ recipient, words: disputeClosed(order, { isLost, path: '/dashboard/disputes' }) }));
  await notify(
    tx,
    [...admins, { recipient: { userId: seller.id, email: seller.email }, words: disputeClosed(order, { isLost, path: '/dashboard/mySales' }) }],
    now,
  );
};

/** Open disputes that the provider was not asked about since then. */
export const findDisputesToCheck = async (db: Db, provider: PaymentProvider['kind'], before: number): Promise<string[]> => {
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
};

/** Whether a bank is looking into an order's payment, or has taken it back; null when neither. */
export const findFreeze = async (db: Db, orderId: string): Promise<'open' | 'lost' | null> => {
  const rows = await db.selectFrom('disputes').select(['status', 'closed_at']).where('order_id', '=', orderId).execute();
  if (rows.some(({ closed_at }) => closed_at === null)) return 'open';
  return rows.some(({ status }) => status === 'lost') ? 'lost' : null;
};

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const findDisputes = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<Dispute>> => {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .select(['orders.product_name', 'orders.buyer_name', 'orders.paid_out_at'])
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('opened_at', 'disputes.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('opened_at', 'desc')
    .orderBy('disputes.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.opened_at, id: row.id }),
    (row) => ({
      _id: row.id,
      orderId: row.order_id,
      reference: row.reference,
      transactionId: row.intent_id,
      ProductName: row.product_name,
      buyerName: row.buyer_name,
      amount: toDollars(row.amount_cents),
      // Only ever written from the port's words, which are the contract's.
      state: row.status as Dispute['state'],
      reason: row.reason,
      evidenceDueAt: moment(row.evidence_due_at),
      openedAt: new Date(row.opened_at).toISOString(),
      closedAt: moment(row.closed_at),
      withdrawn: toDollars(row.withdrawn_cents),
      paidOutAt: moment(row.paid_out_at),
    }),
  );
};

/** Writes down refunds that were made at the provider itself; whether all of a payment that was kept went back. */
export const recordRefunds = (
  db: Db,
  order: FullOrderRow,
  { provider, intentId, refunds, now }: { provider: PaymentProvider['kind']; intentId: string; refunds: Refund[]; now: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const payment = await tx.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
    if (!payment) return false;
    const ours = refunds.filter(({ currency }) => currency === payment.currency);
    const made = ours.filter(({ status }) => status === 'succeeded');
    const about = { provider, order_id: order.id, intent_id: intentId, currency: payment.currency, at: now };
    for (const { id, amountCents } of made) await writeLedger(tx, { ...about, kind: 'refund', reference: id, amount_cents: amountCents });
    const refunded = made.reduce((sum, { amountCents }) => sum + amountCents, 0);
    await noteFailures(tx, { ...about, kind: 'refund_failed' as const }, ours, payment.refund_id);
    if (refunded === payment.refunded_cents) return payment.state === 'kept' && refunded >= payment.amount_cents;
    await tx.updateTable('payments').set({ refunded_cents: refunded }).where('id', '=', payment.id).execute();
    if (payment.state !== 'kept') return false;
    const after = { provider, intentId, refundedCents: refunded, currency: payment.currency };
    await writeAudit(tx, {
      act: 'refund_made',
      subject: { kind: 'order', id: order.id },
      before: { refundedCents: payment.refunded_cents },
      after,
      by: PROVIDER,
      now,
    });
    const isWhole = refunded >= payment.amount_cents;
    if (!isWhole && refunded > payment.refunded_cents)
      await notify(tx, [{ recipient: buyerOf(order), words: refundDone(order, refunded - payment.refunded_cents) }], now);
    return isWhole;
  });

/** Takes back in the ledger what was a refund once; the shop's own are looked at elsewhere. */
const noteFailures = async (
  tx: Db,
  about: Omit<Parameters<typeof writeLedger>[1], 'reference' | 'amount_cents'>,
  refunds: Refund[],
  ownId: string | null,
): Promise<void> => {
  for (const { id, amountCents, status } of refunds) {
    if (status !== 'failed' || id === ownId) continue;
    const known = await tx.selectFrom('ledger').select('id').where('kind', '=', 'refund').where('reference', '=', id).executeTakeFirst();
    if (known) await writeLedger(tx, { ...about, reference: id, amount_cents: amountCents });
  }
};
