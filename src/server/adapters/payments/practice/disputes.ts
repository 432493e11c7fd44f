import { days } from '#contract/shared/durations.ts';
import type { Dispute, DisputeStatus, Movement } from './dispute.ts';
import { refuseUnknown, requiredAt, textAt, wholeAt } from './form.ts';
import { newId } from './ids.ts';
import type { Intent } from './intent.ts';
import { seconds, toListObject } from './objects.ts';
import { readPage } from './page.ts';
import { findDispute, findIntent, insertDispute, insertEvent, listDisputes, replaceDispute, type Work } from './queries.ts';
import { invalid, noSuch, RestRefusal } from './refusals.ts';
import type { Operation, RestCall } from './rest-call.ts';

/** Stripe's fee, in cents. It is not refunded when the dispute is won. */
const FEE = 1500;
const ANSWER_WITHIN_MS = days(9);
const REASONS = ['fraudulent', 'product_not_received', 'product_unacceptable', 'duplicate', 'general'];
const OPEN: readonly DisputeStatus[] = ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review'];

type EventName = 'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated';

/** Only the practice cards have this call: at Stripe, banks open disputes. */
export const create: Operation = async (work, call) => {
  refuseUnknown(call.form, ['payment_intent', 'reason', 'amount', 'inquiry']);
  const intentId = requiredAt(call.form, 'payment_intent');
  const intent = await findIntent(work, intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const left = intent.amount - intent.amountRefunded;
  if (intent.status !== 'succeeded' || left === 0) throw invalid('payment_intent', 'Only a charge that was not refunded can be disputed.');
  const reason = textAt(call.form, 'reason') ?? 'fraudulent';
  if (!REASONS.includes(reason)) throw invalid('reason', `Invalid reason: write one of ${REASONS.join(', ')}.`);
  const amount = wholeAt(call.form, 'amount', { min: 1, max: left }) ?? left;
  const kind = textAt(call.form, 'inquiry') === 'true' ? 'inquiry' : reason;
  return answer(await openDispute(work, intent, { kind, amount, now: call.now }));
};

const answer = (dispute: Dispute) => ({ status: 200, body: toObject(dispute) });

/** A dispute in the format of Stripe's REST API. */
function toObject(dispute: Dispute) {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.movements.map(({ id, amount, fee, createdAt }) => ({
      id,
      object: 'balance_transaction',
      amount,
      created: seconds(createdAt),
      currency: dispute.currency,
      fee,
      net: amount - fee,
      source: dispute.id,
      type: 'adjustment',
    })),
    charge: dispute.chargeId,
    created: seconds(dispute.createdAt),
    currency: dispute.currency,
    evidence: {},
    evidence_details: { due_by: dispute.dueBy === null ? null : seconds(dispute.dueBy), has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: isInquiry(dispute),
    livemode: false,
    metadata: {},
    payment_intent: dispute.intentId,
    reason: dispute.reason,
    status: dispute.status,
  };
}

const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_');

/** Opens a dispute for a paid intent, and notifies the shop. */
export async function openDispute(work: Work, intent: Intent, { kind, amount, now }: { kind: string; amount: number; now: number }): Promise<Dispute> {
  const isInquiry = kind === 'inquiry';
  const dispute: Dispute = {
    id: newId('du'),
    intentId: intent.id,
    chargeId: intent.details.chargeId ?? '',
    amount,
    currency: intent.currency,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    reason: isInquiry ? 'fraudulent' : kind,
    dueBy: now + ANSWER_WITHIN_MS,
    movements: isInquiry ? [] : [{ id: newId('txn'), amount: -amount, fee: FEE, createdAt: now }],
    createdAt: now,
  };
  await insertDispute(work, dispute);
  await notify(work, dispute, isInquiry ? ['created'] : ['created', 'funds_withdrawn'], now);
  return dispute;
}

async function notify(work: Work, dispute: Dispute, events: EventName[], now: number): Promise<void> {
  for (const name of events) {
    const type = `charge.dispute.${name}`;
    const id = newId('evt');
    const body = { id, object: 'event', created: seconds(now), data: { object: toObject(dispute) }, livemode: false, pending_webhooks: 1, type };
    await insertEvent(work, { id, type, body: JSON.stringify(body), now });
  }
}

export const retrieve: Operation = async (work, call) => {
  refuseUnknown(call.form, []);
  return answer(await find(work, call));
};

async function find(work: Work, { id }: RestCall): Promise<Dispute> {
  const dispute = await findDispute(work, id);
  if (!dispute) throw noSuch('dispute', id, 'dispute');
  return dispute;
}

export const list: Operation = async (work, { form }) => {
  refuseUnknown(form, ['limit', 'starting_after', 'payment_intent']);
  const page = await readPage(form, (id) => findDispute(work, id), 'dispute');
  const disputes = await listDisputes(work, textAt(form, 'payment_intent'), page);
  return { status: 200, body: toListObject('/v1/disputes', disputes.map(toObject), page.limit) };
};

/** Accepts evidence. As in Stripe's test mode, `winning_evidence` and `losing_evidence` decide the dispute immediately. */
export const update: Operation = async (work, call) => {
  refuseUnknown(call.form, ['evidence', 'submit', 'metadata']);
  const dispute = await findOpen(work, call);
  const text = textAt(call.form, 'evidence', 'uncategorized_text');
  if (textAt(call.form, 'submit') === 'false') return answer(dispute);
  if (text === 'winning_evidence') return answer(await decide(work, dispute, 'won', call.now));
  if (text === 'losing_evidence') return answer(await decide(work, dispute, 'lost', call.now));
  const reviewed: Dispute = { ...dispute, status: isInquiry(dispute) ? 'warning_under_review' : 'under_review' };
  await store(work, dispute, reviewed, ['updated'], call.now);
  return answer(reviewed);
};

async function findOpen(work: Work, call: RestCall): Promise<Dispute> {
  const dispute = await find(work, call);
  if (!OPEN.includes(dispute.status)) throw alreadyClosed();
  return dispute;
}

const alreadyClosed = (): RestRefusal => new RestRefusal(400, { type: 'invalid_request_error', message: 'This dispute is already closed.' });

async function decide(work: Work, dispute: Dispute, outcome: 'won' | 'lost', now: number): Promise<Dispute> {
  if (isInquiry(dispute)) {
    const closed: Dispute = { ...dispute, status: 'warning_closed' };
    await store(work, dispute, closed, ['closed'], now);
    return closed;
  }
  const back: Movement[] = outcome === 'won' ? [{ id: newId('txn'), amount: dispute.amount, fee: 0, createdAt: now }] : [];
  const decided: Dispute = { ...dispute, status: outcome, movements: [...dispute.movements, ...back] };
  await store(work, dispute, decided, outcome === 'won' ? ['closed', 'funds_reinstated'] : ['closed'], now);
  return decided;
}

async function store(work: Work, before: Dispute, after: Dispute, events: EventName[], now: number): Promise<void> {
  if (!(await replaceDispute(work, before.status, after))) throw alreadyClosed();
  await notify(work, after, events, now);
}

/** Accepts the dispute as lost. */
export const close: Operation = async (work, call) => {
  refuseUnknown(call.form, []);
  return answer(await decide(work, await findOpen(work, call), 'lost', call.now));
};
