import type { Db } from '../../db/tables.ts';
import type { Deed } from '../fulfillment/index.ts';
import { hasHandoverProof } from '../handover/index.ts';
import { type FulfilledOrderRow, transitionFulfillment } from '../orders/index.ts';
import { lockSale } from '../payments/index.ts';
import { notifyOfEscalation } from './escalation-commands.ts';
import { insertProblem, insertStatement } from './queries.ts';

/**
 * Hands an order to the shop that its buyer or a deadline would cancel, within a transaction, if the seller's code from a meeting waits; returns whether
 * it does. A buyer's reason becomes their statement.
 */
export async function contestSale(tx: Db, order: FulfilledOrderRow, { by, now, note, ifDue }: Deed): Promise<boolean> {
  await lockSale(tx, order);
  if (!(await hasHandoverProof(tx, order.id))) return false;
  const isBuyer = by.role === 'buyer';
  const why = isBuyer ? 'cancellation_disputed' : 'handover_disputed';
  if ((await transitionFulfillment(tx, order.id, { transition: 'contest', why, by, now, ...(ifDue && { ifDue }) })) === null) return false;
  const problemId = await insertProblem(tx, { order_id: order.id, opened_by: isBuyer ? 'buyer' : 'seller', reason: 'code_waits' }, now);
  if (isBuyer && note !== undefined) await insertStatement(tx, problemId, { side: 'buyer', authorId: order.buyer_id, text: note, photos: [] }, now);
  await notifyOfEscalation(tx, order, isBuyer ? CANCELED : OVERDUE, now);
  return true;
}

const WAITS = 'but the seller has sent the buyer’s code from a meeting without a connection, and the buyer hasn’t confirmed that they have the phone.';
const CANCELED = `The buyer wants to cancel, ${WAITS}`;
const OVERDUE = `The time is over, ${WAITS}`;
