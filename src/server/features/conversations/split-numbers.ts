import { minutes } from '#contract/shared/durations.ts';
import { toPlain } from '../../plain-text.ts';
import { DOT, isPhone, replaceAll } from './mask-numbers.ts';
import { maskPlain } from './mask-plain.ts';
import { findNumberRuns, type NumberRun } from './number-tokens.ts';

/** A message, as far as a phone number could go on from one to the next. */
export type Part = { number: number; side: 'buyer' | 'seller'; text: string | null; created_at: number };

/** How many messages of one side a number may be split over. */
export const MOST_PARTS = 8;
/** How long after one part the next may come. */
const GAP_MS = minutes(10);
/** A message with more other words isn't a part. */
const MOST_WORDS = 3;
/** Nor is one that is longer, apart from its spaces. */
const MOST_CHARACTERS = 60;
/** Messages with more digits together aren't one number: twice as many as the longest has. */
const MOST_DIGITS = 30;

/** Whether a message could be part of a number that is split over several. */
export function isPart({ text }: Pick<Part, 'text'>): boolean {
  return runOf(text) !== null;
}

/** The numbers of the messages, of these in their order, that together make a phone number. */
export function findSplit(parts: Part[]): Set<number> {
  const split = new Set<number>();
  const read = parts.map((part) => ({ ...part, run: runOf(part.text) }));
  for (const side of ['buyer', 'seller'] as const) {
    const own = read.filter((part) => part.side === side);
    own.forEach((_, first) => {
      for (const { number } of findFrom(own.slice(first, first + MOST_PARTS))) split.add(number);
    });
  }
  return split;
}

/** The numbers in a message that could be a part; null for any other. */
function runOf(text: string | null): NumberRun | null {
  if (text === null || text.replace(/\s+/gu, '').length > MOST_CHARACTERS) return null;
  const { runs, words } = findNumberRuns(toPlain(text));
  return runs.length === 1 && words <= MOST_WORDS ? (runs[0] ?? null) : null;
}

/** The first of these messages and those after it, as many as make a phone number at most; none when they don't. */
function findFrom<T extends { run: NumberRun | null; created_at: number }>(own: T[]): T[] {
  const runs: NumberRun[] = [];
  let [most, digits] = [0, 0];
  for (const [at, { run, created_at }] of own.entries()) {
    const before = own[at - 1];
    if (!run || (before && created_at - before.created_at > GAP_MS)) break;
    digits += run.numbers.reduce((sum, number) => sum + number.digits, 0);
    if (digits > MOST_DIGITS) break;
    runs.push(run);
    if (at > 0 && isPhone(joined(runs))) most = at + 1;
  }
  return own.slice(0, most);
}

/** Between messages is what is between the items of a list. */
function joined(runs: NumberRun[]): NumberRun {
  return {
    numbers: runs.flatMap(({ numbers }) => numbers),
    isWeak: runs.flatMap(({ isWeak }, at) => (at === 0 ? isWeak : [true, ...isWeak])),
    hasPlus: runs[0]?.hasPlus ?? false,
  };
}

/** The text of a part, without its numbers. */
export function maskPart(text: string): string {
  return maskPlain(text, (plain) => {
    const numbers = findNumberRuns(plain).runs.flatMap((run) => run.numbers);
    return replaceAll(plain, numbers).replace(/\p{Nd}/gu, DOT);
  });
}
