import type { ActorRole, HistoryReason, OrderState } from '#contract/orders.ts';

/** An arrow of the table: the states it may come from, and the one it leads to. */
export type TransitionRule = { from: readonly OrderState[]; to: OrderState };

/**
 * The life of an order. Whatever changes an order's state goes along one of these arrows, and nothing else does:
 *
 *     booked ⇄ paying → paid → refunding → refunded
 *        └───────┴──→ closed ──↗ (money that came too late)
 */
export const TRANSITIONS = {
  /** A payment was begun; the phone is held. */
  begin: { from: ['booked'], to: 'paying' },
  /** The hold ran out, and nothing was paid. */
  release: { from: ['paying'], to: 'booked' },
  pay: { from: ['booked', 'paying'], to: 'paid' },
  /** Sold to another, or gone. */
  close: { from: ['booked', 'paying'], to: 'closed' },
  /** Money arrived for an order that can't have its phone any more. */
  payTooLate: { from: ['closed', 'refunded'], to: 'refunding' },
  /** The shop gives a kept payment back. */
  refund: { from: ['paid'], to: 'refunding' },
  moneyBack: { from: ['refunding'], to: 'refunded' },
  /** The bank sent the refund back. */
  refundFailed: { from: ['refunded'], to: 'refunding' },
} as const satisfies Record<string, TransitionRule>;

export type TransitionName = keyof typeof TRANSITIONS;

/** Who changes something. `id` is the person's, when it is one. */
export type Actor = { role: ActorRole; id: string | null };

export const SHOP: Actor = { role: 'shop', id: null };
export const PROVIDER: Actor = { role: 'provider', id: null };

/** One step along an arrow: why, by whom, when (epoch ms), and what they wrote about it. */
export type Transition = { transition: TransitionName; why: HistoryReason; by: Actor; now: number; note?: string };

/** The states in which an order can still be paid. */
export const OPEN: readonly OrderState[] = TRANSITIONS.close.from;
