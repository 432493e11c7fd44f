import { expect, test } from 'vitest';
import { formatAgo } from './moment.tsx';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T11:59:40Z', 'now'],
  ['2026-11-22T12:00:05Z', 'now'],
  ['2026-11-22T11:58:30Z', '1 minute ago'],
  ['2026-11-22T10:00:00Z', '2 hours ago'],
  ['2026-11-21T11:00:00Z', 'yesterday'],
  ['2026-11-01T12:00:00Z', '21 days ago'],
])('Formats %s as %s', (iso, text) => expect(formatAgo(iso, NOW, 'en')).toBe(text));
