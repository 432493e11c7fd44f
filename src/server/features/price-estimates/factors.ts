import { PriceFactor, type PriceReason } from '#contract/price-estimates.ts';
import type { ConditionAnswers } from '#contract/shared/condition-answers.ts';

/** Which factors are known of a phone, and whether its answer is the best one. */
export type Traits = Partial<Record<PriceFactor, boolean>>;

/**
 * What a factor does to the price, in logarithms: with an interval, and the share of sales with the best answer, so that a phone of which it isn't known is
 * an average one.
 */
export type FactorEffect = { factor: PriceFactor; effect: number; low: number; high: number; share: number };

/** The best answers to a question, and those that aren't; any other says nothing. */
const ANSWERS = {
  battery: { best: ['strong'], other: ['good', 'weak'] },
  screen: { best: ['flawless'], other: ['light', 'scratched'] },
  body: { best: ['flawless'], other: ['light', 'worn'] },
  works: { best: ['everything'], other: ['flaw'] },
  repairs: { best: ['never'], other: ['maker', 'other'] },
  accessories: { best: ['boxed'], other: ['charger', 'none'] },
} as const satisfies Record<Exclude<PriceFactor, 'tested'>, { best: readonly string[]; other: readonly string[] }>;

const ANSWERED = PriceFactor.exclude(['tested']).options;

const known = new Map<string, Traits>();
/** There are a few thousand combinations of answers. */
const MOST_KNOWN = 10_000;

/** The traits of a listing by its answers, as stored, and by whether it shows a test that its phone passed. */
export function traitsOf(answers: string, isTested: boolean): Traits {
  const key = `${isTested}${answers}`;
  const before = known.get(key);
  if (before) return before;
  // Only ever written as JSON of parsed answers.
  const given = JSON.parse(answers) as Partial<ConditionAnswers>;
  const traits: Traits = { tested: isTested };
  for (const factor of ANSWERED) {
    const { best, other }: { best: readonly string[]; other: readonly string[] } = ANSWERS[factor];
    const answer = given[factor] ?? '';
    if (best.includes(answer)) traits[factor] = true;
    else if (other.includes(answer)) traits[factor] = false;
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, traits);
  return traits;
}

/** How far a phone's price is from that of an average one of its kind, in logarithms. */
export function shiftOf(traits: Traits, effects: readonly FactorEffect[]): number {
  return effects.reduce(
    (sum, { factor, effect, share }) => sum + (traits[factor] === undefined ? 0 : traits[factor] ? effect * (1 - share) : -effect * share),
    0,
  );
}

/** A reason for each factor that is known of a phone. */
export function factorReasons(traits: Traits, effects: readonly FactorEffect[]): PriceReason[] {
  return effects.flatMap(({ factor, low, high }) => {
    const best = traits[factor];
    if (best === undefined) return [];
    const ends = [low, high].map((end) => Math.expm1(best ? end : -end) * 100).toSorted((one, other) => Math.abs(one) - Math.abs(other));
    const [near = 0, far = 0] = ends;
    const range = { low: Math.max(1, Math.floor(Math.abs(near))), high: Math.max(1, Math.ceil(Math.abs(far))) };
    return [{ kind: 'factor' as const, factor, best, direction: near > 0 ? ('more' as const) : ('less' as const), ...range }];
  });
}
