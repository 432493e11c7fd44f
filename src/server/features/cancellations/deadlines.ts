import type { Db } from '../../db/tables.ts';
import type { Deadline, Ended } from '../fulfillment/index.ts';
import { isFulfilled, SHOP } from '../orders/index.ts';
import { cancelUnlessCodeWaits } from './commands.ts';

/** What becomes of an order whose phone isn't handed over in time. */
export const CANCELLATION_DEADLINES = {
  to_arrange: (tx, order, { now }) => cancelOverdue(tx, order, { why: 'handover_overdue', now }),
  arranged: (tx, order, { now }) => cancelOverdue(tx, order, { why: 'handover_overdue', now }),
  no_show_reported: (tx, order, { now }) => cancelOverdue(tx, order, { why: 'no_show_overdue', now }),
} satisfies Record<'to_arrange' | 'arranged' | 'no_show_reported', Deadline>;

type Overdue = { why: 'handover_overdue' | 'no_show_overdue'; now: number };

async function cancelOverdue(tx: Db, order: Parameters<Deadline>[1], { why, now }: Overdue): Promise<Ended> {
  if (!isFulfilled(order)) return { outcome: 'changed' };
  const ended = await cancelUnlessCodeWaits(tx, order, { why, by: SHOP, now, ifDue: true, relist: false });
  return ended.outcome === 'contested' ? { outcome: 'ended', intentId: null } : ended;
}
