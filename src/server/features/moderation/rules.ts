import type { Role } from '#contract/accounts/accounts.ts';
import type { DecisionKind } from '#contract/decisions.ts';
import { ConflictError, InvalidError, NotFoundError } from '../../errors.ts';

type Account = { role: Role; removed_at: number | null };

/** Throws 404 when there is nobody to remove, 409 for an admin, whom nobody removes. */
export function requireRemovable<T extends Account>(account: T | undefined): asserts account is T {
  if (!account || account.removed_at !== null) throw new NotFoundError('There is no such person.');
  if (account.role === 'admin') throw new ConflictError('conflict', 'An admin can’t be removed.');
}

/** Throws 404 for a listing or a person that isn't there. */
export function requireSubject<T>(subject: T | undefined): asserts subject is T {
  if (!subject) throw new NotFoundError('There is no such listing or seller.');
}

/** Throws 404 when a listing's seller was removed: nobody is left to be warned or suspended. */
export function requireDecidableSeller<T>(seller: T | undefined): asserts seller is T {
  if (!seller) throw new NotFoundError('This seller was removed.');
}

/** Throws 422 when a decision does not name what it is about: a listing, or for a warning or suspension at least a seller. */
export const requireNamed = (kind: DecisionKind, { listingId, sellerId }: { listingId?: string; sellerId?: string }): void => {
  const concernsSeller = kind === 'warning' || kind === 'suspension';
  if (listingId !== undefined || (concernsSeller && sellerId !== undefined)) return;
  const sentence = concernsSeller ? 'Say which listing or seller.' : 'Say which listing.';
  throw new InvalidError(sentence, { listingId: sentence });
};

type Listed = { sold_at: number | null; removed_at: number | null; removed_reason: string | null };

/** Throws 409 for what can't be decided about a listing where it is: a sold one can't be held, a removed one neither held nor cleared. One that is on hold may be held again: nothing changes. */
export const requireDecidableListing = (kind: DecisionKind, { sold_at, removed_at, removed_reason }: Listed): void => {
  if (kind === 'hold' && sold_at !== null && removed_at === null) throw new ConflictError('sold', 'This phone is sold: its listing can only be removed.');
  if (kind === 'hold' && removed_at !== null && removed_reason !== 'on_hold') throw new ConflictError('conflict', 'This listing is off the shop already.');
  if (kind === 'clearance' && removed_at !== null) throw new ConflictError('conflict', 'This listing is off the shop: undo what was decided instead.');
};
