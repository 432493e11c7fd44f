import type { ProductStatus } from '#contract/orders.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';

/**
 * The states of a listing, which are moments with a reason: `sold_at`, and `removed_at` with `removed_reason`. `hidden`: under review, or its seller is
 * suspended.
 */
export type ListingState = 'on_sale' | 'paused' | 'hidden' | 'sold' | 'removed';

/** What a seller may do with their listing:
 *
 *     on sale ⇄ paused
 *        └──────┴──→ removed (sold elsewhere or deleted)
 */
const SELLERS_TRANSITIONS = {
  pause: { from: ['on_sale'], to: 'paused' },
  resume: { from: ['paused'], to: 'on_sale' },
  sold_elsewhere: { from: ['on_sale', 'paused'], to: 'removed', removed: ['sold_elsewhere'] },
  delete: { from: ['on_sale', 'paused'], to: 'removed', removed: ['by_seller', 'sold_elsewhere'] },
} as const satisfies Record<string, Rule>;

/** `removed`: the reasons of removals after which it is done. */
type Rule = { from: readonly ListingState[]; to: ListingState; removed?: readonly string[] };

export type SellersTransition = keyof typeof SELLERS_TRANSITIONS;

type StateColumns = { sold_at: number | null; removed_at: number | null; removed_reason: string | null };

const HIDDEN = 'The shop is reviewing this listing, so it can’t be changed for now. See Decisions in your dashboard.';

export function stateOf({ sold_at, removed_at, removed_reason }: StateColumns): ListingState {
  if (removed_at !== null) {
    if (removed_reason === 'paused') return 'paused';
    return removed_reason === 'on_hold' || removed_reason === 'suspended' ? 'hidden' : 'removed';
  }
  return sold_at === null ? 'on_sale' : 'sold';
}

const PRODUCT_STATUSES: Record<ListingState, ProductStatus> = { on_sale: 'available', paused: 'paused', hidden: 'hidden', sold: 'sold', removed: 'gone' };

/** What the sides of an order or a conversation see of a listing's state. */
export const productStatusOf = (columns: StateColumns): ProductStatus => PRODUCT_STATUSES[stateOf(columns)];

/** What admins see of a listing's state. */
export function statusOf({ sold_at, removed_at }: Pick<StateColumns, 'sold_at' | 'removed_at'>): 'available' | 'sold' | 'removed' {
  if (removed_at !== null) return 'removed';
  return sold_at === null ? 'available' : 'sold';
}

/** Whether there is anything to do; `false` when it was done before. Throws 404 for a listing that is gone for another reason, 409 for one that is sold or under review. */
export function requireTransition(transition: SellersTransition, listing: StateColumns): boolean {
  const state = stateOf(listing);
  const { from, to, removed = [] }: Rule = SELLERS_TRANSITIONS[transition];
  if (state === to && (state !== 'removed' || removed.includes(listing.removed_reason ?? ''))) return false;
  if (from.includes(state)) return true;
  if (state === 'sold') throw new ConflictError('sold', 'This phone has been sold, so its listing can’t be changed.');
  if (state === 'hidden') throw new ConflictError('on_hold', HIDDEN);
  throw new NotFoundError('You have no such listing.');
}
