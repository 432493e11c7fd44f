import type { FulfillmentReason, FulfillmentState } from '#contract/fulfillment.ts';
import type { Db } from '../../db/tables.ts';
import type { Message } from '../../messages/message.ts';
import { writeAudit } from '../audit/index.ts';
import { lockListing } from '../listings/index.ts';
import { buyerOf, notify, type Words } from '../notifications/index.ts';
import { type Actor, type FulfillmentTransition, type FullOrderRow, isPerson, isWithSeller, outcomeOf, transitionFulfillment } from '../orders/index.ts';
import { noteHandedOver } from '../passports/index.ts';
import { findSellerOf, markPartialRefundDue, requireUnfrozen, type Undoing, undoSaleIn } from '../payments/index.ts';
import { owePayout } from '../payouts/index.ts';
import { fullyRefunded, handedOver, orderCompleted, orderDecided, paidInFull, partlyRefunded, saleCanceled, whyCanceled } from './messages.ts';

/** Why something happens, who does it, when, and in which words. `ifDue`: only if the order's deadline has passed; `onlyFrom`: only if it is in this state. */
export type Deed = { why: FulfillmentReason; by: Actor; now: number; note?: string; ifDue?: true; onlyFrom?: FulfillmentState };

/** `intentId`: the payment that is to be refunded, in full or in part. `changed`: the order doesn't allow it anymore. */
export type Ended = { outcome: 'ended'; intentId: string | null } | { outcome: 'changed' };

/** Why an order is decided, in a sentence for both sides, and what becomes of the money. */
export type Decision = Deed & { sentence: Message } & (
    | { outcome: 'refunded'; relist: boolean; whileDisputed?: true }
    | { outcome: 'partly_refunded'; refundCents: number }
    | { outcome: 'paid_out' }
  );

/** Records that the phone changed hands: from now on the buyer has `inspectionMs` to check it. Returns whether it did. */
export async function handOver(tx: Db, order: FullOrderRow, { inspectionMs, ...deed }: Deed & { inspectionMs: number }): Promise<boolean> {
  const until = deed.now + inspectionMs;
  const moved = await transitionFulfillment(tx, order.id, { transition: 'handOver', ...deed, dueAt: until }, { handed_over_at: deed.now });
  if (moved === null) return false;
  const about = { until, isOverdue: deed.why === 'confirmation_overdue', isDisputed: isDisputed(order) };
  await notifyBoth(tx, order, (side) => handedOver(order, side, about), deed.now);
  await noteHandedOver(tx, order, deed);
  return true;
}

/** Completes an order: its seller is to be paid. */
export async function completeOrder(tx: Db, order: FullOrderRow, deed: Deed): Promise<Ended> {
  await lockListing(tx, order.listing_id);
  if ((await transitionFulfillment(tx, order.id, { transition: 'complete', ...deed })) === null) return { outcome: 'changed' };
  await owePayout(tx, order, { refundedCents: 0, now: deed.now });
  await writeAudit(tx, { act: 'order_completed', subject: { kind: 'order', id: order.id }, after: { why: deed.why }, by: deed.by, now: deed.now });
  await notifyBoth(tx, order, (side) => orderCompleted(order, side, { isInspected: deed.why === 'inspected', isDisputed: isDisputed(order) }), deed.now);
  return { outcome: 'ended', intentId: null };
}

const isDisputed = ({ dispute_state }: FullOrderRow): boolean => outcomeOf(dispute_state) === 'open';

/** Cancels a sale before the handover: the buyer gets a full refund. */
export function cancelSale(tx: Db, order: FullOrderRow, { relist, ...deed }: Deed & { relist: boolean }): Promise<Ended> {
  const why = whyCanceled(order, deed.why, deed.note !== undefined);
  return undo(tx, order, {
    change: { transition: 'cancel', ...deed },
    closedReason: 'sale_canceled',
    relist,
    why,
    toSeller: (relisted) => saleCanceled(order, { why, relisted }),
  });
}

/** Closes a problem: the buyer gets everything, a part or nothing back. */
export async function decideOrder(tx: Db, order: FullOrderRow, decision: Decision): Promise<Ended> {
  const { sentence: why, ...deed } = decision;
  const change: FulfillmentTransition = { transition: 'decide', why: deed.why, by: deed.by, now: deed.now, outcome: deed.outcome, ...pickRest(deed) };
  if (deed.outcome === 'refunded') {
    const hasPhone = await isWithSeller(tx, order.id);
    const toSeller = (relisted: boolean) => orderDecided(order, { why, result: fullyRefunded({ relisted, hasPhone }) });
    const { relist, whileDisputed } = deed;
    return undo(tx, order, { change, closedReason: 'refunded_after_problem', relist, ...(whileDisputed && { whileDisputed }), why, toSeller });
  }
  await lockListing(tx, order.listing_id);
  if (isPerson(deed.by)) await requireUnfrozen(tx, order.id, deed.outcome === 'paid_out' ? 'payout' : 'refund');
  if ((await transitionFulfillment(tx, order.id, change)) === null) return { outcome: 'changed' };
  const part = deed.outcome === 'partly_refunded' ? await markPartialRefundDue(tx, order.id, deed.refundCents) : null;
  const refundCents = part?.cents ?? 0;
  await owePayout(tx, order, { refundedCents: refundCents, now: deed.now });
  const after = { outcome: deed.outcome, why: deed.why, refundCents };
  await writeAudit(tx, { act: 'order_decided', subject: { kind: 'order', id: order.id }, after, by: deed.by, now: deed.now });
  await notifyBoth(tx, order, (side) => orderDecided(order, { why, result: part ? partlyRefunded(side, part) : paidInFull(side) }), deed.now);
  // Who keeps the money has given the phone away, even if the two never confirmed it.
  await noteHandedOver(tx, order, deed);
  return { outcome: 'ended', intentId: part?.intentId ?? null };
}

type Undo = Pick<Undoing, 'change' | 'closedReason' | 'relist' | 'whileDisputed'> & { why: Message; toSeller(relisted: boolean): Words };

async function undo(tx: Db, order: FullOrderRow, { why, toSeller, ...undoing }: Undo): Promise<Ended> {
  const undone = await undoSaleIn(tx, order, { ...undoing, toBuyer: why, toSeller: (_amountCents, relisted) => toSeller(relisted) });
  return undone.outcome === 'undone' ? { outcome: 'ended', intentId: undone.intentId } : { outcome: 'changed' };
}

const pickRest = ({ note, ifDue, onlyFrom }: Deed) => ({
  ...(note !== undefined && { note }),
  ...(ifDue && { ifDue }),
  ...(onlyFrom && { onlyFrom }),
});

/** Notifies the buyer and the seller of an order. */
export async function notifyBoth(tx: Db, order: FullOrderRow, toWords: (side: 'buyer' | 'seller') => Words, now: number): Promise<void> {
  const seller = await findSellerOf(tx, order);
  await notify(
    tx,
    [
      { recipient: buyerOf(order), words: toWords('buyer') },
      { recipient: seller, words: toWords('seller') },
    ],
    now,
  );
}
