import { KM_PER_MILE } from '#contract/shared/distance.ts';

/** Between a rounded point and a city's center, fewer miles would be made up. */
const LEAST_MILES = 5;

const miles = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'mile', maximumFractionDigits: 0 });
const kilometers = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'kilometer', unitDisplay: 'long', maximumFractionDigits: 0 });

/** A distance in miles, in short. */
export function distanceText(km: number): string {
  const amount = km / KM_PER_MILE;
  return amount < LEAST_MILES ? `<${miles.format(LEAST_MILES)}` : miles.format(amount);
}

/** The same in kilometers, in full. */
export function metricText(km: number): string {
  const least = LEAST_MILES * KM_PER_MILE;
  return km < least ? `Less than ${kilometers.format(least)} away` : `About ${kilometers.format(km)} away`;
}
