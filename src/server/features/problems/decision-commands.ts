import type { ProblemDecision } from '#contract/problems.ts';
import type { Db } from '../../db/tables.ts';
import { message } from '../../messages/message.ts';
import { writeAudit } from '../audit/index.ts';
import { type Deadline, type Decision, decideOrder, type Ended } from '../fulfillment/index.ts';
import { hasHandoverProof, hasWaitingReturnCode } from '../handover/index.ts';
import { lockListing } from '../listings/index.ts';
import { type FulfilledOrderRow, findFulfillmentSteps, isFulfilled, isWithBuyer, SHOP } from '../orders/index.ts';
import { lockSale } from '../payments/index.ts';
import { acceptOffer, beginReturn } from './commands.ts';
import { escalate } from './escalation-commands.ts';
import { findProblem, setDecision } from './queries.ts';
import { defaultDecision } from './rules.ts';

/** What an admin decides, and why; `cents`: what the buyer gets back of their money, for a partial refund. */
type AdminDecision = { decision: ProblemDecision; cents: number | null; reason: string; adminId: string; now: number };

/** Decides about an escalated problem; the first decision counts. */
export async function decideProblem(tx: Db, order: FulfilledOrderRow, { decision, cents, reason, adminId, now }: AdminDecision): Promise<Ended> {
  const problem = await findProblem(tx, order.id);
  if (!problem) return { outcome: 'changed' };
  const by = { role: 'admin', id: adminId } as const;
  const deed = { why: 'decided_by_shop', by, now, note: reason, onlyFrom: 'escalated' } as const;
  const ended =
    decision === 'return'
      ? await beginReturn(tx, order, deed, `We decided that the phone goes back: “${reason}”`)
      : await decideOrder(tx, order, { ...deed, sentence: message`We decided: “${reason}”`, ...moneyOf(decision, cents) });
  if (ended.outcome === 'changed') return ended;
  await setDecision(tx, problem.id, { decision, decision_cents: cents, decision_reason: reason, decided_by: adminId, decided_at: now });
  await writeAudit(tx, {
    act: 'order_decided',
    subject: { kind: 'order', id: order.id },
    after: { problem: problem.reason, decision, reason, ...(cents !== null && { cents }) },
    by,
    now,
  });
  return ended;
}

/** Records that an admin read the messages of an order's buyer and seller. */
export function noteMessagesRead(db: Db, orderId: string, now: number): Promise<void> {
  return writeAudit(db, { act: 'messages_read', subject: { kind: 'order', id: orderId }, now });
}

function moneyOf(decision: Exclude<ProblemDecision, 'return'>, cents: number | null) {
  if (decision === 'partial') return { outcome: 'partly_refunded', refundCents: cents ?? 0 } as const;
  return decision === 'refund' ? ({ outcome: 'refunded', relist: false } as const) : ({ outcome: 'paid_out' } as const);
}

type WithoutMoney = Omit<Extract<Decision, { outcome: 'refunded' }>, 'outcome' | 'relist'>;

const CODE_WAITS =
  'The time to return the phone is over, but the buyer sent the seller’s code from a meeting, and the seller hasn’t confirmed that they have the phone.';

/** What becomes of problems that nobody settles in time. */
export const PROBLEM_DEADLINES = {
  async problem_reported(tx, order, { now }) {
    const deed = { why: 'answer_overdue', by: SHOP, now, ifDue: true } as const;
    const sentence = 'The seller didn’t answer in time.';
    if (!isFulfilled(order)) return { outcome: 'changed' };
    if (isWithBuyer(order)) return order.seller_removed_at === null ? beginReturn(tx, order, deed, sentence) : decideLater(tx, order, deed);
    await lockSale(tx, order);
    if (!(await hasHandoverProof(tx, order.id))) return refundAll(tx, order, { ...deed, sentence: message`${sentence}` });
    return escalateNow(tx, order, deed, `${sentence} But they sent the buyer’s code from a meeting.`);
  },
  async refund_offered(tx, order, { now }) {
    const problem = await findProblem(tx, order.id);
    if (!problem || !isFulfilled(order)) return { outcome: 'changed' };
    return acceptOffer(tx, order, problem, { why: 'offer_overdue', by: SHOP, now, ifDue: true });
  },
  async escalated(tx, order, { now }) {
    if (!isFulfilled(order)) return { outcome: 'changed' };
    const deed = { why: 'decision_overdue', by: SHOP, now, ifDue: true } as const;
    const sentence = 'We didn’t decide in time.';
    // To a seller who is gone, nothing can be brought back.
    const isReturnable = order.seller_removed_at === null && (await mayBeWithBuyer(tx, order));
    if (defaultDecision(isReturnable, await findFulfillmentSteps(tx, order.id)) === 'return') return beginReturn(tx, order, deed, sentence);
    return refundAll(tx, order, { ...deed, sentence: message`${sentence}` });
  },
  async returning(tx, order, { now }) {
    const due = { by: SHOP, now, ifDue: true } as const;
    // The buyer couldn't bring it back.
    if (order.seller_removed_at !== null && isFulfilled(order)) return decideLater(tx, order, { ...due, why: 'answer_overdue' });
    await lockListing(tx, order.listing_id);
    if (isFulfilled(order) && (await hasWaitingReturnCode(tx, order.id))) return escalateNow(tx, order, { ...due, why: 'return_disputed' }, CODE_WAITS);
    return decideOrder(tx, order, { ...due, outcome: 'paid_out', why: 'return_overdue', sentence: message`The phone wasn’t returned in time.` });
  },
} satisfies Record<'problem_reported' | 'refund_offered' | 'escalated' | 'returning', Deadline>;

/** Hands a problem with a seller who is no longer here to the shop. */
function decideLater(tx: Db, order: FulfilledOrderRow, deed: Parameters<typeof escalate>[2]): Promise<Ended> {
  return escalateNow(tx, order, deed, 'The seller no longer has an account.');
}

async function escalateNow(...given: Parameters<typeof escalate>): Promise<Ended> {
  return (await escalate(...given)) ? { outcome: 'ended', intentId: null } : { outcome: 'changed' };
}

/** Whether the buyer has the phone, or may have it by the seller's code that waits or came too late. */
export async function mayBeWithBuyer(db: Db, order: FulfilledOrderRow): Promise<boolean> {
  return isWithBuyer(order) || (await hasHandoverProof(db, order.id));
}

function refundAll(tx: Db, order: Parameters<Deadline>[1], deed: WithoutMoney): Promise<Ended> {
  return decideOrder(tx, order, { ...deed, outcome: 'refunded', relist: false });
}
