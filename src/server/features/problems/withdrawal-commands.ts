import { type FulfillmentState, HOURS_TO } from '#contract/fulfillment.ts';
import { hours } from '#contract/shared/durations.ts';
import type { ProblemsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import { notifyBoth, orderChanged } from '../fulfillment/index.ts';
import { lockListing } from '../listings/index.ts';
import { dropMeeting, resumeMeeting } from '../meetings/index.ts';
import {
  dueAfter,
  type FulfilledOrderRow,
  type FulfillmentRow,
  findFulfillment,
  findFulfillmentSteps,
  isSideGone,
  transitionFulfillment,
} from '../orders/index.ts';
import { actorOf, requireLatest, type SideStatement } from './commands.ts';
import { problemWithdrawn } from './messages.ts';
import { type Resumption, reportedFrom, wasReturning } from './rules.ts';

type Withdrawal = Pick<SideStatement, 'side' | 'userId' | 'now'> & { problem: ProblemsTable; inspectionMs: number };

/** Takes a problem back: the order goes on where it was, with as much time as without the problem, and a day at least. */
export function withdrawProblem(db: Db, order: FulfilledOrderRow, { problem, side, userId, now, inspectionMs }: Withdrawal): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    await requireLatest(tx, problem);
    const [fulfillment, steps] = [await findFulfillment(tx, order.id), await findFulfillmentSteps(tx, order.id)];
    if (wasReturning(steps)) throw orderChanged();
    const { transition, until } = whereItWas(order, { fulfillment, steps, now, inspectionMs });
    const dueAt = Math.max(now + hours(HOURS_TO.confirm), until);
    const changed = await transitionFulfillment(tx, order.id, { transition, why: 'problem_withdrawn', by: actorOf({ side, userId }), now, dueAt });
    if (changed === null) throw orderChanged();
    const at = fulfillment?.meet_at ?? null;
    if (transition === 'resumeBefore') await dropMeeting(tx, order.id);
    else if (transition !== 'resumeAfter' && at !== null) await resumeMeeting(tx, order.id, { at, now });
    await notifyBoth(tx, order, () => problemWithdrawn(order, side, { transition, isAnyGone: isSideGone(order), meetAt: at, dueAt }), now);
  });
}

type Where = { fulfillment: FulfillmentRow | undefined; steps: FulfillmentState[]; now: number; inspectionMs: number };

/** Where an order goes on after its problem, and until when it would have stayed there without one. */
function whereItWas({ paid_at }: FulfilledOrderRow, { fulfillment, steps, now, inspectionMs }: Where): { transition: Resumption; until: number } {
  const { handed_over_at = null, meet_at = null } = fulfillment ?? {};
  if (handed_over_at !== null) return { transition: 'resumeAfter', until: handed_over_at + inspectionMs };
  if (reportedFrom(steps) === 'confirming') return { transition: 'resumeConfirming', until: now };
  if (meet_at !== null && meet_at > now) return { transition: 'resumeMeeting', until: meet_at + hours(HOURS_TO.meetAfterAgreed) };
  return { transition: 'resumeBefore', until: dueAfter('to_arrange', paid_at) ?? now };
}
