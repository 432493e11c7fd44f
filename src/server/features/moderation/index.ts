export { takeOff } from './queries.ts';
