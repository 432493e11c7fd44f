export { owePayout } from './payout-commands.ts';
export { forgetWaits } from './queries.ts';
export { reversePayout } from './sending.ts';
export { sweepPayouts } from './sweep.ts';
