import type { ActorRole, HistoryReason, OrderState } from '#contract/orders.ts';

/** The states a transition may start from, and the one it leads to. */
export type TransitionRule = { from: readonly OrderState[]; to: OrderState };

/**
 * The lifecycle of an order. Every change of state is one of these transitions:
 *
 *     booked ⇄ paying → paid → refunding → refunded
 *        └───────┴──→ closed ──↗ (money that came too late)
 */
export const TRANSITIONS = {
  /** A payment was started; the phone is reserved. */
  begin: { from: ['booked'], to: 'paying' },
  /** The reservation ended unpaid. */
  release: { from: ['paying'], to: 'booked' },
  pay: { from: ['booked', 'paying'], to: 'paid' },
  /** Sold to another buyer, or removed. */
  close: { from: ['booked', 'paying'], to: 'closed' },
  /** A payment arrived after the phone was sold or removed. */
  payTooLate: { from: ['closed', 'refunded'], to: 'refunding' },
  /** The shop refunds a payment. */
  refund: { from: ['paid'], to: 'refunding' },
  moneyBack: { from: ['refunding'], to: 'refunded' },
  /** The bank returned the refund. */
  refundFailed: { from: ['refunded'], to: 'refunding' },
} as const satisfies Record<string, TransitionRule>;

type TransitionName = keyof typeof TRANSITIONS;

/** Who changes something; `id` is null when it isn't a person. */
export type Actor = { role: ActorRole; id: string | null };

export const SHOP: Actor = { role: 'shop', id: null };
export const PROVIDER: Actor = { role: 'provider', id: null };

/** Whether somebody does it, and not software. */
export const isPerson = ({ role }: Actor): boolean => role === 'buyer' || role === 'seller' || role === 'admin';

/** A transition: why, by whom, when (epoch ms), and their note about it. */
export type Transition = { transition: TransitionName; why: HistoryReason; by: Actor; now: number; note?: string };

/** The states in which an order can still be paid. */
export const OPEN: readonly OrderState[] = TRANSITIONS.close.from;
