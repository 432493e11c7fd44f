export { chargeOf, discountOf, type FullOrderRow } from './booking.ts';
export { beginPaying, endPaying } from './commands.ts';
export {
  findIntentsPendingCancellation,
  findPayingIntents,
  forgetCanceledIntent,
  markIntentsPendingCancellation,
  markOrderPaid,
  releaseOrders,
  skipAttempt,
} from './intent-queries.ts';
export { type Actor, OPEN, PROVIDER, SHOP } from './lifecycle.ts';
export { type TransitionedOrder, transitionOrders, type Which } from './lifecycle-queries.ts';
export { findOrder, findOrderOf, findOrdersAt, isOrderOpen, markPaidOut } from './queries.ts';
export { isForSale, requireOrder, requireUnpaid } from './rules.ts';
