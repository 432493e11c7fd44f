export { assessRisks } from './assess.ts';
export { takeOff } from './queries.ts';
