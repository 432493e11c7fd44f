import { expect, test } from 'vitest';
import { formatAgo } from './moment.tsx';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T11:59:40Z', 'now'],
  ['2026-11-22T12:00:05Z', 'now'],
  ['2026-11-22T11:58:30Z', '1 minute ago'],
  ['2026-11-22T10:00:00Z', '2 hours ago'],
  ['2026-11-21T11:00:00Z', '1 day ago'],
  // Of the day before yesterday.
  ['2026-11-20T13:00:00Z', '1 day ago'],
  ['2026-11-22T13:30:00Z', 'in 1 hour'],
  ['2026-11-23T13:00:00Z', 'in 1 day'],
  ['2026-11-01T12:00:00Z', '21 days ago'],
  ['2026-10-20T12:00:00Z', '1 month ago'],
  ['2024-11-01T12:00:00Z', '2 years ago'],
])('Formats %s as %s', (iso, text) => expect(formatAgo(iso, NOW)).toBe(text));
