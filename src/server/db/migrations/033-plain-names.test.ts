import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, sellTo } from '#test/support/world/world.ts';
import { adoptPlainNames, restoreFormerNames } from './033-plain-names.ts';

test('A shop of the version before answers as it did once its tables have their new names', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const [seller, buyer, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
  await sellTo(shop, buyer, await createListing(shop, seller));
  await createOrder(shop, buyer, await createListing(shop, seller));
  const answers = () =>
    Promise.all([
      shop.call('GET', '/products'),
      shop.call('GET', `/bookings?email=${buyer.email}`, { as: buyer.token }),
      shop.call('GET', '/sales', { as: seller.token }),
      shop.call('GET', '/notifications', { as: seller.token }),
      shop.call('GET', '/sessions', { as: buyer.token }),
      shop.call('GET', '/shopSettings', { as: admin.token }),
      shop.call('GET', '/auditLog', { as: admin.token }),
    ]).then((replies) => replies.map(({ status, body }) => ({ status, body })));
  const before = await answers();
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));

  await restoreFormerNames(db as unknown as Kysely<unknown>);
  await adoptPlainNames(db as unknown as Kysely<unknown>);
  expect(await answers()).toEqual(before);

  // Where some names are new already, it goes on with the others.
  await sql`alter table notifications rename to notices`.execute(db);
  await adoptPlainNames(db as unknown as Kysely<unknown>);
  expect(await answers()).toEqual(before);
  await shop.close();
});
