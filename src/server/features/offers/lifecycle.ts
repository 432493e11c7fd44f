import type { OfferState } from '#contract/offers.ts';

/**
 * The lifecycle of an offer. It begins open, or refused when it is below what the seller wants at least. Every change of state is one of these
 * transitions, and none leads on from where they end:
 *
 *     open → accepted | countered | refused | withdrawn | expired | closed
 */
export const OFFER_TRANSITIONS = {
  /** By the other side, in time. */
  accept: { from: 'open', to: 'accepted' },
  /** The other side answered by an offer of its own. */
  counter: { from: 'open', to: 'countered' },
  refuse: { from: 'open', to: 'refused' },
  /** By its own side, which may make another. */
  withdraw: { from: 'open', to: 'withdrawn' },
  expire: { from: 'open', to: 'expired' },
  /** The phone was sold or taken down, its listing changed, its price fell, or the buyer left. */
  close: { from: 'open', to: 'closed' },
} as const satisfies Record<string, { from: OfferState; to: OfferState }>;

export type OfferTransition = keyof typeof OFFER_TRANSITIONS;
