export { owePayout } from './payout-commands.ts';
export { endWaits } from './queries.ts';
export { reversePayout } from './sending.ts';
export { sweepPayouts } from './sweep.ts';
