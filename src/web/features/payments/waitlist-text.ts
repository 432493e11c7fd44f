import type { Booking } from '#contract/orders.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Returns the buyer's position in line and the latest time of their turn; `locale` defaults to the user's own. */
export function waitlistText({ place, turnBy }: NonNullable<Booking['line']>, locale?: string, timeZone?: string): string {
  const where = ORDINALS[place - 1] ?? `number ${place}`;
  const when = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...(timeZone !== undefined && { timeZone }) }).format(new Date(turnBy));
  return `You’re ${where} on the waitlist. Your turn comes by ${when}.`;
}
