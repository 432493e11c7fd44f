export type { FullOrderRow } from './booking.ts';
export { type Actor, OPEN, PROVIDER, SHOP } from './lifecycle.ts';
export { moveOrders } from './lifecycle-queries.ts';
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
  markOrderPaid,
  releaseOrders,
  retireIntents,
  skipAttempt,
} from './queries.ts';
export { isForSale, requireOrder, requireUnpaid } from './rules.ts';
