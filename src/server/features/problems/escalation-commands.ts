import type { Db } from '../../db/tables.ts';
import { notifyAdmins } from '../accounts/index.ts';
import { type Deed, notifyBoth } from '../fulfillment/index.ts';
import { dueAfter, type FulfilledOrderRow, transitionFulfillment } from '../orders/index.ts';
import { decisionNeeded, problemEscalated } from './messages.ts';

/** Hands a problem to the shop within a transaction, and tells both sides and the admins; returns whether its state allowed it. */
export async function escalate(tx: Db, order: FulfilledOrderRow, deed: Deed, sentence: string): Promise<boolean> {
  if ((await transitionFulfillment(tx, order.id, { transition: 'escalate', ...deed })) === null) return false;
  await notifyOfEscalation(tx, order, sentence, deed.now);
  return true;
}

/** Tells both sides and the admins that the shop decides from now on, and why. */
export async function notifyOfEscalation(tx: Db, order: FulfilledOrderRow, sentence: string, now: number): Promise<void> {
  const dueAt = dueAfter('escalated', now) ?? now;
  await notifyBoth(tx, order, () => problemEscalated(order, sentence, dueAt), now);
  await notifyAdmins(tx, decisionNeeded(order, dueAt), now);
}
