import { expect, test } from 'vitest';
import { createAsker } from '../../bench/asking.ts';
import { createShop } from '../../bench/shop/ingredients.ts';
import { BUYERS } from '../../bench/shop/people.ts';
import { bookings } from '../../bench/writing.ts';

/** As many unpaid bookings as a buyer may have. */
const MOST_UNPAID = 100;

test.each([50, 2000])('Plans bookings that can all succeed, in a shop of %i listings', async (size) => {
  const shop = await createShop({ seed: 1, size, end: Date.UTC(2026, 0, 16) });
  const asker = createAsker(shop, { url: 'http://127.0.0.1', seed: 1, count: 20_000 });
  for (let nth = 0; nth < BUYERS; nth += 1) asker.people.push({ token: String(nth), cookie: '' });
  const visits = await bookings(asker);
  const each = new Map<string, number>();
  for (const { headers } of visits) each.set(String(headers?.authorization), (each.get(String(headers?.authorization)) ?? 0) + 1);
  expect(visits.length).toBeGreaterThan(3000);
  expect(Math.max(...each.values())).toBeLessThanOrEqual(MOST_UNPAID);
  const pairs = visits.map(({ headers, body }) => JSON.stringify([headers?.authorization, body]));
  expect(new Set(pairs).size).toBe(visits.length);
});
