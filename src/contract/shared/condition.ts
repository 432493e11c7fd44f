import type { ConditionGrade } from '../price-estimates.ts';
import { CONDITION_ANSWERS, type ConditionAnswers, type ConditionQuestion } from './condition-answers.ts';

export const QUESTIONS: Record<ConditionQuestion, string> = {
  screen: 'How is the screen?',
  body: 'How are the back and frame?',
  battery: 'How healthy is the battery?',
  works: 'Does everything work?',
  repairs: 'Has it been repaired?',
  accessories: 'What comes with it?',
};

const HINTS: Record<ConditionQuestion, Record<string, string>> = {
  screen: { light: 'Visible only when it’s off', scratched: 'You see or feel them in use' },
  body: { light: 'A small scuff or two' },
  battery: { unknown: 'Not every phone shows it' },
  works: { flaw: 'Say what in the description', fails: 'Doesn’t start, call or charge' },
  repairs: { maker: 'Or by a shop it authorized' },
  accessories: {},
};

/** The questions that decide the grade. */
const GRADED: readonly ConditionQuestion[] = ['screen', 'body', 'battery', 'works'];

/** How much each blemish lowers the grade. */
const WEIGHTS: Record<string, Record<string, number>> = {
  screen: { flawless: 0, light: 1, scratched: 3 },
  body: { flawless: 0, light: 1, worn: 2 },
  battery: { strong: 0, good: 1, unknown: 1, weak: 2 },
};
const LIKE_NEW = 0;
const VERY_GOOD = 2;
const GOOD = 4;

/** Each grade as a listing's condition, worded so that it can be recognized again. */
export const CONDITION_LABELS: Record<ConditionGrade, string> = {
  new: 'New, sealed',
  like_new: 'Like new',
  very_good: 'Very good',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
  broken: 'Broken',
};

/** The grade for the answers; null until the four about wear are given. Unknown answers count as none. */
export function gradeOfAnswers(answers: ConditionAnswers): ConditionGrade | null {
  if (GRADED.some((question) => !Object.hasOwn(CONDITION_ANSWERS[question].answers, answers[question]))) return null;
  if (answers.works === 'fails' || answers.screen === 'cracked' || answers.body === 'damaged') return 'broken';
  if (answers.works === 'flaw') return 'poor';
  const taken = Object.entries(WEIGHTS).reduce((sum, [question, weights]) => sum + (weights[answers[question as ConditionQuestion]] ?? 0), 0);
  if (taken <= LIKE_NEW) return 'like_new';
  if (taken <= VERY_GOOD) return 'very_good';
  return taken <= GOOD ? 'good' : 'fair';
}

/** A question's answers. */
export function answersTo(question: ConditionQuestion): { key: string; label: string; hint: string | undefined }[] {
  return Object.entries(CONDITION_ANSWERS[question].answers).map(([key, label]) => ({ key, label, hint: HINTS[question][key] }));
}
