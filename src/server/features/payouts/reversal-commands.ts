import type { PayoutState } from '#contract/payouts.ts';
import type { Db } from '../../db/tables.ts';
import type { PayoutProvider, TransferReversal } from '../../ports/payouts.ts';
import { writeAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { SHOP } from '../orders/index.ts';
import { writeSaleEntry } from '../payments/index.ts';
import { findEntitlement } from './entitlement.ts';
import { payoutReversed } from './messages.ts';
import { lockPayout, returnFee } from './payout-commands.ts';
import { changePayout, findKnownReversals, type PayoutOfSale } from './queries.ts';
import { excessOf, lessTaken } from './rules.ts';

/**
 * Fixes how much has to come back of a paid payout after money went back to the buyer. What can be taken back from the seller's account is `taking`
 * now; the rest is owed by the seller. Returns the payout when something is being taken.
 */
export function claimReversal(db: Db, orderId: string, { provider, now }: { provider: PayoutProvider['kind']; now: number }): Promise<PayoutOfSale | null> {
  return db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, orderId);
    if (!payout || (payout.state !== 'sent' && payout.state !== 'noted') || payout.taking_cents > 0) return null;
    const { entitled } = await findEntitlement(tx, orderId, payout.refunded_cents);
    if (entitled.refundedCents <= payout.refunded_cents) return null;
    const excess = excessOf(payout, entitled.netCents);
    const isThere = payout.transfer_id !== null && payout.provider === provider;
    const taking = isThere ? Math.min(excess, payout.net_cents - payout.reversed_cents) : 0;
    const owed = excess - taking;
    const state: PayoutState = entitled.netCents === 0 ? 'reversed' : payout.state;
    const claimed = {
      ...{ refunded_cents: entitled.refundedCents, fee_cents: entitled.feeCents, taking_cents: taking, debt_cents: payout.debt_cents + owed },
      ...{ attempt: payout.attempt + 1, try_at: now, state },
    };
    if (!(await changePayout(tx, payout, claimed))) return null;
    await returnFee(tx, payout, entitled, now);
    if (taking === 0) await concludeReversal(tx, payout, { takenCents: 0, owedCents: owed }, now);
    return taking > 0 ? { ...payout, ...claimed } : null;
  });
}

/**
 * Records reversals of a payout's transfer, each once, whoever made them: what is taken already is neither taken again nor owed. Returns the payout while
 * some of it is still to be taken back.
 */
export function recordReversals(db: Db, orderId: string, reversals: TransferReversal[], now: number): Promise<PayoutOfSale | null> {
  return db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, orderId);
    if (!payout || payout.provider === null) return null;
    const known = await findKnownReversals(tx, orderId);
    const unknown = reversals.filter(({ id }) => !known.has(id));
    const takenCents = unknown.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (takenCents === 0) return payout.taking_cents > 0 ? payout : null;
    const changed = { ...lessTaken(payout, takenCents), reversed_cents: payout.reversed_cents + takenCents };
    const isOver = changed.taking_cents === 0;
    // While it isn't over, the key stays: an earlier request that is still under way can't take the same again.
    if (!(await changePayout(tx, payout, { ...changed, ...(isOver && { attempt: payout.attempt + 1 }) }))) return null;
    for (const { id, amountCents } of unknown)
      await writeSaleEntry(tx, orderId, { kind: 'transfer_reversal', amountCents, reference: id, provider: payout.provider, now });
    // What was owed from the beginning is part of the same message.
    await concludeReversal(tx, payout, { takenCents, owedCents: isOver ? changed.debt_cents : 0 }, now);
    return isOver ? null : { ...payout, ...changed };
  });
}

/** Records that the provider refused to take the rest back, so the seller owes it. */
export function recordRefusedReversal(db: Db, payout: PayoutOfSale, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const owedCents = payout.debt_cents + payout.taking_cents;
    if (!(await changePayout(tx, payout, { taking_cents: 0, debt_cents: owedCents, attempt: payout.attempt + 1 }))) return;
    await concludeReversal(tx, payout, { takenCents: 0, owedCents }, now);
  });
}

async function concludeReversal(tx: Db, payout: PayoutOfSale, outcome: { takenCents: number; owedCents: number }, now: number): Promise<void> {
  if (outcome.takenCents + outcome.owedCents === 0) return;
  await writeAudit(tx, { act: 'payout_reversed', subject: { kind: 'order', id: payout.order_id }, after: outcome, by: SHOP, now });
  await notify(tx, [{ recipient: { userId: payout.seller_id, email: payout.seller_email }, words: payoutReversed(payout, outcome) }], now);
}
