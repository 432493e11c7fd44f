export { bookAgreed, extendAgreement } from './agreed-commands.ts';
export { chargeOf, discountOf, fulfillmentOf, leftOf, outcomeOf, toGlance, toPaidOrder } from './booking.ts';
export { countAppointments, findBuyerRecords, isNoShowStanding } from './buyer-record-queries.ts';
export { beginPaying, endPaying } from './commands.ts';
export { dueAfter, type FulfillmentTransition } from './fulfillment.ts';
export {
  type DueFulfillment,
  extendDeadline,
  type FulfillmentRow,
  findDueFulfillments,
  findFulfillment,
  findFulfillmentSteps,
  forgetMeeting,
  isWithSeller,
  openFulfillment,
  transitionFulfillment,
} from './fulfillment-queries.ts';
export { type FulfilledOrderRow, type FullOrderRow, forSides, isFulfilled, isSideGone, shownPlace } from './full-order.ts';
export {
  findIntentsPendingCancellation,
  findPayingIntents,
  forgetCanceledIntent,
  markIntentsPendingCancellation,
  markOrderPaid,
  releaseOrders,
  skipAttempt,
} from './intent-queries.ts';
export { leftCents, lostCents, partDueCents } from './left-queries.ts';
export { type Actor, isPerson, OPEN, PROVIDER, SHOP } from './lifecycle.ts';
export { findHistory, findHistoryWithIds, type TransitionedOrder, transitionOrders, type Which } from './lifecycle-queries.ts';
export { toNewOrder } from './new-order.ts';
export {
  findFulfilledOrder,
  findFulfilledOrders,
  findOpenOrder,
  findOrder,
  findOrderOf,
  findOrdersAt,
  findPaidOrderOf,
  isOrderOpen,
  isOrderPaid,
  markPaidOut,
  requirePaidOrderOf,
  shownOf,
} from './queries.ts';
export { isForSale, isWithBuyer, requireOrder, requireUnpaid, sideOf } from './rules.ts';
export { agreedBy, confirmedBy, disputeState, proposedBy } from './side-queries.ts';
