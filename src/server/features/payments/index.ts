export { type Ending, endUnpaidOrders, endUnpaidOrdersOfBuyer } from './ending-commands.ts';
export { createOrderPages } from './order-pages.ts';
export { type Reconciliation, reconcile } from './reconcile.ts';
export { sweepPayments, sweepReservations } from './sweep.ts';
