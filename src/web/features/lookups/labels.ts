import type { FoundPerson, PersonState, RecordPart } from '#contract/lookups.ts';
import type { OrderState } from '#contract/orders.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { LISTING_STATES } from '../../ui/listing-states.ts';

export const ROLES: Record<FoundPerson['role'], string> = { buyer: 'Buyer', seller: 'Seller', admin: 'Admin' };

export const PERSON_STATES: Record<PersonState, { tone: BadgeTone; text: string }> = {
  active: { tone: 'good', text: 'Active' },
  suspended: { tone: 'danger', text: 'Suspended' },
  removed: { tone: 'danger', text: 'Removed' },
  deleted: { tone: 'neutral', text: 'Deleted' },
};

export const ORDER_STATES: Record<OrderState, { tone: BadgeTone; text: string }> = {
  booked: { tone: 'neutral', text: 'Booked' },
  paying: { tone: 'accent', text: 'Paying' },
  paid: { tone: 'good', text: 'Paid' },
  closed: { tone: 'neutral', text: 'Closed' },
  refunding: { tone: 'warning', text: 'Refunding' },
  refunded: { tone: 'neutral', text: 'Refunded' },
};

export const PARTS: Record<RecordPart, string> = {
  listings: 'Listings',
  orders: 'Orders',
  sales: 'Sales',
  payments: 'Payments',
  problems: 'Problems',
  noShows: 'Missed meetings',
  reviews: 'Reviews about them',
  reviewsReported: 'Their reported reviews',
  conversationsReported: 'Reported conversations',
  reportsMade: 'Reports made',
  reportsReceived: 'Reports received',
  decisions: 'Decisions',
  signIns: 'Logins',
};

const STATES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(LISTING_STATES).map(([state, text]) => [state, toSentence(text)])),
  kept: 'Paid',
  refund_due: 'Refunding',
  open: 'Open',
  hold: 'Under review',
  removal: 'Listing removed',
  review_removal: 'Review removed',
  clearance: 'No problem found',
  warning: 'Warning',
  suspension: 'Selling suspended',
  undone: 'Undone',
  refund: 'Full refund',
  return: 'Full refund once the phone is back',
  partial: 'Partial refund',
  pay_seller: 'Seller paid in full',
  denied: 'Says they were there',
  admitted: 'Admitted',
  withdrawn: 'Withdrawn',
  written: 'Not reported',
  review_removed: 'Removed',
  signed_in: 'Logged in',
  second_factor_failed: 'Entered a wrong code',
  password_reset: 'Reset the password',
  address_confirmed: 'Verified the address',
  person_logged_out: 'Logged out by an admin',
  person_registered: 'Signed up',
  account_given: 'Logged in another way',
};

/** Returns the words for a row's state. */
export function stateOf(part: RecordPart, state: string): string {
  if (part === 'orders' || part === 'sales') return ORDER_STATES[state as OrderState]?.text ?? state;
  // A listing is suspended because its seller is.
  return STATES[state] ?? toSentence(state.replaceAll('_', ' '));
}

/** Begins with a capital. */
export function toSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
