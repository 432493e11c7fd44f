export { CANCELLATION_DEADLINES } from './deadlines.ts';
