import type { PayoutWait } from '#contract/payouts.ts';
import { minutes } from '#contract/shared/durations.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import type { PayoutProvider, Transfer } from '../../ports/payouts.ts';
import { lockUser } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { lockListing } from '../listings/index.ts';
import { notify } from '../notifications/index.ts';
import { type Actor, markPaidOut, SHOP } from '../orders/index.ts';
import { type Entitlement, findDebts, writeSaleEntry } from '../payments/index.ts';
import { findEntitlement } from './entitlement.ts';
import { payoutSent, payoutWaits } from './messages.ts';
import { changePayout, findPayout, insertPayout, type PayoutOfSale } from './queries.ts';
import { offsetOf, SELLERS_WAITS, SETTLE_MS } from './rules.ts';

/** `waits`: a bank is investigating. `gone`: nothing is left for the seller, or it isn't due anymore. `offset`: all of it paid what they owed. */
export type Claim = { outcome: 'claimed'; payout: PayoutOfSale } | { outcome: 'waits' | 'gone' | 'offset' };

type Payable = Pick<OrderRow, 'id' | 'seller_id' | 'price_cents'>;

const RETRY_MS = minutes(60);
const RETRY_DISPUTED_MS = minutes(5);

/**
 * Owes the seller of a completed order its price, less the fee and what was refunded of it in total; exactly once, however often it is called. Call
 * it in the transaction that completes the order. Returns whether it was new.
 */
export async function owePayout(tx: Db, order: Payable, { refundedCents, now }: { refundedCents: number; now: number }): Promise<boolean> {
  const { entitled } = await findEntitlement(tx, order.id, refundedCents);
  const amounts = { gross_cents: order.price_cents, refunded_cents: entitled.refundedCents, fee_cents: entitled.feeCents, net_cents: entitled.netCents };
  if (!(await insertPayout(tx, { order_id: order.id, seller_id: order.seller_id, ...amounts }, now))) return false;
  await writeSaleEntry(tx, order.id, { kind: 'fee', amountCents: entitled.feeCents, now });
  return true;
}

/** Locks a payout with everything that decides about its amount: its seller's debts, and its sale. */
export async function lockPayout(tx: Db, orderId: string): Promise<PayoutOfSale | undefined> {
  const found = await findPayout(tx, orderId);
  if (!found) return undefined;
  await lockUser(tx, found.seller_id);
  await lockListing(tx, found.listing_id);
  return findPayout(tx, orderId);
}

/** Fixes the amount of a due payout, and that it is being sent to this account. Only one of several at once claims it. */
export function claimPayout(
  db: Db,
  orderId: string,
  { provider, accountId, now }: { provider: PayoutProvider['kind']; accountId: string; now: number },
): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const settled = await settleAmount(tx, orderId, now);
    if (settled.outcome !== 'settled') return settled;
    const { payout, entitled, netCents, offsetCents } = settled;
    if (netCents === 0) {
      await markPaid(tx, payout, { amounts: { entitled, netCents, offsetCents }, state: 'sent', provider, transferId: null, by: SHOP, now });
      return { outcome: 'offset' };
    }
    const amounts = { refunded_cents: entitled.refundedCents, fee_cents: entitled.feeCents, offset_cents: offsetCents, net_cents: netCents };
    // What it waited for stays noted: if the provider refuses again for the same reason, the seller isn’t notified again.
    const claimed = { ...amounts, state: 'sending', provider, account_id: accountId, asked_at: now, try_at: now + SETTLE_MS } as const;
    if (!(await changePayout(tx, payout, claimed))) return { outcome: 'gone' };
    return { outcome: 'claimed', payout: { ...payout, ...claimed } };
  });
}

type Amounts = { entitled: Entitlement; netCents: number; offsetCents: number };
type Settled = ({ outcome: 'settled'; payout: PayoutOfSale } & Amounts) | { outcome: 'waits' | 'gone' };

/** What a due payout comes to now. A payout of which nothing is left ends here. */
async function settleAmount(tx: Db, orderId: string, now: number): Promise<Settled> {
  const payout = await lockPayout(tx, orderId);
  if (!payout || (payout.state !== 'due' && payout.state !== 'failed')) return { outcome: 'gone' };
  const { entitled, isDisputed } = await findEntitlement(tx, orderId, payout.refunded_cents);
  if (isDisputed) {
    await wait(tx, payout, 'dispute', now);
    return { outcome: 'waits' };
  }
  await returnFee(tx, payout, entitled, now);
  if (entitled.netCents === 0) {
    const nothing = { refunded_cents: entitled.refundedCents, fee_cents: entitled.feeCents, net_cents: 0 };
    await changePayout(tx, payout, { ...nothing, state: 'reversed', waits_for: null });
    return { outcome: 'gone' };
  }
  const debtOf = await findDebts(tx, [payout.seller_id]);
  const offsetCents = offsetOf(entitled.netCents, debtOf(payout.seller_id, payout.charged_by));
  return { outcome: 'settled', payout, entitled, offsetCents, netCents: entitled.netCents - offsetCents };
}

/** Gives back the part of the fee on what went back to the buyer. The total that went back tells one such entry from another. */
export async function returnFee(tx: Db, { order_id, fee_cents }: PayoutOfSale, { feeCents, refundedCents }: Entitlement, now: number): Promise<void> {
  await writeSaleEntry(tx, order_id, { kind: 'fee_reversal', amountCents: fee_cents - feeCents, part: String(refundedCents), now });
}

type Paying = {
  amounts: Amounts;
  state: 'sent' | 'noted';
  provider: PayoutProvider['kind'];
  transferId: string | null;
  by: Actor;
  now: number;
};

/** Records that the seller was paid; returns false when something else happened to the payout in the meantime. */
async function markPaid(tx: Db, payout: PayoutOfSale, { amounts, state, provider, transferId, by, now }: Paying): Promise<boolean> {
  const { entitled, netCents, offsetCents } = amounts;
  const columns = { refunded_cents: entitled.refundedCents, fee_cents: entitled.feeCents, offset_cents: offsetCents, net_cents: netCents };
  if (!(await changePayout(tx, payout, { ...columns, state, provider, transfer_id: transferId, waits_for: null, paid_at: now }))) return false;
  const reference = transferId ?? `${state} ${payout.order_id}`;
  await writeSaleEntry(tx, payout.order_id, { kind: 'transfer', amountCents: netCents, reference, provider, now });
  await markPaidOut(tx, payout.order_id, now);
  const after = { paidOut: true, provider, transferId, netCents, feeCents: entitled.feeCents, offsetCents };
  await writeAudit(tx, { act: 'seller_paid_out', subject: { kind: 'order', id: payout.order_id }, before: { paidOut: false }, after, by, now });
  const recipient = { userId: payout.seller_id, email: payout.seller_email };
  await notify(tx, [{ recipient, words: payoutSent(payout, { netCents, feeCents: entitled.feeCents, offsetCents }) }], now);
  return true;
}

/** Records a transfer that the provider made, once; also when its attempt was given up before its answer arrived. */
export function recordTransfer(db: Db, payout: PayoutOfSale, transfer: Transfer, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { refunded_cents, fee_cents, net_cents, offset_cents, provider } = payout;
    if (provider === null) throw new Error('a payout is sent without a provider');
    const entitled = { refundedCents: refunded_cents, feeCents: fee_cents, netCents: net_cents + offset_cents };
    const amounts = { entitled, netCents: transfer.amountCents, offsetCents: offset_cents };
    const current = await lockPayout(tx, payout.order_id);
    if (!current || current.paid_at !== null) return false;
    return markPaid(tx, { ...payout, state: current.state }, { amounts, state: 'sent', provider, transferId: transfer.id, by: SHOP, now });
  });
}

/** Notes that an admin paid the seller; false when the payout isn't due, and `waits` when a bank is investigating. */
export function notePayout(db: Db, orderId: string, { by, now }: { by: Actor; now: number }): Promise<boolean | 'waits'> {
  return db.transaction().execute(async (tx) => {
    const settled = await settleAmount(tx, orderId, now);
    if (settled.outcome !== 'settled') return settled.outcome === 'waits' ? 'waits' : false;
    const { payout, ...amounts } = settled;
    return markPaid(tx, payout, { amounts, state: 'noted', provider: 'by-hand', transferId: null, by, now });
  });
}

/** Records what keeps a payout from being sent, and what it comes to now, and notifies its seller when the reason is new. */
export function postponePayout(db: Db, orderId: string, why: PayoutWait, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const settled = await settleAmount(tx, orderId, now);
    if (settled.outcome !== 'settled') return;
    const { payout, entitled } = settled;
    const amounts = { refunded_cents: entitled.refundedCents, fee_cents: entitled.feeCents, net_cents: entitled.netCents };
    if (await changePayout(tx, payout, amounts)) await wait(tx, { ...payout, ...amounts }, why, now);
  });
}

/** Ends the due payout of a sale of which nothing is left for the seller; returns whether it ended. */
export function endUndonePayout(db: Db, orderId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => (await settleAmount(tx, orderId, now)).outcome === 'gone');
}

async function wait(tx: Db, payout: PayoutOfSale, why: PayoutWait, now: number): Promise<void> {
  const tryAt = now + (why === 'dispute' ? RETRY_DISPUTED_MS : RETRY_MS);
  if (!(await changePayout(tx, payout, { state: 'due', waits_for: why, try_at: tryAt })) || payout.waits_for === why) return;
  // The bank's own decision and its opening are notified of by the payment.
  if (why !== 'dispute') await notifyOfWait(tx, payout, why, now);
}

async function notifyOfWait(tx: Db, payout: PayoutOfSale, why: PayoutWait, now: number): Promise<void> {
  const recipient = { userId: payout.seller_id, email: payout.seller_email };
  await notify(
    tx,
    [{ recipient, words: payoutWaits(payout, { netCents: payout.net_cents + payout.offset_cents, wait: why, isGone: payout.seller_removed_at !== null }) }],
    now,
  );
}

/**
 * Records that the provider refused a transfer, and notifies its seller when the reason is new. Nothing was sent; the next attempt has another key, and
 * fixes the amount anew.
 */
export function recordRefusal(db: Db, payout: PayoutOfSale, why: PayoutWait, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const netCents = payout.net_cents + payout.offset_cents;
    const state = SELLERS_WAITS.includes(why) ? 'due' : 'failed';
    const open = { state, waits_for: why, offset_cents: 0, net_cents: netCents, attempt: payout.attempt + 1, try_at: now + RETRY_MS } as const;
    if ((await changePayout(tx, payout, open)) && payout.waits_for !== why) await notifyOfWait(tx, { ...payout, ...open }, why, now);
  });
}
