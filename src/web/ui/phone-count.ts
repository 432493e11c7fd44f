/** Formats a number of phones. */
export const phones = (count: number): string => (count === 1 ? '1 phone' : `${count < 1000 ? count : count.toLocaleString('en-US')} phones`);
