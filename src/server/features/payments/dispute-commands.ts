import { HOURS_TO } from '#contract/fulfillment.ts';
import { hours } from '#contract/shared/durations.ts';
import { isNotHandedOver } from '#contract/shared/handover-states.ts';
import type { Db } from '../../db/tables.ts';
import { notifyAdmins } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { buyerOf, notify, type Words } from '../notifications/index.ts';
import {
  dueAfter,
  extendDeadline,
  type FulfilledOrderRow,
  type FullOrderRow,
  findFulfilledOrder,
  findFulfillment,
  isWithBuyer,
  PROVIDER,
  transitionFulfillment,
} from '../orders/index.ts';
import { disputeClosed, disputeClosedForBuyer, disputeClosedForSeller, disputeOpened, disputeOpenedForSeller, givenBack } from './dispute-messages.ts';
import { type HeardDispute, insertDispute, updateDispute } from './dispute-queries.ts';
import { toLedgerEntries } from './dispute-rules.ts';
import { findShortfall } from './entitlement-queries.ts';
import { reverseDiscountIfReturned, writeLedger } from './ledger-queries.ts';
import { lockSale } from './lock-sale.ts';
import { returnedByBank } from './messages.ts';
import { findSellerOf } from './people-queries.ts';
import { findPayment, type PaymentRow } from './queries.ts';
import { finishRefund, undoSaleIn } from './refund-commands.ts';
import { noteNothingLeft } from './refund-queries.ts';

/** `paysForSale`: the payment still pays for a sale, of which its seller hears; `isHere`: and the seller still has the phone. */
type Heard = HeardDispute & { paysForSale: boolean; isHere: boolean };

const BY_BANK = 'Your bank decided in your favor and reversed the payment.';

/** Records a dispute's current state at the provider. Repeated, late or out-of-order calls change nothing. */
export function recordDispute(db: Db, order: FullOrderRow, about: HeardDispute): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockSale(tx, order);
    const payment = await findPayment(tx, about.dispute.intentId);
    const paysForSale = payment?.state === 'kept';
    const heard = { ...about, paysForSale, isHere: paysForSale && isPhoneHere(await findFulfilledOrder(tx, order.id)) };
    await writeMovements(tx, order, heard);
    if (await insertDispute(tx, order.id, heard)) await notifyOfOpening(tx, order, heard);
    const changed = await updateDispute(tx, heard);
    await reverseDiscountIfReturned(tx, heard.dispute.intentId, heard.now);
    if (changed === 'reopened') await notifyOfOpening(tx, order, heard);
    if (changed === 'closed') await endDispute(tx, order, heard);
  });
}

/** Whether the seller of a paid order still has the phone, as far as the shop knows. */
function isPhoneHere(order: FulfilledOrderRow | undefined): boolean {
  if (!order || isWithBuyer(order)) return false;
  return isNotHandedOver(order.fulfillment_state) || order.fulfillment_state === 'problem_reported';
}

async function writeMovements(tx: Db, order: FullOrderRow, { provider, dispute, now }: HeardDispute): Promise<void> {
  const about = { provider, order_id: order.id, intent_id: dispute.intentId, at: now };
  for (const entry of toLedgerEntries(dispute)) await writeLedger(tx, { ...about, ...entry });
}

async function notifyOfOpening(tx: Db, order: FullOrderRow, { dispute, now, paysForSale, isHere }: Heard): Promise<void> {
  const { id: disputeId, amountCents, reason, evidenceDueAt, state } = dispute;
  const after = { disputeId, amountCents, reason, state };
  await writeAudit(tx, { act: 'dispute_opened', subject: { kind: 'order', id: order.id }, after, by: PROVIDER, now });
  const isPaidOut = order.paid_out_at !== null;
  await notifyAdmins(tx, disputeOpened(order, { amountCents, reason, dueAt: evidenceDueAt, paysForSale, isPaidOut }), now);
  if (paysForSale) await notify(tx, [{ recipient: await findSellerOf(tx, order), words: disputeOpenedForSeller(order, { isHere, isPaidOut }) }], now);
}

/** When the bank took only a part, the sale goes on, and the rest is the seller's. What an earlier loss undid stays undone, and the admins are told. */
async function endDispute(tx: Db, order: FullOrderRow, heard: Heard): Promise<void> {
  const { dispute, now, paysForSale, isHere } = heard;
  await noteNothingLeft(tx, dispute.intentId);
  const payment = await findPayment(tx, dispute.intentId);
  const isAllBack = dispute.state === 'lost' && payment !== undefined && payment.left_cents <= 0;
  const { id: disputeId, amountCents, state } = dispute;
  const after = { disputeId, amountCents, state };
  await writeAudit(tx, { act: 'dispute_closed', subject: { kind: 'order', id: order.id }, after, by: PROVIDER, now });
  const closed = { amountCents, isLost: state === 'lost', isAllBack, isHere, isPaidOut: order.paid_out_at !== null };
  await notifyAdmins(tx, (await findGivenBack(tx, order, heard)) ?? disputeClosed(order, { ...closed, paysForSale }), now);
  const seller = paysForSale ? [{ recipient: await findSellerOf(tx, order), words: disputeClosedForSeller(order, closed) }] : [];
  // A buyer whose sale ends with it is told so by `endPayment`.
  const buyer = paysForSale && !(isAllBack && isHere) ? [{ recipient: buyerOf(order), words: disputeClosedForBuyer(order, closed) }] : [];
  await notify(tx, [...seller, ...buyer], now);
  if (isAllBack) await endPayment(tx, order, payment, heard);
  else if (paysForSale) await resumeSale(tx, order.id, now);
}

/** What to tell admins when they are to pay somebody what a bank gave back after the shop had taken it for lost; undefined when they aren’t. */
async function findGivenBack(tx: Db, order: FullOrderRow, { dispute, paysForSale }: Heard): Promise<Words | undefined> {
  if (dispute.state !== 'won') return undefined;
  const payment = await findPayment(tx, dispute.intentId);
  const isFromBank = payment?.state === 'refunded' && payment.refund_id === null;
  const toBuyer = isFromBank ? payment.left_cents : 0;
  const owedCents = paysForSale ? await findShortfall(tx, order.id) : toBuyer;
  return owedCents > 0 ? givenBack(order, { amountCents: dispute.amountCents, paysForSale, owedCents }) : undefined;
}

/** What waits for a person gets its time anew, and a day at least: while the bank decided, its deadline may have passed, and little could be done. */
async function resumeSale(tx: Db, orderId: string, now: number): Promise<void> {
  const state = (await findFulfillment(tx, orderId))?.state;
  if (state !== undefined) await extendDeadline(tx, orderId, dueAfter(state, now) ?? now + hours(HOURS_TO.confirm));
}

/** Ends what a payment of which nothing is left was for: its refund, or its sale. A phone that was handed over stays with the buyer. */
async function endPayment(tx: Db, order: FullOrderRow, { intent_id: intentId, state }: PaymentRow, { now, isHere }: Heard): Promise<void> {
  if (state === 'refund_due') {
    await finishRefund(tx, order, { intentId, refundId: null, now });
    await notify(tx, [{ recipient: buyerOf(order), words: returnedByBank(order) }], now);
  }
  if (state !== 'kept') return;
  const change = { transition: 'undo', why: 'reversed_by_bank', by: PROVIDER, now, outcome: 'refunded' } as const;
  if (isHere) await undoSaleIn(tx, order, { change, closedReason: 'payment_reversed', relist: false, toBuyer: BY_BANK });
  else await transitionFulfillment(tx, order.id, change);
}
