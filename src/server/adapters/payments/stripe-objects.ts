import type Stripe from 'stripe';
import type { DisputeState } from '#contract/payments/disputes.ts';
import type { PaidCard, PaymentIntent, ProviderDispute, Refund } from '../../ports/payments.ts';

/** An unknown state counts as open: nothing is paid out before someone has checked. */
const DISPUTE_STATES: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

export function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  if (!intent.client_secret) throw new Error('The card service answered an intent without its secret');
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status as PaymentIntent['status'],
    amountCents: intent.amount,
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    lastError: intent.last_payment_error?.message ?? null,
    card: toPaidCard(intent),
  };
}

/** Only a read that expands the latest charge says which card it was. */
function toPaidCard({ status, latest_charge: charge }: Stripe.PaymentIntent): PaidCard | null {
  const card = status === 'succeeded' && charge && typeof charge !== 'string' ? charge.payment_method_details?.card : null;
  return card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null;
}

export function toRefund({ id, payment_intent, amount, currency, status }: Stripe.Refund): Refund {
  return {
    id,
    intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? ''),
    amountCents: amount,
    currency,
    status: toRefundStatus(status),
  };
}

function toRefundStatus(status: string | null): Refund['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

export function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  return {
    id: dispute.id,
    intentId: typeof dispute.payment_intent === 'string' ? dispute.payment_intent : (dispute.payment_intent?.id ?? ''),
    amountCents: dispute.amount,
    currency: dispute.currency,
    state: DISPUTE_STATES[dispute.status] ?? 'under_review',
    reason: dispute.reason,
    evidenceDueAt: dispute.evidence_details.due_by ? inMs(dispute.evidence_details.due_by) : null,
    openedAt: inMs(dispute.created),
    movements: dispute.balance_transactions.map(({ id, amount, fee, currency }) => ({ id, amountCents: amount, feeCents: fee, currency })),
  };
}

const inMs = (seconds: number): number => seconds * 1000;

export function toCharge({ id, status, metadata, amount, currency }: Stripe.PaymentIntent) {
  return status === 'succeeded' ? { id, orderId: metadata.orderId ?? null, amountCents: amount, currency } : null;
}
