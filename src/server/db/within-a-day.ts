import { type SqlBool, sql } from 'kysely';
import { days } from '#contract/shared/durations.ts';

/** Whether something was done within the last day. What was done more than a day from now says that the clock was set back, and doesn’t count. */
export const isWithinADay = (column: string, now: number) => sql<SqlBool>`(${sql.ref(column)} > ${now - days(1)} and ${sql.ref(column)} <= ${now + days(1)})`;
