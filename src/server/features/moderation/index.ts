export { removeListingsOf, takeOff } from './queries.ts';
