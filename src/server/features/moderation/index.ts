export { createAssessing } from './assess.ts';
export { removeListingsOf, takeOff } from './queries.ts';
