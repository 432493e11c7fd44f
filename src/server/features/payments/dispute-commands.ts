import type { Db } from '../../db/tables.ts';
import { findAdmins } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { lockListing } from '../listings/index.ts';
import { notify } from '../notifications/index.ts';
import { type FullOrderRow, PROVIDER, transitionFulfillment } from '../orders/index.ts';
import { type HeardDispute, insertDispute, updateDispute } from './dispute-queries.ts';
import { toLedgerEntries } from './dispute-rules.ts';
import { reverseDiscountIfReturned, writeLedger } from './ledger-queries.ts';
import { disputeClosed, disputeOpened, disputeOpenedForSeller } from './messages.ts';
import { findSellerOf } from './people-queries.ts';
import { findPayment } from './queries.ts';
import { limitPartialRefund } from './refund-queries.ts';

/** Records a dispute's current state at the provider. Repeated, late or out-of-order calls change nothing. */
export function recordDispute(db: Db, order: FullOrderRow, heard: HeardDispute): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    await writeMovements(tx, order, heard);
    if (await insertDispute(tx, order.id, heard)) await notifyOfOpening(tx, order, heard);
    const hasEnded = await updateDispute(tx, heard);
    await reverseDiscountIfReturned(tx, heard.dispute.intentId, heard.now);
    if (!hasEnded) return;
    await limitPartialRefund(tx, heard.dispute.intentId);
    // When the bank took only a part, the sale goes on, and the rest is the seller's.
    const payment = await findPayment(tx, heard.dispute.intentId);
    const isAllBack = heard.dispute.state === 'lost' && payment !== undefined && payment.left_cents <= 0;
    if (isAllBack && payment.state === 'kept')
      await transitionFulfillment(tx, order.id, { transition: 'undo', why: 'reversed_by_bank', by: PROVIDER, now: heard.now, outcome: 'refunded' });
    await notifyOfEnd(tx, order, { ...heard, isAllBack });
  });
}

async function writeMovements(tx: Db, order: FullOrderRow, { provider, dispute, now }: HeardDispute): Promise<void> {
  const about = { provider, order_id: order.id, intent_id: dispute.intentId, at: now };
  for (const entry of dispute.movements.flatMap(toLedgerEntries)) await writeLedger(tx, { ...about, ...entry });
}

async function notifyOfOpening(tx: Db, order: FullOrderRow, { dispute, now }: HeardDispute): Promise<void> {
  const { id: disputeId, amountCents, reason, evidenceDueAt, state } = dispute;
  const after = { disputeId, amountCents, reason, state };
  await writeAudit(tx, { act: 'dispute_opened', subject: { kind: 'order', id: order.id }, after, by: PROVIDER, now });
  const words = disputeOpened(order, { amountCents, reason, dueAt: evidenceDueAt });
  const admins = (await findAdmins(tx)).map((recipient) => ({ recipient, words }));
  await notify(tx, [...admins, { recipient: await findSellerOf(tx, order), words: disputeOpenedForSeller(order) }], now);
}

async function notifyOfEnd(tx: Db, order: FullOrderRow, { dispute, now, isAllBack }: HeardDispute & { isAllBack: boolean }): Promise<void> {
  const { id: disputeId, amountCents, state } = dispute;
  const after = { disputeId, amountCents, state };
  await writeAudit(tx, { act: 'dispute_closed', subject: { kind: 'order', id: order.id }, after, by: PROVIDER, now });
  const closed = { amountCents, isLost: state === 'lost', isAllBack };
  const forAdmins = disputeClosed(order, { ...closed, path: '/dashboard/disputes' });
  const forSeller = disputeClosed(order, { ...closed, path: '/dashboard/mySales' });
  const admins = (await findAdmins(tx)).map((recipient) => ({ recipient, words: forAdmins }));
  await notify(tx, [...admins, { recipient: await findSellerOf(tx, order), words: forSeller }], now);
}
