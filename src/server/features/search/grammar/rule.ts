import { CONDITION_CHECKS, type ConditionCheck } from '#contract/shared/condition-checks.ts';
import type { Flag, Measures } from '../listing-facts.ts';
import type { Condition } from '../requirements.ts';

/** What a phrase stands for. `nothing`: politeness; `unknown`: a wish that the shop's data can't answer; `size`: memory, looked up like a word. */
export type Outcome =
  | { is: 'requirement'; label: string; condition: Condition }
  | { is: 'size'; text: string; dimension: 'ram' | 'storage' | null }
  | { is: 'not'; slot: number }
  | { is: 'unknown' }
  | { is: 'nothing' };

/**
 * Phrases with the same outcome. In a phrase `a|b` are alternatives, `?` makes a word optional, and `<…>` is a number, whose value is passed to `toOutcomes`
 * in order of appearance: `<usd>` and `<money>` (with a currency) in cents, `<gb>` in gigabytes, `<n>`, `<year>`; `<word>` is any word. `unlessNamed`: not
 * where a listing is called so.
 */
export type Rule = { phrases: string[]; toOutcomes: (values: number[]) => Outcome[] | null; unlessNamed?: true };

export function rule(phrases: string[], toOutcomes: Rule['toOutcomes']): Rule {
  return { phrases, toOutcomes };
}

export function flag(label: string, name: Flag, phrases: string[], title?: string[]): Rule {
  return rule(phrases, () => [fact(label, name, title)]);
}

/** A rule for something that lists can be filtered by, too. */
export const checked = (name: ConditionCheck, phrases: string[]): Rule => rule(phrases, () => [check(name)]);

export const check = (name: ConditionCheck): Outcome => fact(CONDITION_CHECKS[name], name);

export const required = (label: string, condition: Condition): Outcome => ({ is: 'requirement', label, condition });

export const fact = (label: string, name: Flag, title?: string[]): Outcome => required(label, { about: 'flags', any: [name], title });

export const measured = (label: string, fits: (measures: Measures) => boolean): Outcome[] => [required(label, { about: 'measures', fits })];
