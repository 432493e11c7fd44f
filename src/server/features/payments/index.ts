export { type Reconciliation, reconcile } from './reconcile.ts';
export { sweepPayments, sweepReservations } from './sweep.ts';
