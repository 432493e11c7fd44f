import type { ClosedReason } from '#contract/orders.ts';
import type { Db } from '../../db/tables.ts';
import type { Message } from '../../messages/message.ts';
import type { PaymentProvider, Refund } from '../../ports/payments.ts';
import { writeAudit } from '../audit/index.ts';
import { lockListing, markListingUnsold } from '../listings/index.ts';
import { buyerOf, notify, type Words } from '../notifications/index.ts';
import {
  type Actor,
  type FulfillmentTransition,
  type FullOrderRow,
  isOrderPaid,
  isPerson,
  PROVIDER,
  transitionFulfillment,
  transitionOrders,
} from '../orders/index.ts';
import { noteSaleUndone } from '../passports/index.ts';
import { requireUnfrozen } from './freeze.ts';
import { hasLedgerRefund, reverseDiscount, reverseDiscountIfReturned, sumRefundsByHand, writeLedger } from './ledger-queries.ts';
import { lockSale } from './lock-sale.ts';
import { refundBegun, refundDone, refundedBefore, saleRefunded } from './messages.ts';
import { findPayment, type PaymentRow } from './queries.ts';
import {
  hasRefundDue,
  isPartialRefund,
  limitPartialRefund,
  markPartialRefundMade,
  markPartialRefundReturned,
  markRefundDue,
  markRefunded,
  markRefundReturned,
  noteRefundPending,
  setRefundedCents,
} from './refund-queries.ts';
import { refuseRefundIn } from './refusal-commands.ts';
import { PENDING_MS } from './rules.ts';

export type AdminRefund = { reason: string; relist: boolean; by: Actor; now: number };

/** Why a sale is undone: the transition of its fulfillment, why the order is closed, and what its people are told. */
export type Undoing = {
  change: FulfillmentTransition;
  closedReason: ClosedReason;
  /** Put the phone back on sale if its seller may sell and nobody else has listed it; otherwise its listing is removed. */
  relist: boolean;
  /** Also while a bank investigates the payment: what is due is refunded once it has decided. Otherwise people can't undo the sale then. */
  whileDisputed?: true;
  /** The first sentence of the buyer's notification. */
  toBuyer: Message | string;
  /** The seller's; none if they are told otherwise. */
  toSeller?(amountCents: number, relisted: boolean): Words;
};

/** `not_paid`: the order wasn't paid, its sale was undone before, or its fulfillment doesn't allow it anymore. */
type UndoneSale = { outcome: 'undone'; intentId: string } | { outcome: 'not_paid' };

type Answered = { provider: PaymentProvider['kind']; refund: Refund; now: number };

const RETURNED = 'Your bank returned the refund, so we’re trying again.';

type FoundRefunds = { provider: PaymentProvider['kind']; intentId: string; refunds: Refund[]; now: number };

/** Undoes a sale for an admin, wherever its fulfillment stands. */
export function undoSale(db: Db, order: FullOrderRow, { reason, relist, by, now }: AdminRefund): Promise<UndoneSale> {
  return db.transaction().execute((tx) =>
    undoSaleIn(tx, order, {
      change: { transition: 'undo', why: 'refunded_by_shop', by, now, note: reason, outcome: 'refunded' },
      closedReason: 'refunded_by_admin',
      relist,
      toBuyer: `The shop canceled this sale: “${reason}”`,
      toSeller: (amountCents, relisted) => saleRefunded(order, amountCents, { reason, relisted }),
    }),
  );
}

/** Undoes a sale within a transaction: the fulfillment ends, the payment is due for refund, and the phone is on sale again or removed. */
export async function undoSaleIn(
  tx: Db,
  order: FullOrderRow,
  { change, closedReason, relist, whileDisputed, toBuyer, toSeller }: Undoing,
): Promise<UndoneSale> {
  const { by, now, note } = change;
  // Of this and the removal of its seller, whichever comes second sees the effects of the first.
  const { seller, phone, listing } = await lockSale(tx, order);
  if (!whileDisputed && isPerson(by)) await requireUnfrozen(tx, order.id, change.transition === 'cancel' ? 'cancellation' : 'refund');
  if (!(await isOrderPaid(tx, order.id)) || (await transitionFulfillment(tx, order.id, change)) === null) return { outcome: 'not_paid' };
  const closed = { closed_at: now, closed_reason: closedReason };
  const refund = { transition: 'refund', why: closedReason, by, now, ...(note !== undefined && { note }) } as const;
  await transitionOrders(tx, refund, { id: order.id }, closed);
  const { intentId, leftCents, refundedCents } = await markRefundDue(tx, order.id);
  const isAllBack = leftCents === 0;
  if (isAllBack) await finishRefund(tx, order, { intentId, refundId: null, now });
  await reverseDiscount(tx, intentId, now);
  const isThere = listing?.removed_at === null;
  // Its buyer may have listed the phone, or somebody may have reported it lost.
  const relisted = relist && phone === 'free' && seller.removed_at === null && seller.suspended_at === null && isThere;
  const why = phone === 'lost' ? 'reported_lost' : 'refunded';
  await markListingUnsold(tx, order.listing_id, { removed: relisted || !isThere ? null : why, now });
  const undone = { reason: note ?? change.why, relisted, listingId: order.listing_id, amountCents: leftCents, state: isAllBack ? 'refunded' : 'refund_due' };
  await writeAudit(tx, { act: 'sale_undone', subject: { kind: 'order', id: order.id }, before: { state: 'kept' }, after: undone, by, now });
  const notified = [
    {
      recipient: buyerOf(order),
      words: isAllBack ? refundedBefore(order, toBuyer, closedReason === 'payment_reversed') : refundBegun(order, leftCents, toBuyer),
    },
    ...(toSeller ? [{ recipient: { userId: seller.id, email: seller.email }, words: toSeller(isAllBack ? refundedCents : leftCents, relisted) }] : []),
  ];
  await notify(tx, notified, now);
  await noteSaleUndone(tx, order, { why: change.why, relisted, now });
  return { outcome: 'undone', intentId };
}

/** Records the result of a due refund: made, pending, or failed and to be tried again. */
export function noteRefund(db: Db, order: FullOrderRow, payment: PaymentRow, { provider, refund, now }: Answered): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { id: reference, intentId, amountCents, currency, status } = refund;
    await lockListing(tx, order.listing_id);
    if (status === 'pending') return noteRefundPending(tx, intentId, { refundId: reference, askedAgainAt: now + PENDING_MS });
    if (status === 'failed') return refuseRefundIn(tx, order, payment, now);
    if (!(await finishRefund(tx, order, { intentId, refundId: reference, now }))) return;
    await writeLedger(tx, { ...entryOf(order, { provider, refund, now }), kind: 'refund' });
    const made = { provider, refundId: reference, amountCents, currency, state: 'refunded' };
    await writeAudit(tx, { act: 'refund_made', subject: { kind: 'order', id: order.id }, before: { state: 'refund_due' }, after: made, now });
    await notify(tx, [{ recipient: buyerOf(order), words: refundDone(order, amountCents) }], now);
  });
}

/** Marks a due refund as made, and its order as refunded when nothing else of it is due; returns whether it was due. */
export async function finishRefund(
  tx: Db,
  order: FullOrderRow,
  { intentId, refundId, now }: { intentId: string; refundId: string | null; now: number },
): Promise<boolean> {
  if (!(await markRefunded(tx, intentId, refundId, now))) return false;
  if (!(await hasRefundDue(tx, order.id))) await transitionOrders(tx, { transition: 'moneyBack', why: 'money_back', by: PROVIDER, now }, { id: order.id });
  return true;
}

function entryOf(order: FullOrderRow, { provider, refund, now }: Answered) {
  const { id: reference, intentId, amountCents, currency } = refund;
  return { provider, order_id: order.id, intent_id: intentId, reference, amount_cents: amountCents, currency, at: now };
}

/** Records that the provider reversed a refund it had reported as made: the payment is due for refund again. Returns whether anything changed. */
export function undoRefund(db: Db, order: FullOrderRow, payment: PaymentRow, { provider, refund, now }: Answered): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { id: reference, intentId } = refund;
    await lockListing(tx, order.listing_id);
    if (!(await markRefundReturned(tx, intentId, reference))) return false;
    await noteReturned(tx, order, payment, { provider, refund, now });
    return true;
  });
}

/** Notes that a bank returned a refund of a payment that is due again for it. */
async function noteReturned(tx: Db, order: FullOrderRow, payment: PaymentRow, { provider, refund, now }: Answered): Promise<void> {
  const { id: refundId, amountCents, currency } = refund;
  await refuseRefundIn(tx, order, { ...payment, state: 'refund_due' }, now);
  await writeLedger(tx, { ...entryOf(order, { provider, refund, now }), kind: 'refund_failed' });
  const failed = { provider, refundId, amountCents, currency, state: 'refund_due' };
  await writeAudit(tx, { act: 'refund_failed', subject: { kind: 'order', id: order.id }, before: { state: 'refunded' }, after: failed, by: PROVIDER, now });
  await transitionOrders(tx, { transition: 'refundFailed', why: 'refund_failed', by: PROVIDER, now }, { id: order.id });
  await notify(tx, [{ recipient: buyerOf(order), words: refundBegun(order, amountCents, RETURNED) }], now);
}

/** Records refunds made at the provider itself; returns whether nothing is left of a kept payment by one that the shop didn't decide on. */
export function recordRefunds(db: Db, order: FullOrderRow, found: FoundRefunds): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const payment = await findPayment(tx, found.intentId);
    if (!payment) return false;
    const { cents, made } = await writeRefunds(tx, order, payment, found);
    const refunded = cents + (await sumRefundsByHand(tx, payment.intent_id));
    const isNew = refunded !== payment.refunded_cents;
    const isWhole = payment.left_cents <= refunded - payment.refunded_cents;
    // Nothing is left either when a bank took all of it back, which ends the sale in its own way.
    const isRefund = isNew || payment.left_cents + payment.refunded_cents === payment.amount_cents;
    const isRest = payment.state === 'kept' && isWhole && isRefund && !(await isPartialRefund(tx, payment.intent_id, idOfMade(found.refunds)));
    if (!isNew) return isRest;
    await setRefundedCents(tx, payment.id, refunded);
    await limitPartialRefund(tx, payment.intent_id);
    await reverseDiscountIfReturned(tx, payment.intent_id, found.now);
    // An admin made the refund at the provider that was due here.
    const isFinished = payment.state === 'refund_due' && isWhole && (await finishRefund(tx, order, { ...found, refundId: idOfMade(found.refunds) }));
    // What is due is told of once it is made; a part that went back just before, now.
    if (payment.state !== 'kept' && !isFinished && made.length === 0) return false;
    await noteRefundedElsewhere(tx, order, payment, { ...found, made, refunded, isUndone: isRest });
    return isRest;
  });
}

const idOfMade = (refunds: Refund[]): string | null => refunds.find(({ status }) => status === 'succeeded')?.id ?? null;

/** All that was refunded of a payment, in cents, and the refunds that the ledger didn't know. */
type WrittenRefunds = { cents: number; made: Refund[] };

/** Writes refunds and failed refunds to the ledger, each once. */
async function writeRefunds(tx: Db, order: FullOrderRow, payment: PaymentRow, { provider, intentId, refunds, now }: FoundRefunds): Promise<WrittenRefunds> {
  const about = { provider, order_id: payment.order_id, intent_id: intentId, currency: payment.currency, at: now };
  const written: WrittenRefunds = { cents: 0, made: [] };
  for (const refund of refunds) {
    const { id: reference, amountCents, currency, status } = refund;
    if (currency !== payment.currency) continue;
    const entry = { ...about, reference, amount_cents: amountCents };
    const isKnown = await hasLedgerRefund(tx, reference);
    const isReturned = status === 'failed' && isKnown && !(await hasLedgerRefund(tx, reference, 'refund_failed'));
    if (status === 'succeeded') {
      if (!isKnown) {
        await markPartialRefundMade(tx, intentId, refund);
        written.made.push(refund);
      }
      await writeLedger(tx, { ...entry, kind: 'refund' });
      written.cents += amountCents;
    }
    // `undoRefund` handles the shop's own refund in full.
    if (isReturned && reference !== payment.refund_id) {
      if (await markPartialRefundReturned(tx, intentId, refund)) await refuseRefundIn(tx, order, { ...payment, partial_due_cents: amountCents }, now);
      const left = { ...payment, left_cents: payment.left_cents + amountCents };
      if (payment.state === 'refunded' && (await markRefundReturned(tx, intentId))) await noteReturned(tx, order, left, { provider, refund, now });
      await writeLedger(tx, { ...entry, kind: 'refund_failed' });
    }
  }
  return written;
}

async function noteRefundedElsewhere(
  tx: Db,
  order: FullOrderRow,
  payment: PaymentRow,
  { provider, intentId, made, refunded, isUndone, now }: FoundRefunds & { made: Refund[]; refunded: number; isUndone: boolean },
): Promise<void> {
  const before = { refundedCents: payment.refunded_cents };
  const after = { provider, intentId, refundedCents: refunded, currency: payment.currency };
  await writeAudit(tx, { act: 'refund_made', subject: { kind: 'order', id: order.id }, before, after, by: PROVIDER, now });
  // A refund of all that was left undoes the sale, which notifies its buyer. Otherwise they see each refund on their card's statement, and hear of each.
  if (isUndone) return;
  await notify(
    tx,
    made.map(({ amountCents }) => ({ recipient: buyerOf(order), words: refundDone(order, amountCents) })),
    now,
  );
}
