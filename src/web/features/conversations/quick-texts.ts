import type { Conversation, Message } from '#contract/conversations.ts';
import type { Listing } from '#contract/listings.ts';
import { conditionFacts } from '#contract/shared/condition-answers.ts';

/** What a listing says that people ask about. */
export type Facts = Pick<Listing, 'answers' | 'description' | 'specification' | 'storage' | 'color' | 'purchase_year' | 'location'>;

type Topic = {
  /** What a buyer may ask. */
  question: string;
  /** Whether a text is about it. */
  asks: RegExp;
  /** What the listing says to it; null when it says nothing. */
  answer: (facts: Facts) => string | null;
};

const MOST = 3;

/** What buyers ask most comes first. */
const TOPICS: Topic[] = [
  { question: 'How is the battery?', asks: /battery/iu, answer: (facts) => stated(facts, 'battery', 'Battery health') },
  {
    question: 'Does it have scratches or dents?',
    asks: /scratch|dent|crack|mark|\bscreen\b|\bbody\b/iu,
    answer: (facts) => joined([stated(facts, 'screen', 'Screen'), stated(facts, 'body', 'Back and frame')]),
  },
  { question: 'Does everything work?', asks: /\bwork(?:s|ing)?\b|fault|broken/iu, answer: (facts) => stated(facts, 'works') },
  {
    question: 'Is it unlocked for all carriers?',
    asks: /unlock|carrier|locked|network/iu,
    answer: ({ specification: { lock_status } }) => (/lock/iu.test(lock_status) ? `${asSentence(lock_status)}` : null),
  },
  {
    question: 'Has it ever been repaired?',
    asks: /repair|replaced|opened/iu,
    answer: (facts) => stated(facts, 'repairs') ?? sentenceWith(facts.description, /repair|replaced/iu),
  },
  {
    question: 'What comes with it?',
    asks: /comes? with|charger|cable|\bbox\b|accessor/iu,
    answer: (facts) => stated(facts, 'accessories', 'Comes with') ?? sentenceWith(facts.description, /charger|cable|\bbox\b|case|accessor/iu),
  },
  {
    question: 'Does it still have a warranty?',
    asks: /warranty|guarantee/iu,
    answer: ({ specification: { manufacturer_warranty: warranty } }) => (/\w{2}/u.test(warranty) ? asSentence(`Warranty: ${warranty}`) : null),
  },
  {
    question: 'How old is it?',
    asks: /how old|when did you buy|bought/iu,
    answer: ({ purchase_year }) => (/\d/u.test(purchase_year) ? `I bought it in ${purchase_year}.` : null),
  },
  { question: 'How much storage does it have?', asks: /storage|\bgb\b|memory/iu, answer: ({ storage }) => (/\d/u.test(storage) ? asSentence(storage) : null) },
  {
    question: 'Where could we meet?',
    asks: /\bmeet|pick ?up|where are you/iu,
    answer: ({ location }) => (location.trim() === '' ? null : `We could meet in ${location}.`),
  },
];

type Known = { listing: Facts; messages: readonly Pick<Message, 'by' | 'text'>[] };

/** A buyer's questions, or a seller's answers to what was written since they last wrote; none once the phone isn't on sale, even if its page was read before. */
export function suggestionsFor({ side, productStatus }: Pick<Conversation, 'side' | 'productStatus'>, { listing, messages }: Known): string[] {
  if (productStatus !== 'available') return [];
  const own = messages.findLastIndex(({ by }) => by === side);
  const textsOf = (some: Known['messages']) => some.flatMap(({ text }) => text ?? []);
  return side === 'buyer' ? questionsAbout(listing, textsOf(messages)) : answersTo(listing, textsOf(messages.slice(own + 1)));
}

/** What a buyer may want to ask: what the listing doesn't say and they haven't asked yet. */
export function questionsAbout(facts: Facts, asked: readonly string[]): string[] {
  const open = TOPICS.filter(({ asks, answer }) => answer(facts) === null && !asked.some((text) => asks.test(text)));
  return open.map(({ question }) => question).slice(0, MOST);
}

/** What a seller may answer to what buyers asked last, from what the listing says. */
export function answersTo(facts: Facts, asked: readonly string[]): string[] {
  const matching = TOPICS.filter(({ asks }) => asked.some((text) => asks.test(text)));
  return matching.flatMap(({ answer }) => answer(facts) ?? []).slice(0, MOST);
}

function stated({ answers }: Facts, wanted: string, label?: string): string | null {
  const value = conditionFacts(answers).find(({ key }) => key === wanted)?.value ?? null;
  return value === null ? null : asSentence(label === undefined ? value : `${label}: ${value.toLowerCase()}`);
}

const joined = (parts: (string | null)[]): string | null => parts.filter((part) => part !== null).join(' ') || null;

const asSentence = (text: string): string => (/[.!?]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** The first sentence or line of a text that matches. */
function sentenceWith(text: string, pattern: RegExp): string | null {
  const found = text.split(/(?<=[.!?])\s|\n/u).find((sentence) => pattern.test(sentence));
  return found === undefined ? null : asSentence(found);
}
