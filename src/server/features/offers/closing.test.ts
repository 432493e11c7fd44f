import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createTestApp } from '#test/support/app.ts';
import { bookingInput } from '#test/support/world/values.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';
import { closeOffers } from './ending-commands.ts';

test('A phone’s offers are closed by as many statements, however many there are', async () => {
  const shop = await createTestApp();
  const seller = await createPerson(shop, 'seller');
  const statements: string[] = [];
  const db = openDatabase(shop.config.database, { onQuery: ({ sql }) => void statements.push(sql) });
  const counts: number[] = [];
  for (const offers of [1, 5]) {
    const phone = await createListing(shop, seller);
    const buyers = await Promise.all(Array.from({ length: offers }, () => createPerson(shop, 'buyer')));
    for (const [at, { token }] of buyers.entries()) await shop.call('POST', '/offers', { as: token, body: { ...bookingInput(phone), price: 200 + at } });
    statements.length = 0;
    await db.transaction().execute((tx) => closeOffers(tx, phone, { why: 'sold', informed: new Set(), now: shop.clock.now() }));
    counts.push(statements.length);
    for (const [at, { token }] of buyers.entries()) {
      const { body } = await shop.call('GET', '/notifications', { as: token });
      expect(body).toMatchObject([
        { subject: 'The offer for Galaxy S21 is closed', text: expect.stringContaining(`So the offer of $${200 + at}.00 is closed.`) },
      ]);
    }
  }
  expect(counts[1]).toBe(counts[0]);
  await db.destroy();
  await shop.close();
});
