import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../db/tables.ts';

/** When the first confirmation of an order's handover counted. */
export function confirmedAt(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('handover_proofs')
    .select((inner) => inner.fn.min<number | null>('counted_at').as('at'))
    .whereRef('handover_proofs.order_id', '=', 'orders.id')
    .where('handover_proofs.direction', '=', 'handover');
}

/** How many problems were reported with an order. */
export function countProblems(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('problems')
    .select((inner) => inner.fn.countAll<number>().as('count'))
    .whereRef('problems.order_id', '=', 'orders.id');
}

/** The side of an order whose proposal of a meeting isn't answered. */
export function proposedBy(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('meeting_proposals')
    .select('by_side')
    .whereRef('meeting_proposals.order_id', '=', 'orders.id')
    .where('meeting_proposals.state', '=', 'proposed');
}

/** The side of an order whose proposal of a meeting is agreed. */
export function agreedBy(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('meeting_proposals')
    .select('by_side')
    .whereRef('meeting_proposals.order_id', '=', 'orders.id')
    .where('meeting_proposals.state', '=', 'accepted')
    .limit(1);
}
