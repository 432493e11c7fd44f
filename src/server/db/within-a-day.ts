import { type SqlBool, sql } from 'kysely';
import { days } from '#contract/shared/durations.ts';

/** Whether a row was created within the last day. What was done more than a day from now says that the clock was set back, and doesn’t count. */
export const isWithinADay = (now: number) => sql<SqlBool>`(created_at > ${now - days(1)} and created_at <= ${now + days(1)})`;
