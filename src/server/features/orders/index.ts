export type { FullOrderRow } from './booking.ts';
export { type Actor, OPEN, PROVIDER, SHOP } from './life.ts';
export { moveOrders } from './life-queries.ts';
export {
  beginPaying,
  type Ending,
  endPaying,
  endUnpaidOrders,
  endUnpaidOrdersOfBuyer,
  findOpenOrdersAt,
  findOrder,
  findOrderOf,
  lockListing,
  markOrderPaid,
  releaseOrders,
  retireIntents,
  skipAttempt,
} from './queries.ts';
export { isForSale, requireOrder, requireUnpaid } from './rules.ts';
