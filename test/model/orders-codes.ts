import type { FulfillmentReason } from '#contract/fulfillment.ts';
import type { Db } from '#server/db/tables.ts';
import type { FulfillmentRow } from '#server/features/orders/index.ts';
import type { Step } from './orders-history.ts';
import type { Deal } from './orders-play.ts';

/** What takes the sale from a seller who may have given the phone away, without anybody who looked at it. */
const UNSEEN: FulfillmentReason[] = ['canceled_by_buyer', 'handover_overdue', 'no_show_overdue', 'answer_overdue'];

/** Lists which of the seller's codes from meetings got lost, or waited while the sale was undone. */
export async function findLostCodes(db: Db, { orderId, codes }: Deal, { fulfillment, steps }: Ending): Promise<string[]> {
  const stored = await db.selectFrom('handover_proofs').select('step').where('order_id', '=', orderId).where('side', '=', 'seller').executeTakeFirst();
  // A confirmation settles what becomes of a code that waits.
  const pending = codes.filter(({ between: [sent] }) => !steps.some(({ to_state, at }) => to_state === 'confirming' && at >= sent));
  const undone = steps.filter(({ to_state, why }) => (to_state === 'canceled' || to_state === 'decided') && UNSEEN.includes(why as FulfillmentReason));
  const overlooked = pending
    .filter(({ outcome }) => outcome === 'waits')
    .flatMap(({ between: [, answered] }) => undone.filter(({ at }) => at >= answered).map(({ why }) => `${why}, although the seller’s code waited`));
  const isRefunded = fulfillment.handed_over_at === null && (fulfillment.state === 'canceled' || fulfillment.outcome === 'refunded');
  const isLost = isRefunded && !stored && pending.some(({ outcome }) => outcome !== 'refused');
  return [...overlooked, ...(isLost ? ['the seller’s code from a meeting got lost'] : [])];
}

type Ending = { fulfillment: Pick<FulfillmentRow, 'state' | 'outcome' | 'handed_over_at'>; steps: Step[] };
