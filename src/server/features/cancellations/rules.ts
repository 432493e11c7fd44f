import type { FulfillmentState } from '#contract/fulfillment.ts';
import { ConflictError, ForbiddenError, type HttpError, InvalidError } from '../../errors.ts';

const CHOOSE = 'Choose whether the phone goes back on sale.';

/** What decides whether a phone can be put back on sale. */
export type ReturnedPhone = {
  order_state: string;
  fulfillment_state: FulfillmentState;
  is_with_seller: boolean;
  sold_at: number | null;
  removed_at: number | null;
  removed_reason: string | null;
  suspended_at: number | null;
  /** Whether the listing was sold again since. */
  is_sold_again: boolean;
};

/** Whether the phone goes back on sale when a sale is canceled. Throws 422 at its field when the seller doesn't say so. */
export function requireRelistChoice(side: 'buyer' | 'seller', relist: boolean | undefined): boolean {
  if (side === 'buyer') return false;
  if (relist === undefined) throw new InvalidError(CHOOSE, { relist: CHOOSE });
  return relist;
}

/** Whether the seller has the phone of a sale that was undone, and its listing was removed only because of that. */
export function isRelistable(phone: ReturnedPhone): boolean {
  const isUndone = phone.order_state === 'refunding' || phone.order_state === 'refunded';
  return isUndone && phone.is_with_seller && phone.sold_at === null && phone.removed_reason === 'refunded' && !phone.is_sold_again;
}

/** Whether it is on sale again already. */
export const isRelisted = ({ sold_at, removed_at, is_sold_again }: ReturnedPhone): boolean => sold_at === null && removed_at === null && !is_sold_again;

/** Throws 403 for a seller who is suspended. */
export function requireUnsuspended({ suspended_at }: ReturnedPhone): void {
  if (suspended_at !== null) throw new ForbiddenError('You can’t sell while your account is suspended.', 'suspended');
}

export const notRelistable = (): HttpError =>
  new ConflictError('order_changed', 'This phone can’t be put back on sale from this order. You can list it again under Add Product.');

/** The 409 for a buyer's cancellation that the shop decides about instead. */
export const notCanceled = (): HttpError =>
  new ConflictError(
    'order_changed',
    'The seller has sent your code from a meeting, which says that you got the phone. So we decide, and your money stays with us until then. Tell us on this page what happened.',
  );
