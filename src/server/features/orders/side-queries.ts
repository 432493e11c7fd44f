import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables.ts';

/** When the first confirmation of an order's handover counted. */
export function confirmedAt(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('handover_proofs')
    .select((inner) => inner.fn.min<number | null>('counted_at').as('at'))
    .whereRef('handover_proofs.order_id', '=', 'orders.id')
    .where('handover_proofs.direction', '=', 'handover');
}

/** The side that has confirmed the handover or, once it has begun, the return; for a query that joins `fulfillments`. */
export function confirmedBy(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('handover_proofs')
    .select('side')
    .whereRef('handover_proofs.order_id', '=', 'orders.id')
    .where('handover_proofs.direction', '=', sql<'handover' | 'return'>`case when fulfillments.state = 'return_confirming' then 'return' else 'handover' end`)
    .where('handover_proofs.counted_at', 'is not', null)
    .limit(1);
}

/** The state of the latest dispute about what paid an order; null: none. */
export function disputeState(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('disputes')
    .select('disputes.status')
    .whereRef('disputes.order_id', '=', 'orders.id')
    .whereRef('disputes.intent_id', '=', 'orders.intent_id')
    .orderBy('opened_at', 'desc')
    .limit(1);
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
