import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { inPages, workThrough } from '../../work-through.ts';
import { type DueFulfillment, type FullOrderRow, findDueFulfillments, findFulfillment, findOrder, SHOP } from '../orders/index.ts';
import { completeOrder, type Ended, handOver } from './ending-commands.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'inspectionMs'>;

/** The states that a deadline ends. */
export type TimedState = Exclude<FulfillmentState, 'completed' | 'canceled' | 'decided'>;

/** What the shop does within a transaction when an order's deadline has passed, only if it still has. */
export type Deadline = (tx: Db, order: FullOrderRow, timing: { now: number; inspectionMs: number }) => Promise<Ended>;

/** How many orders a sweep looks up at a time. */
const BATCH = 50;

/** The deadlines from the first confirmation to the payout, when nobody disagrees. */
export const HANDED_OVER_DEADLINES = {
  async confirming(tx, order, timing) {
    const moved = await handOver(tx, order, { why: 'confirmation_overdue', by: SHOP, ifDue: true, ...timing });
    return moved ? { outcome: 'ended', intentId: null } : { outcome: 'changed' };
  },
  handed_over: (tx, order, { now }) => completeOrder(tx, order, { why: 'inspection_over', by: SHOP, now, ifDue: true }),
} satisfies Partial<Record<TimedState, Deadline>>;

/**
 * Does what is due, order by order, earliest first. An order that fails is tried again with the next sweep and keeps no other from its turn. Returns
 * how many orders it changed. Throws an `AggregateError` of the failures at the end. It makes no refunds, or a slow card provider would delay the
 * deadlines of other orders: `onRefundDue` is told which payments to refund, and the sweep of payments finds them, too.
 */
export async function sweepFulfillments(
  services: Needs,
  deadlines: Record<TimedState, Deadline>,
  onRefundDue: (intentId: string) => void = () => {},
): Promise<number> {
  const now = services.clock.now();
  const due = inPages(BATCH, (after: DueFulfillment | undefined) => findDueFulfillments(services.db, now, { limit: BATCH, after }));
  return workThrough(due, async (one) => {
    const ended = await meetDeadline(services, one, deadlines[one.state as TimedState]);
    if (ended.outcome === 'ended' && ended.intentId !== null) onRefundDue(ended.intentId);
    return ended.outcome === 'ended';
  });
}

async function meetDeadline(services: Needs, { order_id, state }: DueFulfillment, deadline: Deadline): Promise<Ended> {
  const { db, clock, inspectionMs } = services;
  const order = await findOrder(db, order_id);
  if (!order) return { outcome: 'changed' };
  return db.transaction().execute(async (tx) => {
    const timing = { now: clock.now(), inspectionMs: inspectionMs() };
    // A sweep may have stood still for so long that the next state’s deadline has passed, too.
    if ((await findFulfillment(tx, order_id))?.state !== state) return { outcome: 'changed' };
    return deadline(tx, order, timing);
  });
}
