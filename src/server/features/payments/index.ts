export { refundSoon } from './disputes.ts';
export { type Ending, endUnpaidOrders, endUnpaidOrdersOfBuyer } from './ending-commands.ts';
export { createOrderPages } from './order-pages.ts';
export { findSellerOf } from './people-queries.ts';
export { type Reconciliation, reconcile } from './reconcile.ts';
export { undoSaleIn } from './refund-commands.ts';
export { markPartialRefundDue } from './refund-queries.ts';
export { sweepPayments, sweepReservations } from './sweep.ts';
