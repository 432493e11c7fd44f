import type Stripe from 'stripe';
import type {
  NewReversal,
  NewTransfer,
  PayoutAccount,
  PayoutEvent,
  PayoutService,
  ReversalOutcome,
  Transfer,
  TransferOutcome,
  TransferReversal,
} from '../../ports/payouts.ts';
import { asking, callUnless, codeOf, listing, type ProviderSentences } from '../payments/stripe-calls.ts';
import { openStripe, readSignedEvent, type StripeClientOptions } from '../payments/stripe-client.ts';

export type StripePayoutOptions = StripeClientOptions & {
  kind: PayoutService['kind'];
  /** The shop's own address, for links back to it. */
  shopUrl: () => string;
  /** Changes the address of the provider's pages for browsers. */
  toBrowserUrl?: (url: string) => string;
};

const SENTENCES: ProviderSentences = {
  unreachable: 'We can’t reach the payout service right now. Nothing was lost. Please try again in a moment.',
  unwilling: 'The payout service couldn’t do this right now. Please try again in a moment.',
};

/** The format of account and transfer ids. Others are never sent, since the id becomes part of a URL. */
const ACCOUNT_ID = /^acct_\w{1,100}$/u;
const TRANSFER_ID = /^tr_\w{1,100}$/u;

/** What the provider says of an account that is gone, isn't ours, or has withdrawn our access. */
const GONE = 'account_invalid';
const ACCOUNT_REFUSALS = new Set([GONE, 'resource_missing', 'insufficient_capabilities_for_transfer', 'account_closed', 'transfers_not_allowed']);
const BALANCE_REFUSALS = new Set(['balance_insufficient', 'insufficient_funds']);

/** Moments of the two clocks may differ by this much. */
const CLOCK_SKEW_SECONDS = 300;

/** Payouts through Stripe Connect behind Stripe's official library: Stripe itself, or anything with the same API reached through `fetch`. */
export function createStripePayouts(options: StripePayoutOptions): PayoutService {
  const stripe = openStripe(options);
  const toBrowserUrl = options.toBrowserUrl ?? ((url: string) => url);
  return {
    kind: options.kind,
    createAccount: ({ sellerId, email, key }) =>
      ask(async () => {
        const params = { type: 'express', email, capabilities: { transfers: { requested: true } }, metadata: { sellerId } };
        return toAccount(await stripe.accounts.create(params, { idempotencyKey: key }));
      }),
    async findAccount(accountId) {
      if (!ACCOUNT_ID.test(accountId)) return null;
      return ask(() =>
        callUnless<PayoutAccount | null>(
          GONE,
          async () => toAccount(await stripe.accounts.retrieve(accountId)),
          async () => null,
        ),
      );
    },
    createLink: (accountId, { returnPath, expiredPath }) =>
      ask(async () => {
        const [return_url, refresh_url] = [`${options.shopUrl()}${returnPath}`, `${options.shopUrl()}${expiredPath}`];
        const { url } = await stripe.accountLinks.create({ account: accountId, type: 'account_onboarding', return_url, refresh_url });
        return toBrowserUrl(url);
      }),
    transfer: (transfer) => ask(() => makeTransfer(stripe, transfer)),
    findTransferNamed: (accountId, name, since) => ask(() => findNamed(stripe, { destination: accountId, created: { gte: inSeconds(since) } }, name)),
    async findTransfer(transferId) {
      if (!TRANSFER_ID.test(transferId)) throw new Error('This isn’t the id of a transfer');
      return ask(async () => toTransfer(stripe, await stripe.transfers.retrieve(transferId)));
    },
    reverse: (transferId, reversal) => ask(() => makeReversal(stripe, transferId, reversal)),
    listTransfers: () => withReversals(stripe),
    readEvent: (rawBody, signature) => readEvent(stripe, options, rawBody, signature),
  };
}

const ask = <T>(call: () => Promise<T>): Promise<T> => asking(call, SENTENCES);

const inSeconds = (moment: number): number => Math.floor(moment / 1000) - CLOCK_SKEW_SECONDS;

function toAccount({ id, capabilities, payouts_enabled, details_submitted, requirements }: Stripe.Account): PayoutAccount {
  const isReady = capabilities?.transfers === 'active' && payouts_enabled === true;
  return { id, isReady, isSubmitted: details_submitted === true, trouble: requirements?.disabled_reason ?? null };
}

async function makeTransfer(stripe: Stripe, { accountId, amountCents, currency, orderId, intentId, name, key }: NewTransfer): Promise<TransferOutcome> {
  const from = { amount: amountCents, currency, destination: accountId, metadata: { orderId, payout: name } };
  // With a source, the transfer belongs to the charge's own group.
  const charge = intentId === null ? null : await findCharge(stripe, intentId);
  try {
    const made = await stripe.transfers.create(
      { ...from, ...(charge === null ? { transfer_group: orderId } : { source_transaction: charge }) },
      { idempotencyKey: key },
    );
    return { outcome: 'made', transfer: await toTransfer(stripe, made) };
  } catch (error) {
    const why = whyRefused(error);
    if (why === null) throw error;
    return { outcome: 'refused', why };
  }
}

async function findCharge(stripe: Stripe, intentId: string): Promise<string | null> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId);
  return typeof charge === 'string' ? charge : (charge?.id ?? null);
}

/** Why this particular transfer or reversal was refused; null for any other failure. */
function whyRefused(error: unknown): 'account' | 'balance' | 'other' | null {
  const code = codeOf(error) ?? '';
  if (ACCOUNT_REFUSALS.has(code)) return 'account';
  if (BALANCE_REFUSALS.has(code)) return 'balance';
  const { type, statusCode } = error as { type?: unknown; statusCode?: unknown };
  return type === 'StripeInvalidRequestError' && statusCode === 400 ? 'other' : null;
}

async function toTransfer(stripe: Stripe, transfer: Stripe.Transfer): Promise<Transfer> {
  const { id, amount, currency, destination, metadata, reversals } = transfer;
  // A transfer lists its ten latest reversals only.
  const all = reversals.has_more ? await Array.fromAsync(stripe.transfers.listReversals(id, { limit: 100 })) : reversals.data;
  return {
    id,
    name: metadata.payout ?? null,
    orderId: metadata.orderId ?? null,
    accountId: typeof destination === 'string' ? destination : (destination?.id ?? ''),
    amountCents: amount,
    currency,
    reversals: all.map(toReversal),
  };
}

const toReversal = ({ id, amount, metadata }: Stripe.TransferReversal): TransferReversal => ({ id, name: metadata?.payout ?? null, amountCents: amount });

async function findNamed(stripe: Stripe, among: Stripe.TransferListParams, name: string): Promise<Transfer | null> {
  for await (const transfer of stripe.transfers.list({ ...among, limit: 100 })) if (transfer.metadata.payout === name) return toTransfer(stripe, transfer);
  return null;
}

async function makeReversal(stripe: Stripe, transferId: string, { amountCents, name, key }: NewReversal): Promise<ReversalOutcome> {
  try {
    const params = { amount: amountCents, metadata: { payout: name } };
    return { outcome: 'made', reversal: toReversal(await stripe.transfers.createReversal(transferId, params, { idempotencyKey: key })) };
  } catch (error) {
    if (whyRefused(error) === null) throw error;
    return { outcome: 'refused' };
  }
}

async function* withReversals(stripe: Stripe): AsyncIterable<Transfer> {
  for await (const transfer of listing(
    () => stripe.transfers.list({ limit: 100 }),
    (one) => one,
  ))
    yield await ask(() => toTransfer(stripe, transfer));
}

function readEvent(stripe: Stripe, options: StripePayoutOptions, rawBody: string, signature: string): PayoutEvent {
  const { id, type, account, object } = readSignedEvent(stripe, options, rawBody, signature);
  const accountId = object.object === 'account' ? object.id : account;
  return { id, type, accountId: typeof accountId === 'string' ? accountId : null };
}
