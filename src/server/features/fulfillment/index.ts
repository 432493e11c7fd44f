export { endOrder } from './commands.ts';
export { type Deadline, HANDED_OVER_DEADLINES, sweepFulfillments, type TimedState } from './deadlines.ts';
export { cancelSale, type Decision, type Deed, decideOrder, type Ended, handOver, notifyBoth } from './ending-commands.ts';
export { orderChanged, requireSide } from './rules.ts';
