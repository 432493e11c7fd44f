import { STATEMENTS, type StatementId } from './statements.ts';

/** Returns the name of a statement's test, by which the report finds it. */
export const nameOf = (id: StatementId): string => `${id}: ${STATEMENTS[id]}`;
