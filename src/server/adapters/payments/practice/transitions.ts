import { newId } from './ids.ts';
import type { Change, FailedTry, Intent, IntentDetails, IntentStatus, StoredCard } from './intent.ts';
import { unexpectedState } from './refusals.ts';
import type { Decline, TestCard } from './test-cards.ts';

/** The lifecycle of an intent: what is allowed in which state. A new card may replace one that is waiting for its bank. */
const MAY = {
  confirmed: ['requires_payment_method', 'requires_action'],
  challenged: ['requires_action'],
  canceled: ['requires_payment_method', 'requires_action'],
} as const satisfies Record<string, readonly IntentStatus[]>;

const NOT_AUTHENTICATED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const;

/** Attempts to pay with a card: it is charged, declined, or waits for its bank. */
export function confirmIntent(intent: Intent, card: TestCard, { returnPath, now }: { returnPath: string | null; now: number }): Change {
  expectState(intent, 'confirmed');
  const stored = toStored(card);
  if (!card.challenge) return charge(move(intent, intent.status, { challenge: null }), stored, card.decline, now);
  const challenge = { decline: card.decline, returnPath };
  return { intent: move(intent, 'requires_action', { card: stored, lastError: null, challenge }), event: null };
}

/** Throws, with the intent, unless its state allows this. */
export function expectState(intent: Intent, verb: keyof typeof MAY): void {
  const states: readonly IntentStatus[] = MAY[verb];
  if (!states.includes(intent.status)) throw unexpectedState(intent, verb);
}

const toStored = (card: TestCard): StoredCard => ({ id: newId('pm'), brand: card.brand, funding: card.funding, last4: card.number.slice(-4) });

function charge(intent: Intent, card: StoredCard, decline: Decline | null, now: number): Change {
  const charged = { chargeId: newId('ch'), chargedAt: now };
  if (!decline) return { intent: move(intent, 'succeeded', { ...charged, card, lastError: null }), event: 'payment_intent.succeeded' };
  const lastError: FailedTry = { type: 'card_error', ...decline, card };
  return { intent: move(intent, 'requires_payment_method', { ...charged, card: null, lastError }), event: 'payment_intent.payment_failed' };
}

function move(intent: Intent, status: IntentStatus, details: Partial<IntentDetails>): Intent {
  return {
    ...intent,
    status,
    details: { ...intent.details, ...details },
  };
}

/** Applies the outcome of the bank's page: the charge goes ahead, or authentication failed. */
export function answerChallenge(intent: Intent, authenticated: boolean, now: number): Change {
  expectState(intent, 'challenged');
  const { card, challenge } = intent.details;
  if (!card || !challenge) throw unexpectedState(intent, 'challenged');
  if (authenticated) return charge(intent, card, challenge.decline, now);
  const lastError: FailedTry = { ...NOT_AUTHENTICATED, card };
  return { intent: move(intent, 'requires_payment_method', { card: null, lastError }), event: 'payment_intent.payment_failed' };
}

/** Cancels an unpaid intent: nothing can pay it anymore. */
export function cancelIntent(intent: Intent, reason: string | null, now: number): Change {
  expectState(intent, 'canceled');
  return { intent: move(intent, 'canceled', { canceledAt: now, cancellationReason: reason }), event: 'payment_intent.canceled' };
}
