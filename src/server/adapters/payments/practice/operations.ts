import { readCard } from './cards.ts';
import { changeIntent } from './changes.ts';
import { openDispute } from './disputes.ts';
import { type Form, metadataAt, refuseUnknown, requiredAt, textAt, wholeAt } from './form.ts';
import { newClientSecret, newId } from './ids.ts';
import type { Intent } from './intent.ts';
import { type Refund, toChargeObject, toIntentObject, toListObject, toRefundObject } from './objects.ts';
import { readPage } from './page.ts';
import { findIntent, findRefund, insertIntent, insertRefund, listDisputes, listIntents, listRefunds } from './queries.ts';
import { invalid, noSuch, RestRefusal } from './refusals.ts';
import type { Answer, Operation, RestCall } from './rest-call.ts';
import { readReturnPath } from './return-path.ts';
import type { TestCard } from './test-cards.ts';
import { cancelIntent, confirmIntent, expectState } from './transitions.ts';

/** Stripe's own limits, in cents: half a dollar, and eight digits. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const CANCEL_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'];
const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

/** Newer versions of Stripe's REST API say `allowed_payment_method_types`, older ones `payment_method_types`. */
const TYPE_LISTS = ['allowed_payment_method_types', 'payment_method_types'];

/** A charge that the bank has taken back, or may take back, can't be refunded as well. */
const UNREFUNDABLE = new Set(['needs_response', 'under_review', 'lost']);

export const create: Operation = async (work, call) => {
  const intent = readNewIntent(call.form, call.now);
  await insertIntent(work, intent);
  return answerIntent(intent, call);
};

function readNewIntent(form: Form, now: number): Intent {
  refuseUnknown(form, ['amount', 'currency', ...TYPE_LISTS, 'automatic_payment_methods', 'metadata', 'description']);
  const amount = readAmount(form);
  const currency = requiredAt(form, 'currency').toLowerCase();
  if (!CURRENCIES.has(currency)) throw invalid('currency', 'Invalid currency: write three letters, such as usd.');
  expectCards(form);
  const id = newId('pi');
  return {
    id,
    clientSecret: newClientSecret(id),
    amount,
    currency,
    status: 'requires_payment_method',
    amountRefunded: 0,
    version: 1,
    createdAt: now,
    details: {
      metadata: metadataAt(form),
      description: textAt(form, 'description'),
      card: null,
      lastError: null,
      chargeId: null,
      chargedAt: null,
      challenge: null,
      canceledAt: null,
      cancellationReason: null,
    },
  };
}

function readAmount(form: Form): number {
  requiredAt(form, 'amount');
  const amount = wholeAt(form, 'amount', { min: 1, max: Number.MAX_SAFE_INTEGER }) ?? 0;
  if (amount < MIN_AMOUNT) throw invalid('amount', 'Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > MAX_AMOUNT) throw invalid('amount', 'Amount must be no more than $999,999.99', 'amount_too_large');
  return amount;
}

function expectCards(form: Form): void {
  for (const name of TYPE_LISTS) {
    const types = form.get(name);
    const onlyCards = types === undefined || (types instanceof Map && [...types.values()].every((type) => type === 'card'));
    if (!onlyCards) throw invalid(name, 'Only cards are taken here: write card.');
  }
}

const answerIntent = (intent: Intent, call: RestCall) => ({ status: 200, body: toIntentObject(intent, call.reader, call.origin) });

export const retrieve: Operation = async (work, call) => {
  refuseUnknown(call.form, ['client_secret', 'expand']);
  const isExpanded = readExpand(call.form);
  const intent = await findIntent(work, call.id);
  if (!intent) throw noSuch('payment_intent', call.id, 'intent');
  const { status, body } = answerIntent(intent, call);
  const isCharged = isExpanded && call.reader === 'secret' && intent.details.chargeId !== null;
  return { status, body: isCharged ? { ...body, latest_charge: toChargeObject(intent) } : body };
};

function readExpand(form: Form): boolean {
  const fields = form.get('expand');
  if (fields === undefined) return false;
  const names = fields instanceof Map ? [...fields.values()] : [fields];
  if (names.some((name) => name !== 'latest_charge')) throw invalid('expand', 'This property cannot be expanded: only latest_charge can.');
  return true;
}

export const list: Operation = async (work, { form, origin }) => {
  refuseUnknown(form, ['limit', 'starting_after']);
  const page = await readPage(form, (id) => findIntent(work, id), 'payment_intent');
  const intents = await listIntents(work, page);
  const objects = intents.map((intent) => toIntentObject(intent, 'secret', origin));
  return { status: 200, body: toListObject('/v1/payment_intents', objects, page.limit) };
};

/** Attempts a payment. A declined card is a result, not an exception: the attempt is stored together with its idempotency key. */
export const confirm: Operation = async (work, call) => {
  refuseUnknown(call.form, ['client_secret', 'payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk', 'expected_payment_method_type']);
  const returnPath = readReturnPath(textAt(call.form, 'return_url'), call.origin);
  const used: { card: TestCard | null } = { card: null };
  const after = await changeIntent(work, call.id, call, (intent) => {
    // Checks the state first: a paid intent is reported as paid, whatever the card.
    expectState(intent, 'confirmed');
    used.card = readCard(call.form, call.now);
    return confirmIntent(intent, used.card, { returnPath, now: call.now });
  });
  if (after.status === 'succeeded' && used.card?.dispute) await openDispute(work, after, { kind: used.card.dispute, amount: after.amount, now: call.now });
  return after.details.lastError ? declineAnswer(after, call) : answerIntent(after, call);
};

function declineAnswer(intent: Intent, call: RestCall): Answer {
  const shown = toIntentObject(intent, call.reader, call.origin);
  return { status: 402, body: { error: { ...shown.last_payment_error, payment_intent: shown } } };
}

export const cancel: Operation = async (work, call) => {
  refuseUnknown(call.form, ['cancellation_reason']);
  const reason = oneOf(call.form, 'cancellation_reason', CANCEL_REASONS);
  return answerIntent(await changeIntent(work, call.id, call, (intent) => cancelIntent(intent, reason, call.now)), call);
};

function oneOf(form: Form, name: string, values: readonly string[]): string | null {
  const value = textAt(form, name);
  if (value !== null && !values.includes(value)) throw invalid(name, `Invalid ${name}: write one of ${values.join(', ')}.`);
  return value;
}

export const refund: Operation = async (work, call) => {
  refuseUnknown(call.form, ['payment_intent', 'amount', 'reason', 'metadata']);
  oneOf(call.form, 'reason', REFUND_REASONS);
  const asked = wholeAt(call.form, 'amount', { min: 1, max: MAX_AMOUNT });
  const intentId = requiredAt(call.form, 'payment_intent');
  if ((await listDisputes(work, intentId, { limit: 1, after: null })).some(({ status }) => UNREFUNDABLE.has(status))) throw disputed();
  const found: { refund: Refund | null } = { refund: null };
  await changeIntent(work, intentId, call, (intent) => {
    const { amount, chargeId } = refundable(intent, asked);
    found.refund = { id: newId('re'), intentId, chargeId, amount, currency: intent.currency, status: 'succeeded', createdAt: call.now };
    return { intent: { ...intent, amountRefunded: intent.amountRefunded + amount }, event: 'charge.refunded' };
  });
  if (!found.refund) throw new Error('a refund was stored without being decided');
  await insertRefund(work, found.refund);
  return { status: 200, body: toRefundObject(found.refund) };
};

function disputed() {
  return new RestRefusal(400, { type: 'invalid_request_error', code: 'charge_disputed', message: 'This charge has been charged back and can’t be refunded.' });
}

function refundable(intent: Intent, asked: number | null): { amount: number; chargeId: string } {
  const { chargeId } = intent.details;
  if (intent.status !== 'succeeded' || chargeId === null) throw invalid('payment_intent', 'This PaymentIntent does not have a successful charge to refund.');
  const left = intent.amount - intent.amountRefunded;
  if (left === 0)
    throw new RestRefusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: `Charge ${chargeId} has already been refunded.` });
  if (asked !== null && asked > left) throw invalid('amount', `Only ${left} of this charge are left to refund.`);
  return { amount: asked ?? left, chargeId };
}

export const retrieveRefund: Operation = async (work, { id, form }) => {
  refuseUnknown(form, []);
  const found = await findRefund(work, id);
  if (!found) throw noSuch('refund', id, 'refund');
  return { status: 200, body: toRefundObject(found) };
};

export const listAllRefunds: Operation = async (work, { form }) => {
  refuseUnknown(form, ['limit', 'starting_after', 'payment_intent']);
  const page = await readPage(form, (id) => findRefund(work, id), 'refund');
  const refunds = await listRefunds(work, textAt(form, 'payment_intent'), page);
  return { status: 200, body: toListObject('/v1/refunds', refunds.map(toRefundObject), page.limit) };
};
