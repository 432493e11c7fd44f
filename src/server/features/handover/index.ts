export { HANDOVER_DEADLINES } from './deadlines.ts';
export { hasHandoverProof, hasWaitingReturnCode, readHandoverRecord } from './queries.ts';
