import type { ConditionGrade } from '#contract/price-estimates.ts';

/** The grades within a sentence. */
export const GRADE_NAMES: Record<ConditionGrade, string> = {
  new: 'new',
  like_new: 'like new',
  very_good: 'very good',
  good: 'good',
  fair: 'fair',
  poor: 'poor',
  broken: 'broken',
};
