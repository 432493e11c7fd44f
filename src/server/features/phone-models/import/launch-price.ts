import { RefusedLine } from './fault.ts';
import type { Fields } from './fields.ts';
import { readPrice } from './values.ts';

/** Dollars per unit of the currency: the European Central Bank's yearly average; rupees by the same table's rates to the euro. */
const DOLLARS = {
  launch_price_eur: { 2016: 1.107, 2017: 1.13, 2018: 1.181, 2019: 1.12, 2020: 1.142, 2021: 1.183, 2022: 1.053, 2023: 1.081, 2024: 1.082 },
  launch_price_inr: { 2020: 0.0135, 2021: 0.0135 },
} as const satisfies Record<string, Record<number, number>>;

/** A model's launch price in cents; a price in euros or rupees becomes whole dollars at the rate of its release year. */
export function readLaunchPrice(fields: Fields, released: string | null): number | null {
  const dollars = readPrice('launch_price_usd', fields.launch_price_usd, 'dollars');
  if (dollars !== null) return dollars;
  return (
    convert('launch_price_eur', readPrice('launch_price_eur', fields.launch_price_eur, 'euros'), released) ??
    convert('launch_price_inr', readPrice('launch_price_inr', fields.launch_price_inr, 'rupees'), released)
  );
}

function convert(column: keyof typeof DOLLARS, hundredths: number | null, released: string | null): number | null {
  if (hundredths === null) return null;
  const year = Number(released?.slice(0, 4));
  const rate = new Map(Object.entries(DOLLARS[column])).get(String(year));
  if (rate === undefined)
    throw new RefusedLine(`${column} needs released beside it, with a year whose rate is known (${yearsOf(column)}). Or write launch_price_usd.`);
  return Math.round((hundredths / 100) * rate) * 100;
}

function yearsOf(column: keyof typeof DOLLARS): string {
  const years = Object.keys(DOLLARS[column]);
  return `${years[0]} to ${years.at(-1)}`;
}
