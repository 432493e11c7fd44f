export type { FullOrderRow } from './booking.ts';
export { type Actor, OPEN, PROVIDER, SHOP } from './life.ts';
export { moveOrders } from './life-queries.ts';
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
