/** How many phones, in words. */
export const phones = (count: number): string => (count === 1 ? '1 phone' : `${count.toLocaleString('en-US')} phones`);
