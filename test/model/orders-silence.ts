import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
import type { ProblemDecision } from '#contract/problems.ts';
import type { Db } from '#server/db/tables.ts';
import type { Step } from './orders-history.ts';
import type { Deal } from './orders-play.ts';

const SIDES = ['buyer', 'seller'] as const satisfies OrderSide[];

/** The notification that a step to each state causes, unless its reason says otherwise. */
const KINDS: Record<FulfillmentState, string> = {
  to_arrange: 'meeting_called_off',
  arranged: 'meeting_agreed',
  confirming: 'handover_confirmed',
  handed_over: 'handed_over',
  no_show_reported: 'no_show_reported',
  problem_reported: 'problem_reported',
  refund_offered: 'problem_answered',
  escalated: 'problem_escalated',
  returning: 'return_agreed',
  return_confirming: 'return_confirmed',
  completed: 'order_completed',
  canceled: 'sale_canceled',
  decided: 'problem_decided',
};

/** Those that nothing else causes, so that nobody gets one twice. */
const ONLY_BY_STEPS = [
  ...['meeting_agreed', 'handed_over', 'no_show_reported', 'problem_answered', 'problem_escalated', 'problem_withdrawn', 'return_agreed'],
  ...['order_completed', 'sale_canceled', 'sale_refunded', 'problem_decided', 'refund_begun'],
];

type About = Pick<Deal, 'buyer' | 'phone'> & { steps: Step[]; refunds: number; decision: ProblemDecision | null };

/** Lists which steps, refunds and payouts of a paid order somebody wasn't told of at that moment, or was told of twice. */
export async function findSilence(db: Db, { steps, buyer, phone, refunds, decision }: About): Promise<string[]> {
  const breaches: string[] = [];
  for (const side of SIDES) {
    const userId = side === 'buyer' ? buyer.id : phone.sellerId;
    const notifications = await db.selectFrom('notifications').select(['kind', 'created_at']).where('user_id', '=', userId).execute();
    const notified = countBy(notifications.map(({ kind, created_at }) => `${kind} ${created_at}`));
    const due = countBy(steps.flatMap((step, at) => expected(step, { next: steps[at + 1], side, decision }) ?? []));
    for (const [what, times] of due) if ((notified.get(what) ?? 0) < times) breaches.push(`the ${side} was not told: ${what}`);
    for (const [what, times] of notified) {
      const [kind = ''] = what.split(' ');
      if (ONLY_BY_STEPS.includes(kind) && times > (due.get(what) ?? 0)) breaches.push(`the ${side} was told too often: ${what}`);
    }
    const paid = notifications.filter(({ kind }) => kind === 'payout_sent').length;
    if (paid > 1) breaches.push(`the ${side} was told of ${paid} payouts`);
    const made = notifications.filter(({ kind }) => kind === 'refund_done').length;
    if (side === 'buyer' && made !== refunds) breaches.push(`the buyer was told of ${made} refunds, and ${refunds} were made`);
  }
  return breaches;
}

type Around = Pick<About, 'decision'> & { side: OrderSide; next: Step | undefined };

/** The notification that one side gets of a step, with its moment; null: none. */
function expected(step: Step, { side, next, decision }: Around): string | null {
  // The two halves of a step that is made at once are told of together.
  if (['confirming', 'return_confirming', 'problem_reported'].includes(step.to_state) && next?.at === step.at) return null;
  const kind = isRefund(step, decision) && side === 'buyer' ? 'refund_begun' : kindOf(step);
  return kind && `${kind} ${step.at}`;
}

const REFUNDS = [
  'refund_accepted',
  'return_confirmed_by_buyer',
  'return_confirmed_by_seller',
  'return_confirmation_overdue',
  'answer_overdue',
  'decision_overdue',
];

function isRefund({ to_state, why }: Step, decision: ProblemDecision | null): boolean {
  if (to_state === 'canceled' || why === 'refunded_by_shop') return true;
  return to_state === 'decided' && (REFUNDS.includes(why) || (why === 'decided_by_shop' && decision === 'refund'));
}

function kindOf({ from_state, to_state, why }: Step): string | null {
  // The payment's own notifications.
  if (from_state === null) return null;
  if (why === 'reversed_by_bank') return 'dispute_closed';
  if (why === 'refunded_by_shop') return 'sale_refunded';
  if (why === 'problem_withdrawn') return why;
  if (why.startsWith('no_show_') && to_state === 'to_arrange') return 'no_show_answered';
  return KINDS[to_state as FulfillmentState];
}

function countBy(items: string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const item of items) counted.set(item, (counted.get(item) ?? 0) + 1);
  return counted;
}
