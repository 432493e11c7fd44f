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
import { changePayout, type PayoutOfSale } from './queries.ts';
import { excessOf } from './rules.ts';

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

/** Records what the provider took back; null: it refused, so the seller owes it. */
export function recordReversal(db: Db, payout: PayoutOfSale, reversal: TransferReversal | null, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { order_id, provider, taking_cents, reversed_cents, debt_cents } = payout;
    const takenCents = reversal?.amountCents ?? 0;
    const owedCents = taking_cents - takenCents;
    const set = { taking_cents: 0, reversed_cents: reversed_cents + takenCents, debt_cents: debt_cents + owedCents, attempt: payout.attempt + 1 };
    if (!(await changePayout(tx, payout, set))) return;
    if (reversal && provider !== null)
      await writeSaleEntry(tx, order_id, { kind: 'transfer_reversal', amountCents: takenCents, reference: reversal.id, provider, now });
    // What was owed from the beginning is part of the same message.
    await concludeReversal(tx, payout, { takenCents, owedCents: debt_cents + owedCents }, now);
  });
}

async function concludeReversal(tx: Db, payout: PayoutOfSale, outcome: { takenCents: number; owedCents: number }, now: number): Promise<void> {
  if (outcome.takenCents + outcome.owedCents === 0) return;
  await writeAudit(tx, { act: 'payout_reversed', subject: { kind: 'order', id: payout.order_id }, after: outcome, by: SHOP, now });
  await notify(tx, [{ recipient: { userId: payout.seller_id, email: payout.seller_email }, words: payoutReversed(payout, outcome) }], now);
}
