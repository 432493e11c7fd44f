import type { HandoverDirection, HandoverRole } from '#contract/handover.ts';
import type { FulfilledOrderRow } from '../orders/index.ts';
import type { ProofRow } from './queries.ts';
import type { ReadCode } from './read-code.ts';
import { type Phase, type Refusal, sideOf } from './rules.ts';

/**
 * `proven`: this side's proof is there, and `intentId` is to be refunded. `waits`: the code counts once the receiver confirms. `repeated`: nothing is
 * new. `changed`: there is nothing to confirm anymore. `too_late`: neither, but the code is stored as evidence.
 */
export type Proven =
  | { outcome: 'proven'; intentId: string | null }
  | { outcome: 'waits' | 'repeated' | 'changed' }
  | { outcome: 'refused'; refusal: Refusal }
  | { outcome: 'too_late'; isRefunded: boolean };

/** What a side sent: the giver's code, or the receiver's confirmation. */
export type Sent = {
  role: HandoverRole;
  direction: HandoverDirection;
  code?: ReadCode;
  proof: Pick<ProofRow, 'how' | 'step' | 'made_at' | 'offline' | 'relist'>;
};

export type Proving = {
  order: FulfilledOrderRow;
  sent: Sent;
  phase: Phase;
  own: ProofRow | undefined;
  other: ProofRow | undefined;
  now: number;
  inspectionMs: number;
};

/** The row of what a side sent. */
export function toProof(
  { id }: { id: string },
  { sent: { direction, role, proof }, now, countedAt }: { sent: Sent; now: number; countedAt: number | null },
): ProofRow {
  return { order_id: id, direction, side: sideOf(direction, role), ...proof, received_at: now, counted_at: countedAt };
}
