import type { Booking } from '#contract/orders.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

type Now = { now: number; locale?: string; timeZone?: string };

/**
 * Returns the buyer's position in line and the latest time of their turn, with its day unless that is today: after an agreed price it may be tomorrow.
 * `locale` and `timeZone` default to the user's own.
 */
export function waitlistText({ place, turnBy }: NonNullable<Booking['line']>, { now, locale, timeZone }: Now): string {
  const where = ORDINALS[place - 1] ?? `number ${place}`;
  const format = (at: string | number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone !== undefined && { timeZone }) }).format(new Date(at));
  const isToday = format(turnBy, { dateStyle: 'short' }) === format(now, { dateStyle: 'short' });
  const when = format(turnBy, { hour: 'numeric', minute: '2-digit', ...(!isToday && { weekday: 'short' }) });
  return `You’re ${where} on the waitlist. Your turn comes by ${when}.`;
}
