export { owePayout } from './payout-commands.ts';
export { endWaits } from './queries.ts';
export { sweepPayouts } from './sweep.ts';
