import { minutes } from '#contract/shared/durations.ts';
import { DOT, isPhone, replaceAll } from './mask-numbers.ts';
import { findNumberRuns, type NumberRun } from './number-tokens.ts';

/** A message, as far as a phone number could go on from one to the next. */
export type Part = { number: number; side: 'buyer' | 'seller'; text: string | null; created_at: number };

/** How many messages of one side a number may be split over. */
export const MOST_PARTS = 8;
/** How long after one part the next may come. */
const GAP_MS = minutes(10);
/** A message with more other words isn't a part. */
const MOST_WORDS = 3;

/** Whether a message could be part of a number that is split over several. */
export function isPart({ text }: Pick<Part, 'text'>): boolean {
  if (text === null) return false;
  const { runs, words } = findNumberRuns(text);
  return runs.length === 1 && words <= MOST_WORDS;
}

/** The numbers of the messages, of these in their order, that together make a phone number. */
export function findSplit(parts: Part[]): Set<number> {
  const split = new Set<number>();
  for (const side of ['buyer', 'seller'] as const) {
    const own = parts.filter((part) => part.side === side);
    for (let first = 0; first < own.length; first += 1)
      for (let last = first; last < Math.min(own.length, first + MOST_PARTS); last += 1) {
        const [part, before] = [own[last], own[last - 1]];
        if (!part || !isPart(part) || (last > first && before && part.created_at - before.created_at > GAP_MS)) break;
        if (last > first && isPhone(joined(own.slice(first, last + 1)))) for (const { number } of own.slice(first, last + 1)) split.add(number);
      }
  }
  return split;
}

/** Between messages is what is between the items of a list. */
function joined(parts: Part[]): NumberRun {
  const runs = parts.flatMap(({ text }) => findNumberRuns(text ?? '').runs);
  return {
    numbers: runs.flatMap(({ numbers }) => numbers),
    isWeak: runs.flatMap(({ isWeak }, at) => (at === 0 ? isWeak : [true, ...isWeak])),
    hasPlus: runs[0]?.hasPlus ?? false,
  };
}

/** The text of a part, without its numbers. */
export function maskPart(text: string): string {
  return replaceAll(
    text,
    findNumberRuns(text).runs.flatMap(({ numbers }) => numbers),
  ).replace(/\p{Nd}/gu, DOT);
}
