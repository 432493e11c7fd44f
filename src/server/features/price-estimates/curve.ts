/** A phone as the curve sees it. `newPrice` in dollars stands for its class; `storage` in gigabytes is null when unknown. */
export type CurveFacts = { years: number; newPrice: number; storage: number | null };

/** Whether years count from a phone's purchase or from its model's launch. */
export type Since = 'purchase' | 'launch';

/** Coefficients, and how far the cheaper fifth and the dearer fifth deviate from their prediction, in logarithms of the price. */
export type Fit = { coefficients: readonly number[]; spread: readonly [low: number, high: number] };

const PRICE_UNIT = 200;
const STORAGE_UNIT = 64;
const STORAGE = { least: 4, most: 1024 };

/** Outside these prices the level is flat: few phones were cheaper or dearer when new. */
const LEVEL_PRICES = { least: 150, most: 1300 };

/** Both are fitted by `scripts/fit-price-estimates.ts`; docs/decisions/019-price-estimates.md describes how, on what data, and with what error. */
export const CURVES: Record<Since, readonly number[]> = { purchase: [-0.4745, -0.145, -0.4076, -0.1229, 0.076], launch: [-0.462, -0.0813, -0.378, -0.0988] };
export const LEVEL: Fit = { coefficients: [-0.3909, 0.5356, 0.2628], spread: [-0.2432, 0.3142] };

/** The range of the phones that the curves were fitted to: their age at most, and their new prices. */
export const DRAWN_FROM = {
  years: { purchase: 3, launch: 8 },
  newPrice: { least: 30, most: 2600 },
} as const;

/** The share of its new price, from 0 to 1, that a phone in ordinary used condition is worth today. */
export function shareOfNew(since: Since, facts: CurveFacts & { isApple: boolean }): number {
  return Math.min(Math.exp(sumOf(CURVES[since], termsOf(since, facts)) + sumOf(LEVEL.coefficients, levelTermsOf(facts))), 1);
}

export function sumOf(coefficients: readonly number[], terms: readonly number[]): number {
  return terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0);
}

/** The curve's terms: their sum, each times its coefficient, is the logarithm of the remaining share of the new price. */
export function termsOf(since: Since, { years, newPrice, storage }: CurveFacts): number[] {
  const price = Math.log(newPrice / PRICE_UNIT);
  const terms = [1, years, price, price ** 2];
  if (since === 'launch') return terms;
  const size = storage === null ? STORAGE_UNIT : Math.min(Math.max(storage, STORAGE.least), STORAGE.most);
  return [...terms, Math.log2(size / STORAGE_UNIT)];
}

/** The terms that adjust the curve, whose data is a few years old and from one country, to today's asking prices. */
export function levelTermsOf({ newPrice, isApple }: { newPrice: number; isApple: boolean }): number[] {
  const price = Math.min(Math.max(newPrice, LEVEL_PRICES.least), LEVEL_PRICES.most);
  return [1, Math.log(price / PRICE_UNIT), isApple ? 1 : 0];
}
