export { HANDOVER_DEADLINES } from './deadlines.ts';
export { hasWaitingCode, readHandoverRecord } from './queries.ts';
