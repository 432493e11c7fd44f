export type { FullOrderRow } from './booking.ts';
export {
  dropIntent,
  endUnpaidOrders,
  endUnpaidOrdersOfBuyer,
  findOpenOrdersAt,
  findOrder,
  findOrderOf,
  findRivalIntents,
  markOrderPaid,
  setIntent,
} from './queries.ts';
export { requireOrder, requireUnpaid } from './rules.ts';
