import { expect, test } from 'vitest';
import type { ChangeListener } from './change-feed.ts';
import type { Change } from './changes.ts';
import { createFollowedCache } from './followed-cache.ts';

const CHANGE: Change = { id: 'change', at: 1, listing_id: null, category_id: null, seller_id: null, topic: null };

/** A cache by seller, and what a feed tells it. */
function createCache() {
  const listeners: ChangeListener[] = [];
  const feed = { listen: (listener: ChangeListener) => void listeners.push(listener), keepUp: async () => {}, catchUp: async () => {}, isUpToDate: () => true };
  const cache = createFollowedCache<string>(feed, new Map(), ({ seller_id, topic }) =>
    topic !== null ? null : seller_id === null ? 'all' : { key: seller_id },
  );
  const store = (key: string): void => cache.set(cache.begin(), key, `value of ${key}`);
  const change = (what: Partial<Change>): void => {
    for (const { onChanges } of listeners) void onChanges([{ ...CHANGE, ...what }]);
  };
  const lose = (): void => {
    for (const { onLost } of listeners) void onLost();
  };
  return { cache, store, change, lose };
}

test('A change ends the value of its key, all values, or none', () => {
  const { cache, store, change, lose } = createCache();
  const known = (): (string | undefined)[] => ['one', 'two'].map((key) => cache.get(key));
  const storeBoth = (): void => ['one', 'two'].forEach(store);
  storeBoth();
  change({ seller_id: 'one' });
  expect(known()).toEqual([undefined, 'value of two']);
  storeBoth();
  change({ topic: 'wanted' });
  expect(known()).toEqual(['value of one', 'value of two']);
  change({});
  expect(known()).toEqual([undefined, undefined]);
  storeBoth();
  lose();
  expect(known()).toEqual([undefined, undefined]);
});

test('What was read before a change isn’t stored after it', () => {
  const { cache, change } = createCache();
  const began = cache.begin();
  change({ topic: 'wanted' });
  cache.set(began, 'one', 'read before anything ended');
  expect(cache.get('one')).toBe('read before anything ended');
  change({ seller_id: 'one' });
  cache.set(began, 'one', 'old');
  expect(cache.get('one')).toBeUndefined();
});
