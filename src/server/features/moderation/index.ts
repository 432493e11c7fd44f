export { assessRisks } from './assess.ts';
export { removeListingsOf, takeOff } from './queries.ts';
