import { z } from 'zod';
import { KM_PER_MILE, type Point } from './distance.ts';
import { roundPoint } from './near-text.ts';
import { isStorable, STORABLE_MESSAGE } from './text.ts';

const MAX_TYPED = 200;
/** Half around the Earth. */
const MOST_MILES = 12_500;

const NEAR_REFUSED = 'Near must be a city, or a latitude from -90 to 90 and a longitude from -180 to 180, such as 45.5,-122.7.';
const WITHIN_REFUSED = `The distance must be from 1 to ${MOST_MILES.toLocaleString('en-US')} miles, such as 25, or kilometers such as 40km.`;

/** Where someone looks for phones: a point, or a city as typed. */
export type Near = Point | { city: string };

/** Coordinates are rounded to a tenth of a degree. An empty form field means nowhere. */
export const NearQuery = z
  .string('Give `near` only once.')
  .max(MAX_TYPED, { error: NEAR_REFUSED, abort: true })
  .transform((typed) => typed.trim())
  .refine(isStorable, { error: STORABLE_MESSAGE, abort: true })
  .transform((typed, context): Near | null => {
    if (typed === '') return null;
    if (/\p{L}/u.test(typed)) return { city: typed };
    const point = readPoint(typed);
    if (point) return roundPoint(point);
    context.addIssue({ code: 'custom', message: NEAR_REFUSED });
    return z.NEVER;
  })
  .default(null);

/** A distance from `near`, in kilometers; miles as typed, unless it ends with `km`. An empty form field means any. */
export const WithinQuery = z
  .string('Give `within` only once.')
  .max(MAX_TYPED, { error: WITHIN_REFUSED, abort: true })
  .transform((typed, context): number | null => {
    if (typed.trim() === '') return null;
    const [, amount, unit] = /^(\d{1,5})\s*(mi|km)?$/iu.exec(typed.trim()) ?? [];
    const km = Number(amount) * (unit?.toLowerCase() === 'km' ? 1 : KM_PER_MILE);
    if (km >= 1 && km <= MOST_MILES * KM_PER_MILE) return km;
    context.addIssue({ code: 'custom', message: WITHIN_REFUSED });
    return z.NEVER;
  })
  .default(null);

function readPoint(typed: string): Point | null {
  const [, lat, lng] = /^([+-]?\d{1,3}(?:\.\d{1,20})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,20})?)$/u.exec(typed) ?? [];
  if (lat === undefined || lng === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return null;
  return { lat: Number(lat), lng: Number(lng) };
}
