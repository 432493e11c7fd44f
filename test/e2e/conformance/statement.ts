import { test } from 'vitest';
import { nameOf } from './statement-name.ts';
import type { StatementId } from './statements.ts';

/** Defines the one test of a statement of the specification. */
export const statement = (id: StatementId, look: () => Promise<void> | void): void => test(nameOf(id), look);
