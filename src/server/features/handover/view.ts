import type { HandoverView } from '#contract/handover.ts';
import { toBase64Url } from '#contract/handover-code.ts';
import type { OrderSide } from '#contract/orders.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { Services } from '../../services.ts';
import type { FulfilledOrderRow } from '../orders/index.ts';
import { findCodes, findProofs } from './queries.ts';
import { phaseOf, roleOf, sideOf } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'handoverKeys'>;

/** Where an order's handover or return stands, for one of its sides. Only the receiver gets the secret. */
export async function viewHandover({ db, clock, handoverKeys }: Needs, order: FulfilledOrderRow, side: OrderSide): Promise<HandoverView> {
  const now = clock.now();
  const phase = phaseOf(order.fulfillment_state);
  const direction = phase?.direction ?? 'handover';
  const role = roleOf(direction, side);
  const [proofs, codes] = await Promise.all([findProofs(db, order.id, direction), findCodes(db, order.id)]);
  const [received, given] = [proofs[sideOf(direction, 'receiver')], proofs[sideOf(direction, 'giver')]];
  const isOver = phase?.step === 'done';
  // While nobody has confirmed, a proof that counted belongs to an attempt that came to nothing.
  const at = (proof: typeof given) => (proof?.counted_at != null && phase?.step !== 'open' ? toIso(proof.received_at) : null);
  const isReturned = direction === 'handover' || (received !== undefined && order.outcome === 'refunded');
  return {
    direction: isOver && !isReturned ? null : (phase?.direction ?? null),
    role,
    secret: phase && !isOver && role === 'receiver' ? toBase64Url(handoverKeys.of({ orderId: order.id, direction })) : null,
    serverTime: toIso(now),
    receivedAt: at(received),
    givenAt: at(given),
    isWaiting: phase?.step === 'open' && given?.counted_at === null,
    pausedUntil: codes.paused_until !== null && codes.paused_until > now ? toIso(codes.paused_until) : null,
    isDone: isOver && isReturned,
  };
}
