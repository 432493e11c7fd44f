import type { DisputeState } from '#contract/payments/disputes.ts';
import { ConflictError, type HttpError } from '../../errors.ts';
import type { DisputeMovement, ProviderDispute } from '../../ports/payments.ts';

const OPEN: readonly DisputeState[] = ['inquiry', 'needs_response', 'under_review'];

type Entry = { kind: 'dispute' | 'dispute_reversal' | 'dispute_fee' | 'dispute_fee_reversal'; reference: string; amount_cents: number; currency: string };

const FROZEN = {
  payout: {
    open: 'The buyer’s bank is reviewing this payment. It can’t be paid out until the bank decides.',
    lost: 'The buyer’s bank reversed this payment, so there’s nothing to pay out.',
  },
  cancellation: {
    open: 'The buyer’s bank is reviewing this payment, so the sale can’t be canceled until the bank decides.',
    lost: 'The buyer’s bank has already returned this money.',
  },
  refund: {
    open: 'The buyer’s bank is reviewing this payment, so it can’t be refunded. Respond to the dispute, or accept it with the card provider.',
    lost: 'The buyer’s bank has already returned this money.',
  },
};

export const isOpenDispute = (state: DisputeState): boolean => OPEN.includes(state);

/** Whether the provider refunds nothing of a payment with such a dispute. An inquiry has withdrawn nothing, and a full refund ends it. */
export const blocksRefunds = (state: DisputeState): boolean => isOpenDispute(state) && state !== 'inquiry';

/** How much the bank has taken of a sale and not returned, in cents of the sale's currency. */
export function withdrawnCents(dispute: ProviderDispute): number {
  return Math.max(0, -dispute.movements.reduce((sum, movement) => sum + inSaleCurrency(movement, dispute), 0));
}

/**
 * A movement's amount in the sale's currency, negative when the bank took it. A provider that settles the shop's account in another currency moves the
 * disputed amount at its own rate.
 */
function inSaleCurrency({ amountCents, currency }: DisputeMovement, dispute: ProviderDispute): number {
  return currency === dispute.currency ? amountCents : Math.sign(amountCents) * dispute.amountCents;
}

/** A dispute's movements of money as ledger entries: amounts in the sale's currency, and fees in the provider's. */
export const toLedgerEntries = (dispute: ProviderDispute): Entry[] => dispute.movements.flatMap((movement) => entriesOf(movement, dispute));

function entriesOf(movement: DisputeMovement, dispute: ProviderDispute): Entry[] {
  const { id: reference, feeCents, currency } = movement;
  const cents = inSaleCurrency(movement, dispute);
  const entries: Entry[] = [];
  if (cents !== 0) entries.push({ kind: cents < 0 ? 'dispute' : 'dispute_reversal', reference, amount_cents: Math.abs(cents), currency: dispute.currency });
  if (feeCents !== 0) entries.push({ kind: feeCents > 0 ? 'dispute_fee' : 'dispute_fee_reversal', reference, amount_cents: Math.abs(feeCents), currency });
  return entries;
}

/** Why a disputed payment can't be paid out, refunded or canceled. */
export const refuseFrozen = (freeze: 'open' | 'lost', what: keyof typeof FROZEN): HttpError => new ConflictError('disputed', FROZEN[what][freeze]);
