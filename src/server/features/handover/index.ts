export { HANDOVER_DEADLINES } from './deadlines.ts';
