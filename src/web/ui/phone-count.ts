import { formatCount } from './count.ts';

/** Formats a number of phones. */
export const phones = (count: number): string => (count === 1 ? '1 phone' : `${formatCount(count)} phones`);
