import { createRandom } from '../../repeatable-random.ts';
import { CURVES, type CurveFacts, type Fit, levelTermsOf, type Since, sumOf, termsOf } from './curve.ts';
import { gigabytesOf, gradeOf } from './facts.ts';
import { solve } from './least-squares.ts';
import { CONDITION_FACTORS } from './price-range.ts';

/** A sold used phone: its new price, the share of it that was paid, and the ages of phone and model. */
export type Observation = { share: number; newPrice: number; storage: number | null; years: Record<Since, number> };

type Row = { days_used: number; release_year: number; new_price_eur: number; used_price_eur: number; storage_gb: string };

/** The newest models in the file came out in 2020, so ages are counted to the end of that year. */
const GATHERED = 2021;
/** For a year without a month. */
const MIDDLE = 0.5;
const DAYS_A_YEAR = 365.25;

/** An offered used phone: the asking price as a share of its new price, and the effect of its condition. */
export type Offer = Observation & { isApple: boolean; factor: number };

type OfferRow = {
  source: string;
  brand: string | null;
  storage?: string;
  storage_multi?: boolean;
  condition: string | null;
  release_year?: number;
  observed: string;
  resale_price_usd?: number;
  resale_price_high?: number;
  original_price_usd?: number;
};

/** Below are cases and first bids, above are collectors' phones. */
const LIKELY = { least: 0.04, most: 1 };
const MONTHS = 12;

const ROUNDS = 40;
const LEAST_MISS = 0.02;
const TAIL = 0.2;

/**
 * Parses a line of the first file that `scripts/fit-price-estimates.ts` reads; null if it lacks a price or an age. Prices are used only as a ratio,
 * and to tell the class of phone.
 */
export function toObservation(line: string): Observation | null {
  const row = JSON.parse(line) as Row;
  const [newPrice, usedPrice] = [Number(row.new_price_eur), Number(row.used_price_eur)];
  if (!(newPrice > 0 && usedPrice > 0 && row.days_used >= 0 && row.release_year > 0)) return null;
  const storage = Number(row.storage_gb);
  return {
    share: usedPrice / newPrice,
    newPrice,
    storage: storage > 0 ? storage : null,
    years: { purchase: row.days_used / DAYS_A_YEAR, launch: GATHERED - (row.release_year + MIDDLE) },
  };
}

/** Parses a line of the second file: an offer in dollars at one price, of a used phone that works; null for any other. */
export function toOffer(line: string): Offer | null {
  const row = JSON.parse(line) as OfferRow;
  const { resale_price_usd: price = 0, original_price_usd: newPrice = 0, release_year: year = 0 } = row;
  const grade = gradeOf(row.condition === 'used' ? 'good' : (row.condition ?? ''));
  if (!row.source.startsWith('ebay') || row.storage_multi === true || (row.resale_price_high ?? price) !== price || year === 0) return null;
  if (grade === null || grade === 'broken' || grade === 'new') return null;
  const share = price / newPrice;
  if (!(share > LIKELY.least && share < LIKELY.most)) return null;
  const [observedYear = 0, observedMonth = 0] = row.observed.split('-').map(Number);
  const years = observedYear + (observedMonth - MIDDLE) / MONTHS - (year + MIDDLE);
  const storage = gigabytesOf(row.storage ?? '');
  return { share, newPrice, storage, years: { purchase: years, launch: years }, isApple: row.brand === 'Apple', factor: CONDITION_FACTORS[grade] };
}

export function fitCurve(since: Since, observations: readonly Observation[]): Fit {
  return fitTerms(
    observations.map((observation) => termsOf(since, factsOf(since, observation))),
    observations.map(({ share }) => Math.log(share)),
  );
}

/**
 * Fits terms to the logarithms with the smallest sum of absolute errors, so that a few odd phones don't distort the result. Iterates weighted least
 * squares.
 */
function fitTerms(terms: number[][], logs: number[]): Fit {
  let coefficients = weightedLeastSquares(
    terms,
    logs,
    logs.map(() => 1),
  );
  const misses = () => logs.map((log, index) => log - sumOf(coefficients, terms[index] ?? []));
  for (let round = 0; round < ROUNDS; round += 1) {
    const weights = misses().map((miss) => 1 / Math.max(Math.abs(miss), LEAST_MISS));
    coefficients = weightedLeastSquares(terms, logs, weights);
  }
  return { coefficients, spread: [quantile(misses(), TAIL), quantile(misses(), 1 - TAIL)] };
}

function weightedLeastSquares(terms: number[][], logs: number[], weights: number[]): number[] {
  const size = terms[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const right = new Array<number>(size).fill(0);
  terms.forEach((row, index) => {
    const weight = weights[index] ?? 0;
    for (let one = 0; one < size; one += 1) {
      const scaled = weight * (row[one] ?? 0);
      right[one] = (right[one] ?? 0) + scaled * (logs[index] ?? 0);
      const line = matrix[one];
      if (line) for (let other = 0; other < size; other += 1) line[other] = (line[other] ?? 0) + scaled * (row[other] ?? 0);
    }
  });
  return solve(matrix, right);
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

const factsOf = (since: Since, { years, newPrice, storage }: Observation): CurveFacts => ({ years: years[since], newPrice, storage });

/** The curve's relative error for each phone: 0.2 is a fifth. */
export function errorsOf(since: Since, coefficients: readonly number[], observations: readonly Observation[]): number[] {
  return observations.map((observation) => Math.abs(shareBy(since, coefficients, observation) / observation.share - 1));
}

function shareBy(since: Since, coefficients: readonly number[], observation: Observation): number {
  return Math.exp(sumOf(coefficients, termsOf(since, factsOf(since, observation))));
}

/** Fits how far today's offers lie above the shop's launch curve. */
export const fitLevel = (offers: readonly Offer[]): Fit => fitTerms(offers.map(levelTermsOf), offers.map(logOffCurve));

const logOffCurve = (offer: Offer): number => Math.log(offer.share / offer.factor / shareBy('launch', CURVES.launch, offer));

/** The relative error of the curve with this level for each offer. */
export function levelErrorsOf(coefficients: readonly number[], offers: readonly Offer[]): number[] {
  return offers.map((offer) => Math.abs(Math.exp(sumOf(coefficients, levelTermsOf(offer)) - logOffCurve(offer)) - 1));
}

/** The share of these offers that lies within a level's spread. */
export function coverageOf({ coefficients, spread: [low, high] }: Fit, offers: readonly Offer[]): number {
  const misses = offers.map((offer) => logOffCurve(offer) - sumOf(coefficients, levelTermsOf(offer)));
  return misses.filter((miss) => miss >= low && miss <= high).length / offers.length;
}

/** Sets a quarter of the items aside, always the same one for the same seed. */
export function splitAside<T>(items: readonly T[], seed: number): { stored: T[]; aside: T[] } {
  const chance = createRandom(seed);
  const stored: T[] = [];
  const aside: T[] = [];
  for (const item of items) (chance() < 0.25 ? aside : stored).push(item);
  return { stored, aside };
}
