import { expect, test } from 'vitest';
import type { ListingImport } from '#contract/selling/listing-imports.ts';
import { summaryOf } from './import-labels.ts';

const none = { ready: 0, refused: 0, skipped: 0, listed: 0, failed: 0, updates: 0, unchanged: 0 };

test.each<[ListingImport['state'], Partial<typeof none>, string]>([
  ['review', { ready: 1200, refused: 1 }, '1,200 phones will be listed. 1 row needs fixing.'],
  ['review', { ready: 5, updates: 3, skipped: 2, unchanged: 2 }, '2 to list, 3 to update, 2 unchanged.'],
  ['running', { ready: 1000, listed: 200 }, '200 of 1,200 phones listed.'],
  ['running', { ready: 4, listed: 1, updates: 3, skipped: 2, unchanged: 2 }, '1 of 5 phones done.'],
  ['done', { listed: 5, updates: 3, failed: 1 }, '2 new, 3 updated, 0 unchanged. 1 phone failed.'],
  ['stopped', { ready: 4, listed: 1 }, 'Stopped. 1 phone listed.'],
])('An import in the state “%s” says what will happen, happens or has happened: %j', (state, counts, text) => {
  expect(summaryOf({ state, counts: { ...none, ...counts }, reason: null } as ListingImport)).toBe(text);
});
