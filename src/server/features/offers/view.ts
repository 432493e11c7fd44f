import type { Offer } from '#contract/offers.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { sideOf } from '../orders/index.ts';
import type { OfferRow } from './queries.ts';
import { stateAt } from './rules.ts';

/** An offer as one of its two sides sees it. */
export function toOffer(row: OfferRow, userId: string, now: number): Offer {
  const side = sideOf(row, userId);
  return {
    _id: row.id,
    productId: row.listing_id,
    productName: row.model_name,
    // What was taken down isn't shown anymore.
    productImage: row.listing_removed_at === null ? row.image : '',
    askingPrice: toDollars(row.asking_cents),
    side,
    by: row.by_side,
    price: toDollars(row.price_cents),
    state: stateAt(row, now),
    at: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
    otherName: side === 'buyer' ? nameOf(row.seller_name, row.seller_removed_at) : firstNameOf(row),
    conversationId: row.conversation_id,
    order: row.order_id === null || row.order_state === null ? null : { _id: row.order_id, state: row.order_state, agreedUntil: toIso(row.agreed_until) },
  };
}

const nameOf = (name: string, removedAt: number | null): string | null => (removedAt === null ? name : null);

function firstNameOf({ buyer_name, buyer_removed_at }: OfferRow): string | null {
  const name = nameOf(buyer_name, buyer_removed_at);
  return name && (name.trim().split(/\s/u, 1)[0] ?? '');
}
