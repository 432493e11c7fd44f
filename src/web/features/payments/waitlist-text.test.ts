import { expect, test } from 'vitest';
import { waitlistText } from './waitlist-text.ts';

test('Shows the position in line in words, and the latest time of the turn in the user’s time zone', () => {
  expect(waitlistText({ place: 2, turnBy: '2026-11-22T14:35:00.000Z' }, 'en-GB', 'UTC')).toBe('You’re second on the waitlist. Your turn comes by 14:35.');
  expect(waitlistText({ place: 14, turnBy: '2026-11-22T14:35:00.000Z' }, 'en-US', 'America/New_York')).toMatch(
    /^You’re number 14 on the waitlist\. Your turn comes by 9:35\sAM\.$/u,
  );
});
