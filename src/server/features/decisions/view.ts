import type { Decision, DecisionAnswer, ListingState, OwnDecision } from '#contract/decisions.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { AnswerRow } from './answer-queries.ts';
import type { DecisionRow } from './queries.ts';

type Visibility = { sold_at: number | null; removed_at: number | null; removed_reason: string | null };

export function toDecision(row: DecisionRow, answers: AnswerRow[]): Decision {
  return {
    ...toShared(row),
    seller: { _id: row.seller_id, name: row.seller_name, email: row.seller_email },
    listing: row.listing_id === null ? null : { _id: row.listing_id, model_name: row.model_name ?? '', state: toListingState(row) },
    answers: answers.filter(({ decision_id }) => decision_id === row.id).map(toAnswer),
  };
}

function toShared(row: DecisionRow) {
  return {
    _id: row.id,
    kind: row.kind,
    conversationId: row.conversation_id,
    review: row.review_order_id === null ? null : { orderId: row.review_order_id, stars: row.review_stars ?? 0, text: row.review_text ?? '' },
    reason: row.reason,
    at: toIso(row.created_at),
    undoneAt: toIso(row.undone_at),
    undoneReason: row.undone_reason,
  };
}

/** A listing's state as admins see it. */
export function toListingState({ sold_at, removed_at, removed_reason }: Visibility): ListingState {
  if (removed_at !== null) return removed_reason === 'on_hold' || removed_reason === 'suspended' || removed_reason === 'paused' ? removed_reason : 'removed';
  return sold_at === null ? 'available' : 'sold';
}

function toAnswer(row: AnswerRow): DecisionAnswer {
  return {
    _id: row.id,
    by: row.written_as,
    name: row.author_name,
    text: row.body,
    at: toIso(row.created_at),
    settlement: row.settlement,
    settledAt: toIso(row.settled_at),
  };
}

/** A decision as the person it concerns sees it; `answers` are their own. */
export function toOwnDecision(row: DecisionRow, userId: string, answers: AnswerRow[]): OwnDecision {
  const answer = answers.find(({ decision_id }) => decision_id === row.id);
  const { name: _own, ...own } = answer ? toAnswer(answer) : { name: '' };
  return {
    ...toShared(row),
    as: row.seller_id === userId ? 'seller' : 'reporter',
    listing: row.listing_id === null ? null : { _id: row.listing_id, model_name: row.model_name ?? '', image: row.image ?? '' },
    answer: answer ? (own as Omit<DecisionAnswer, 'name'>) : null,
  };
}
