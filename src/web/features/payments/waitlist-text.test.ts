import { expect, test } from 'vitest';
import { waitlistText } from './waitlist-text.ts';

const now = Date.parse('2026-11-22T14:20:00.000Z');

test('Shows the position in line in words, and the latest time of the turn in the user’s time zone', () => {
  const british = { now, locale: 'en-GB', timeZone: 'UTC' };
  expect(waitlistText({ place: 2, turnBy: '2026-11-22T14:35:00.000Z' }, british)).toBe('You’re second on the waitlist. Your turn comes by 14:35.');
  expect(waitlistText({ place: 14, turnBy: '2026-11-22T14:35:00.000Z' }, { now, locale: 'en-US', timeZone: 'America/New_York' })).toMatch(
    /^You’re number 14 on the waitlist\. Your turn comes by 9:35\sAM\.$/u,
  );
});

test('Shows the day of a turn that may come tomorrow, because the phone is reserved at an agreed price', () => {
  const tomorrow = { place: 1, turnBy: '2026-11-23T14:20:00.000Z' };
  expect(waitlistText(tomorrow, { now, locale: 'en-GB', timeZone: 'UTC' })).toBe('You’re first on the waitlist. Your turn comes by Mon 14:20.');
  expect(waitlistText({ place: 1, turnBy: '2026-11-22T22:30:00.000Z' }, { now, locale: 'en-GB', timeZone: 'Europe/Helsinki' })).toBe(
    'You’re first on the waitlist. Your turn comes by Mon 00:30.',
  );
});
