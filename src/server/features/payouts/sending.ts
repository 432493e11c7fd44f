import { CURRENCY } from '#contract/shared/money.ts';
import { ProviderError } from '../../errors.ts';
import type { PayoutService, TransferOutcome } from '../../ports/payouts.ts';
import type { Services } from '../../services.ts';
import { findFreshAccount } from './accounts.ts';
import { requireSaleFacts } from './entitlement.ts';
import { claimPayout, postponePayout, recordRefusal, recordTransfer } from './payout-commands.ts';
import { changePayout, findPayout, type PayoutOfSale, releasePayout } from './queries.ts';
import { claimReversal, recordRefusedReversal, recordReversals } from './reversal-commands.ts';
import { SETTLE_MS, waitForAccount } from './rules.ts';
import { syncSale } from './sync-sale.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'> & { payouts: PayoutService };

/** Sends a seller what is due for an order; safe to repeat, and to do twice at once. Throws `ProviderError` when the provider doesn't respond. */
export async function sendPayout(services: Needs, orderId: string): Promise<void> {
  const { db, clock, payouts } = services;
  const payout = await findPayout(db, orderId);
  if (!payout) return;
  // As it is once that attempt came to nothing.
  if (payout.state === 'sending') return (await settleAttempt(services, payout)) ? sendPayout(services, orderId) : undefined;
  // Practice money never leaves as real money.
  if (payout.charged_by !== payouts.kind) return;
  const account = await findFreshAccount(services, payout.seller_id).catch((error: unknown) => leaveAlone(services, payout, error));
  const why = waitForAccount(account);
  if (why !== null || !account) return postponePayout(db, orderId, why ?? 'no_account', clock.now());
  await syncSale(services, payout).catch((error: unknown) => leaveAlone(services, payout, error));
  const claim = await claimPayout(db, orderId, { provider: payouts.kind, accountId: account.account_id, now: clock.now() });
  if (claim.outcome === 'claimed') await ask(services, claim.payout);
}

/** Records what an earlier attempt made at the provider. When that is nothing, the payout is due again; returns whether it is. */
async function settleAttempt(services: Needs, payout: PayoutOfSale): Promise<boolean> {
  const { db, clock, payouts } = services;
  const made = await payouts.findTransferNamed(payout.account_id ?? '', nameOf(payout), payout.due_at);
  if (!made) return releasePayout(db, payout, clock.now());
  await recordTransfer(db, payout, made, clock.now());
  return false;
}

/** The same for every attempt: an order has one transfer. */
const nameOf = ({ order_id }: PayoutOfSale): string => `payout-${order_id}`;

/** The same until the provider has answered: an earlier request that is still under way can’t make a second transfer. */
const keyOf = (payout: PayoutOfSale): string => `${nameOf(payout)}-${payout.attempt}`;

async function ask(services: Needs, payout: PayoutOfSale): Promise<void> {
  const { db, clock } = services;
  const sent = await transfer(services, payout).catch((error: unknown) => leaveAlone(services, payout, error));
  if (sent.outcome === 'made') return void (await recordTransfer(db, payout, sent.transfer, clock.now()));
  // The account has just changed: its seller needs to know how.
  const account = sent.why === 'account' ? await findFreshAccount(services, payout.seller_id, 0) : null;
  await recordRefusal(db, payout, (account && waitForAccount(account)) ?? 'provider', clock.now());
}

async function transfer({ db, payouts }: Needs, payout: PayoutOfSale): Promise<TransferOutcome> {
  const { order_id, account_id, net_cents, intent_id } = payout;
  const { chargedCents, refundedCents } = await requireSaleFacts(db, order_id);
  // A transfer from its payment can't be more than that.
  const isCovered = net_cents <= chargedCents - refundedCents;
  return payouts.transfer({
    ...{ accountId: account_id ?? '', amountCents: net_cents, currency: CURRENCY, orderId: order_id, name: nameOf(payout), key: keyOf(payout) },
    intentId: isCovered ? intent_id : null,
  });
}

/** What a provider answered with an error waits a while. It repeats an error for the same key: the next attempt looks for what was made, and has another. */
async function leaveAlone({ db, clock }: Needs, payout: PayoutOfSale, error: unknown): Promise<never> {
  if (error instanceof ProviderError && error.how !== 'unreachable')
    await changePayout(db, payout, { attempt: payout.attempt + 1, try_at: clock.now() + SETTLE_MS });
  throw error;
}

/** Takes back what a seller was paid too much for an order; safe to repeat. Throws `ProviderError` when the provider doesn't respond. */
export async function reversePayout(services: Needs, orderId: string): Promise<void> {
  const claimed = await claimReversal(services.db, orderId, { provider: services.payouts.kind, now: services.clock.now() });
  if (claimed) await takeBack(services, orderId);
}

/** Goes on with taking back what was claimed. What was taken already, by the shop or by its operator at the provider, is only recorded. */
export async function takeBack(services: Needs, orderId: string): Promise<void> {
  const { db, clock, payouts } = services;
  const claimed = await findPayout(db, orderId);
  if (!claimed || claimed.taking_cents === 0 || claimed.transfer_id === null) return;
  const { reversals } = await payouts.findTransfer(claimed.transfer_id);
  const payout = await recordReversals(db, orderId, reversals, clock.now());
  if (!payout) return;
  // What went back to the buyer in total grows with every reversal, and so names this one.
  const name = `payback-${orderId}-${payout.refunded_cents}`;
  const reversal = { amountCents: payout.taking_cents, name, key: `${name}-${payout.attempt}` };
  const answer = await payouts.reverse(claimed.transfer_id, reversal).catch((error: unknown) => leaveAlone(services, payout, error));
  if (answer.outcome === 'made') await recordReversals(db, orderId, [answer.reversal], clock.now());
  else await settleRefusal(services, payout, claimed.transfer_id);
}

/** What the operator has taken back meanwhile was more than was left to take: then the rest is asked for, with another key. Otherwise it is owed. */
async function settleRefusal(services: Needs, payout: PayoutOfSale, transferId: string): Promise<void> {
  const { db, clock, payouts } = services;
  const { reversals } = await payouts.findTransfer(transferId);
  const rest = await recordReversals(db, payout.order_id, reversals, clock.now());
  if (!rest) return;
  if (rest.taking_cents === payout.taking_cents) return recordRefusedReversal(db, rest, clock.now());
  await changePayout(db, rest, { attempt: rest.attempt + 1 });
  await takeBack(services, payout.order_id);
}
