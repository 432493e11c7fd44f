import { expect, test } from 'vitest';
import { createByteCache } from './byte-cache.ts';

const FEED = { listen: () => {}, keepUp: async () => {}, catchUp: async () => {}, isUpToDate: () => true };

test.each([
  [0, null],
  [1_000_000, 'a body'],
])('Of %d bytes, finds a reply that was requested twice as %j', (maxBytes, found) => {
  const cache = createByteCache(FEED, maxBytes);
  const reply = { headers: [], body: Buffer.from('a body'), scopes: ['lists' as const], route: '/', isShared: true };
  for (let times = 0; times < 2; times += 1) expect(cache.put('/', cache.begin(), reply).body.toString()).toBe('a body');
  expect(cache.find('/')?.body.toString() ?? null).toBe(found);
});
