import { hasEnded } from '#contract/shared/handover-states.ts';
import type { Db } from '../../db/tables.ts';
import { notifyAdmins } from '../accounts/index.ts';
import { notifyBoth } from '../fulfillment/index.ts';
import type { FulfilledOrderRow, FulfillmentRow } from '../orders/index.ts';
import { judgeCode } from './code-commands.ts';
import { lateCode, lateCodeToCheck } from './messages.ts';
import { type Proven, type Sent, toProof } from './proving.ts';
import { findProofs, writeProof } from './queries.ts';

type Late = { sent: Sent; fulfillment: FulfillmentRow; now: number };

/**
 * A seller's genuine code from a meeting that arrives when the handover can't be confirmed anymore: it is stored for whoever decides, and both sides
 * and the admins are told.
 */
export async function keepLateCode(tx: Db, order: FulfilledOrderRow, { sent, fulfillment, now }: Late): Promise<Proven> {
  const { code, direction, role, proof } = sent;
  if (!code || role !== 'giver' || direction !== 'handover' || fulfillment.handed_over_at !== null) return { outcome: 'changed' };
  const isRefunded = fulfillment.state === 'canceled' || fulfillment.outcome === 'refunded';
  // The seller is paid.
  if (hasEnded(fulfillment.state) && !isRefunded) return { outcome: 'changed' };
  const tooLate = { outcome: 'too_late', isRefunded } as const;
  const { seller: own } = await findProofs(tx, order.id, direction);
  // Sent again, or the shop has one that counted.
  if (own && (own.counted_at !== null || own.step === proof.step)) return tooLate;
  const judged = await judgeCode(tx, code, { orderId: order.id, offline: true, confirmedAt: null, isTooLate: true, now });
  if (judged.outcome === 'refused') return { outcome: 'refused', refusal: judged.refusal };
  await writeProof(tx, toProof(order, { sent, now, countedAt: null }));
  await notifyBoth(tx, order, (side) => lateCode(order, side, tooLate), now);
  await notifyAdmins(tx, lateCodeToCheck(order, tooLate), now);
  return tooLate;
}
