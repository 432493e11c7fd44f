import type { PassportFacts } from '#contract/passport-chain.ts';
import { CONDITION_ANSWERS, type ConditionAnswers } from '#contract/shared/condition-answers.ts';
import type { NewEntry } from './chain.ts';
import type { ListedPhone } from './listing-queries.ts';

/** The answers that stay true of a phone, or show how it ages. */
const NOTED = ['battery', 'screen', 'works', 'repairs'] as const satisfies (keyof ConditionAnswers)[];
const DONT_KNOW = 'unknown';

/** A phone is on sale. `already`: since before its passport was begun. */
export function toListed(phone: ListedPhone, owner: number, { isAlready = false }: { isAlready?: boolean } = {}): NewEntry {
  const { known_brand, known_name, price_cents, brand, model_name, storage, color } = phone;
  const facts: PassportFacts = { priceCents: price_cents, ...toConditionFacts(phone.answers), ...(isAlready && { already: 1 }) };
  // The catalog's words are the shop's own. What the seller typed may say anything, so it must be deletable.
  if (known_name !== null) facts.model = `${known_brand} ${known_name}`;
  return { kind: 'listed', owner, source: 'owner', facts, words: `${brand} ${model_name}, ${storage}, ${color}`, listingId: phone.id };
}

/** The seller's answers about the phone's condition, without those they left out. `answers`: as stored. */
export function toConditionFacts(answers: string): PassportFacts {
  // Only ever written as JSON of parsed answers.
  const given = JSON.parse(answers) as Partial<ConditionAnswers>;
  return Object.fromEntries(NOTED.flatMap((question) => (isAnswer(question, given[question]) ? [[question, given[question] ?? '']] : [])));
}

function isAnswer(question: (typeof NOTED)[number], answer: string | undefined): boolean {
  return answer !== undefined && answer !== DONT_KNOW && Object.hasOwn(CONDITION_ANSWERS[question].answers, answer);
}

/** The shop saw these photos: what they hash to is the seller's, and goes with them. */
export function toPhotos(listingId: string, hashes: readonly string[], owner: number): NewEntry[] {
  return hashes.length === 0 ? [] : [{ kind: 'photos', owner, source: 'shop', facts: { count: hashes.length }, words: hashes.join(' '), listingId }];
}
