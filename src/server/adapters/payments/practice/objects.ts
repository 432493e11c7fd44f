import { newId } from './ids.ts';
import type { EventType, FailedTry, Intent, StoredCard } from './intent.ts';

/** The version of Stripe's REST API that these formats follow. */
const API_VERSION = '2026-10-28.endive';

/** The shop, with its secret key, sees everything; a browser sees what Stripe shows to browsers. */
export type Reader = 'secret' | 'publishable';

export type Refund = { id: string; intentId: string; chargeId: string; amount: number; currency: string; status: string; createdAt: number };

export function toRefundObject(refund: Refund) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: seconds(refund.createdAt),
    currency: refund.currency,
    metadata: {},
    payment_intent: refund.intentId,
    reason: null,
    receipt_number: null,
    status: refund.status,
  };
}

export const seconds = (moment: number): number => Math.floor(moment / 1000);

/** The event for the shop: the intent, or its charge, as it was at that moment. */
export function toEventObject(type: EventType, intent: Intent, { origin, now }: { origin: string; now: number }) {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(now),
    data: { object: type === 'charge.refunded' ? toChargeObject(intent) : toIntentObject(intent, 'secret', origin) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

/** The latest attempt to charge the intent's card. */
export function toChargeObject(intent: Intent) {
  const { card, chargeId, chargedAt, metadata, description } = intent.details;
  return {
    id: chargeId,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: intent.amountRefunded,
    captured: true,
    created: seconds(chargedAt ?? intent.createdAt),
    currency: intent.currency,
    description,
    livemode: false,
    metadata,
    paid: intent.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: card?.id ?? null,
    payment_method_details: card && { type: 'card', card: toCard(card) },
    refunded: intent.amountRefunded === intent.amount,
    status: intent.status === 'succeeded' ? 'succeeded' : 'failed',
  };
}

const toCard = ({ brand, funding, last4 }: StoredCard) => ({ brand, display_brand: brand, funding, last4 });

/** An intent in the format of Stripe's REST API. */
export function toIntentObject(intent: Intent, reader: Reader, origin: string) {
  const { details } = intent;
  const seenByBoth = {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: intent.amount,
    automatic_payment_methods: null,
    canceled_at: details.canceledAt === null ? null : seconds(details.canceledAt),
    cancellation_reason: details.cancellationReason,
    capture_method: 'automatic',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: seconds(intent.createdAt),
    currency: intent.currency,
    description: details.description,
    last_payment_error: details.lastError && toLastError(details.lastError, details.chargeId),
    livemode: false,
    next_action: toNextAction(intent, origin),
    payment_method: details.card?.id ?? null,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    status: intent.status,
  };
  if (reader === 'publishable') return seenByBoth;
  return {
    ...seenByBoth,
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    customer: null,
    latest_charge: details.chargeId,
    metadata: details.metadata,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    statement_descriptor: null,
    transfer_group: null,
  };
}

function toLastError({ card, ...error }: FailedTry, chargeId: string | null) {
  return {
    ...error,
    ...(error.type === 'card_error' && chargeId !== null && { charge: chargeId }),
    payment_method: { id: card.id, object: 'payment_method', type: 'card', card: toCard(card), livemode: false },
  };
}

function toNextAction(intent: Intent, origin: string) {
  if (intent.status !== 'requires_action') return null;
  const path = intent.details.challenge?.returnPath ?? null;
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: challengeAddress(intent, origin), return_url: path === null ? null : `${origin}${path}` },
  };
}

/** The address of the bank's page for this intent, below `origin`. */
function challengeAddress(intent: Intent, origin: string): string {
  return `${origin}/practice-cards/challenge/${intent.id}?client_secret=${encodeURIComponent(intent.clientSecret)}`;
}

export const toListObject = <T>(url: string, rows: T[], limit: number) => ({ object: 'list', url, has_more: rows.length > limit, data: rows.slice(0, limit) });
