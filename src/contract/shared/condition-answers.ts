/**
 * The questions about a phone's condition with their answers from best to worst, worded as facts. In a file of their own, so that public pages can show
 * them without the questions.
 */
export const CONDITION_ANSWERS = {
  screen: { label: 'Screen', answers: { flawless: 'No scratches', light: 'Light scratches', scratched: 'Visible scratches', cracked: 'Cracked' } },
  body: { label: 'Back and frame', answers: { flawless: 'Like new', light: 'Light marks', worn: 'Scratches or dents', damaged: 'Cracked or bent' } },
  battery: { label: 'Battery health', answers: { strong: '90% or more', good: '80–89%', weak: 'Below 80%', unknown: 'I don’t know' } },
  works: { label: 'Working order', answers: { everything: 'Everything works', flaw: 'Something minor doesn’t work', fails: 'It doesn’t work' } },
  repairs: { label: 'Repairs', answers: { never: 'Never repaired', maker: 'Repaired by the maker', other: 'Repaired elsewhere', unknown: 'I don’t know' } },
  accessories: { label: 'Comes with', answers: { boxed: 'Box and charger', charger: 'Charger or cable', none: 'Only the phone' } },
} as const;

export type ConditionQuestion = keyof typeof CONDITION_ANSWERS;
export const CONDITION_QUESTION_KEYS = Object.keys(CONDITION_ANSWERS) as ConditionQuestion[];
/** Answers by question key; blank if unanswered. */
export type ConditionAnswers = Record<ConditionQuestion, string>;

/** What buyers look at first comes first. */
const SHOWN: readonly ConditionQuestion[] = ['battery', 'screen', 'body', 'works', 'repairs', 'accessories'];
/** Says nothing about the phone. */
const DONT_KNOW = 'unknown';

/** A fact about a phone's condition; null if its seller didn't say. */
export type ConditionFact = { key: ConditionQuestion; label: string; value: string | null };

/** The facts in the answers, in reading order. */
export function conditionFacts(given: ConditionAnswers): ConditionFact[] {
  return SHOWN.map((key) => {
    const { label, answers } = CONDITION_ANSWERS[key];
    const value = new Map<string, string>(Object.entries(answers)).get(given[key]) ?? null;
    return { key, label, value: given[key] === DONT_KNOW ? null : value };
  });
}
