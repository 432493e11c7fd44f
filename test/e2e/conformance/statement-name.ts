import { STATEMENTS, type StatementId } from './statements.ts';

/** What the test of a statement is called; the report finds it by this name. */
export const nameOf = (id: StatementId): string => `${id}: ${STATEMENTS[id]}`;
