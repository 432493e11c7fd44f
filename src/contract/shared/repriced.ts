/** A price changed by a percentage, in whole cents. */
export const repriced = (priceCents: number, percent: number): number => Math.round((priceCents * (100 + percent)) / 100);
