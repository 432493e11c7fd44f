export type { FullOrderRow } from './booking.ts';
export { type Actor, OPEN, PROVIDER, SHOP } from './lifecycle.ts';
export { transitionOrders } from './lifecycle-queries.ts';
export {
  beginPaying,
  cancelOrder,
  type Ending,
  endPaying,
  endReservations,
  endUnpaidOrders,
  endUnpaidOrdersOfBuyer,
  findOrder,
  findOrderOf,
  findOrdersAt,
  lockListing,
  markIntentsPendingCancellation,
  markOrderPaid,
  releaseOrders,
  skipAttempt,
} from './queries.ts';
export { isForSale, requireOrder, requireUnpaid } from './rules.ts';
