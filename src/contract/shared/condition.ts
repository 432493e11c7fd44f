import type { ConditionGrade } from '../price-estimates.ts';

/** The questions about a phone's condition, each with its answers from best to worst. `said` is the sentence for the description. */
export const CONDITION_QUESTIONS = {
  screen: {
    question: 'How is the screen?',
    answers: {
      flawless: { label: 'No scratches', said: 'The screen has no scratches.' },
      light: { label: 'Light scratches', hint: 'Visible only when it’s off', said: 'The screen has light scratches that are visible only when it’s off.' },
      scratched: { label: 'Visible scratches', hint: 'You see or feel them in use', said: 'The screen has scratches that are visible in use.' },
      cracked: { label: 'Cracked', said: 'The screen is cracked.' },
    },
  },
  body: {
    question: 'How are the back and frame?',
    answers: {
      flawless: { label: 'Like new', said: 'The back and frame look like new.' },
      light: { label: 'Light marks', hint: 'A small scuff or two', said: 'The back and frame have light marks.' },
      worn: { label: 'Scratches or dents', said: 'The back and frame have scratches or dents.' },
      damaged: { label: 'Cracked or bent', said: 'The back is cracked or the frame is bent.' },
    },
  },
  battery: {
    question: 'How healthy is the battery?',
    answers: {
      strong: { label: '90% or more', said: 'Battery health is 90% or more.' },
      good: { label: '80–89%', said: 'Battery health is 80–89%.' },
      weak: { label: 'Below 80%', said: 'Battery health is below 80%.' },
      unknown: { label: 'I don’t know', hint: 'Not every phone shows it', said: 'Battery health is unknown.' },
    },
  },
  works: {
    question: 'Does everything work?',
    answers: {
      everything: { label: 'Everything works', said: 'Everything works.' },
      flaw: { label: 'Something minor doesn’t', hint: 'Say what in the description', said: 'Something minor doesn’t work.' },
      fails: { label: 'It doesn’t work', hint: 'Doesn’t start, call or charge', said: 'The phone doesn’t work.' },
    },
  },
} as const;

export type ConditionQuestion = keyof typeof CONDITION_QUESTIONS;
export const CONDITION_QUESTION_KEYS = Object.keys(CONDITION_QUESTIONS) as ConditionQuestion[];
/** Answers by question key; blank if unanswered. */
export type ConditionAnswers = Record<ConditionQuestion, string>;

type Answer = { label: string; hint?: string; said: string };

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

/** The grade for the answers; null until all four are given. Unknown answers count as none. */
export function gradeOfAnswers(answers: ConditionAnswers): ConditionGrade | null {
  if (CONDITION_QUESTION_KEYS.some((question) => !Object.hasOwn(CONDITION_QUESTIONS[question].answers, answers[question]))) return null;
  if (answers.works === 'fails' || answers.screen === 'cracked' || answers.body === 'damaged') return 'broken';
  if (answers.works === 'flaw') return 'poor';
  const taken = Object.entries(WEIGHTS).reduce((sum, [question, weights]) => sum + (weights[answers[question as ConditionQuestion]] ?? 0), 0);
  if (taken <= LIKE_NEW) return 'like_new';
  if (taken <= VERY_GOOD) return 'very_good';
  return taken <= GOOD ? 'good' : 'fair';
}

/** Sentences describing the answers, without unanswered questions. */
export function sentencesOf(answers: ConditionAnswers): string[] {
  return CONDITION_QUESTION_KEYS.flatMap((question) => answersTo(question).find(([key]) => key === answers[question])?.[1].said ?? []);
}

/** A question's answers with their keys. */
export const answersTo = (question: ConditionQuestion): [key: string, answer: Answer][] => Object.entries(CONDITION_QUESTIONS[question].answers);
