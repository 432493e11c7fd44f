import { type DayOfViews, ENOUGH_PHOTOS, type Interest, type Suggestion, VIEW_DAYS } from '#contract/interest.ts';
import type { PriceEstimate } from '#contract/price-estimates.ts';
import { days } from '#contract/shared/durations.ts';
import { dayAt } from '#contract/shared/moments.ts';

type Suggesting = Pick<PriceEstimate, 'range' | 'judgement'> & { status: Interest['status']; waitingOffers: number; waitingBuyers: number; photos: number };

/** Programs that run a page’s scripts and say what they are. */
const PROGRAM = /bot|crawl|spider|headless|lighthouse|preview|slurp|scrape|fetch|monitor/iu;
/** A maker of phones whose browsers say so. */
const CUBOT = /cubot/giu;
/** No browser’s name is longer. */
const NAME_LENGTH = 500;

/** Whether a client is a program rather than a person's browser, by what it calls itself. */
export function isProgram(userAgent: string): boolean {
  return userAgent === '' || PROGRAM.test(userAgent.slice(0, NAME_LENGTH).replace(CUBOT, ''));
}

export function suggest({ status, waitingOffers, waitingBuyers, range, judgement, photos }: Suggesting): Suggestion | null {
  if (status === 'paused') return { kind: 'resume' };
  if (status !== 'available') return null;
  if (waitingOffers > 0) return { kind: 'answer_offers', offers: waitingOffers };
  if (waitingBuyers > 0) return { kind: 'answer', buyers: waitingBuyers };
  // A range without a verdict: the price is above it.
  if (range !== null && judgement === null) return { kind: 'lower_price' };
  if (judgement === 'check_why_so_low') return { kind: 'raise_price' };
  if (photos < ENOUGH_PHOTOS) return { kind: 'add_photos', photos };
  return range === null ? null : { kind: 'wait' };
}

/** The first and last of the days that are shown (days since 1970): from the day of listing, `VIEW_DAYS` at most. */
export function shownDays(listedAt: number, now: number): { first: number; last: number } {
  const last = dayAt(now);
  return { first: Math.min(last, Math.max(dayAt(listedAt), last - VIEW_DAYS + 1)), last };
}

export function toDays(views: ReadonlyMap<number, number>, { first, last }: { first: number; last: number }): DayOfViews[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    day: new Date(days(first + index)).toISOString().slice(0, 10),
    people: views.get(first + index) ?? 0,
  }));
}
