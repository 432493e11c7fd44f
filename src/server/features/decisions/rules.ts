import type { DecisionKind } from '#contract/decisions.ts';
import { RESTORE_DAYS } from '#contract/removals.ts';
import { days } from '#contract/shared/durations.ts';
import { ConflictError, InvalidError, NotFoundError } from '../../errors.ts';

type Listed = { sold_at: number | null; removed_at: number | null; removed_reason: string | null };

type Seller = { removed_at: number | null; suspended_at: number | null };

/** Throws 404 when the listing or seller doesn't exist. */
export function requireSubject<T>(subject: T | undefined): asserts subject is T {
  if (!subject) throw new NotFoundError('This listing or seller doesn’t exist.');
}

/** Throws 409 when the person whom a decision is about isn't here. */
export function requirePersonPresent<T>(person: T | undefined): asserts person is T {
  if (!person) throw new ConflictError('conflict', 'This person was removed or deleted their account. This can be undone only once they’re restored.');
}

/** Throws 404 when a listing's seller was removed: there is nobody left to warn or suspend. */
export function requireDecidableSeller<T>(seller: T | undefined): asserts seller is T {
  if (!seller) throw new NotFoundError('This seller was removed.');
}

/** Throws 422 unless a decision names a listing, or at least a seller for a warning or suspension. */
export function requireNamed(kind: DecisionKind, { listingId, sellerId }: { listingId?: string; sellerId?: string }): void {
  const concernsSeller = kind === 'warning' || kind === 'suspension';
  if (listingId !== undefined || (concernsSeller && sellerId !== undefined)) return;
  const sentence = concernsSeller ? 'Choose a listing or seller.' : 'Choose a listing.';
  throw new InvalidError(sentence, { listingId: sentence });
}

/**
 * Throws 409 when a listing's state rules a decision out: sold listings can't be reviewed, removed ones neither reviewed nor cleared. Paused ones can:
 * they have a page. Reviewing one that is under review already changes nothing.
 */
export function requireDecidableListing(kind: DecisionKind, { sold_at, removed_at, removed_reason }: Listed): void {
  if (removed_reason === 'paused') return;
  if (kind === 'hold' && sold_at !== null && removed_at === null) throw new ConflictError('sold', 'This phone is sold, so its listing can only be removed.');
  if (kind === 'hold' && removed_at !== null && removed_reason !== 'on_hold') throw new ConflictError('conflict', 'This listing is already removed or hidden.');
  if (kind === 'clearance' && removed_at !== null) throw new ConflictError('conflict', 'This listing is removed or hidden. Undo that decision instead.');
}

/** The listing that a decision is about. */
export function requireSubjectListing<T>({ listing }: { listing: T | null }): T {
  if (listing === null) throw new TypeError('a decision about a listing names one');
  return listing;
}

/** Throws 409 when a removed listing can't be restored: its seller was removed or is suspended, or it was removed too long ago. */
export function requireRestorable({ removed_at }: Pick<Listed, 'removed_at'>, seller: Seller | undefined, now: number): void {
  requireSellerPresent(seller);
  if (seller.suspended_at !== null) throw new ConflictError('suspended', 'The seller is suspended. Lift the suspension first.');
  if (removed_at !== null && removed_at < now - days(RESTORE_DAYS))
    throw new ConflictError('conflict', `This listing was removed more than ${RESTORE_DAYS} days ago and can’t be restored.`);
}

/** Throws 409 for a decision that was undone, unless a reporter asks to make it again: admins no longer read what asks for just that. */
export function requireAppealable({ kind, undone_at }: { kind: DecisionKind; undone_at: number | null }, as: 'seller' | 'reporter'): void {
  if (undone_at !== null && (as === 'seller' || kind === 'clearance'))
    throw new ConflictError('conflict', 'We’ve undone this decision, so there’s nothing to appeal.');
}

/** Throws 409 when a listing can't be shown because its seller was removed. */
export function requireSellerPresent<T extends Pick<Seller, 'removed_at'>>(seller: T | undefined): asserts seller is T {
  if (!seller || seller.removed_at !== null) throw new ConflictError('conflict', 'The seller was removed. Restore the seller first.');
}
