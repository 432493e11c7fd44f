export { type Reconciliation, reconcile } from './reconcile.ts';
export { sweepHolds, sweepPayments } from './sweep.ts';
