import type { Listing } from '#contract/listings.ts';
import type { SessionState } from '../use-app.tsx';

/** Whether a listing is the logged-in user's own. */
export function isOwnListing(session: SessionState, { sellerEmail }: Pick<Listing, 'sellerEmail'>): boolean {
  return session.status === 'signed-in' && session.identity.email.toLowerCase() === sellerEmail;
}
