import type { HandoverDirection, HandoverRole } from '#contract/handover.ts';
import type { FulfilledOrderRow } from '../orders/index.ts';
import type { ProofRow } from './queries.ts';
import type { ReadCode } from './read-code.ts';
import type { Phase, Refusal } from './rules.ts';

/**
 * `proven`: this side's proof is there, and `intentId` is to be refunded. `waits`: the code counts once the receiver confirms. `repeated`: nothing is
 * new. `changed`: there is nothing to confirm any more.
 */
export type Proven = { outcome: 'proven'; intentId: string | null } | { outcome: 'waits' | 'repeated' | 'changed' } | { outcome: 'refused'; refusal: Refusal };

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
