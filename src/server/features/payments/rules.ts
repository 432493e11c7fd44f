import { CURRENCY } from '#contract/money.ts';
import { Conflict, Invalid, type Refused } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';

type PricedOrder = { id: string; price_cents: number };
type SaleState = { sold_at: number | null; removed_at: number | null; held_until: number | null };

/** Throws 422 when the price sent (whole cents) is not the order's. */
export const requirePrice = (order: PricedOrder, priceCents: number): void => {
  const sentence = 'This is not the price of this order.';
  if (order.price_cents !== priceCents) throw new Invalid(sentence, { price: sentence });
};

/** Whether an intent's amount and currency are the order's. */
export const matchesOrder = (intent: PaymentIntent, order: PricedOrder): boolean =>
  intent.orderId === order.id && intent.amountCents === order.price_cents && intent.currency === CURRENCY;

const inMinutes = (ms: number): string => {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
};

/** Why a listing couldn't be held at `now`: 409 with a sentence that says when to try again, if there is a when. */
export const refuseHold = (state: SaleState | undefined, now: number): Refused => {
  if (state && state.removed_at === null && state.sold_at !== null) return new Conflict('sold', 'This phone was sold to another buyer.');
  if (!state || state.removed_at !== null) return new Conflict('order_closed', 'This listing was taken off the shop.');
  const left = Math.max(1000, (state.held_until ?? now) - now);
  return new Conflict(
    'being_paid',
    `Another buyer is paying for this phone right now. If they don’t finish, you can pay: try again ${inMinutes(left)}.`,
    left / 1000,
  );
};

/** Throws 422 when a transaction isn't there or isn't for this order, amount and currency; 409 when no money has arrived. */
export function requireSucceeded(intent: PaymentIntent | null, order: PricedOrder): asserts intent is PaymentIntent {
  const sentence = 'The card provider knows of no such payment for this order.';
  if (!intent || !matchesOrder(intent, order)) throw new Invalid(sentence, { transactionId: sentence });
  if (intent.status !== 'succeeded') throw new Conflict('not_paid', 'The card provider has not received this payment. Nothing was charged; please try again.');
}
