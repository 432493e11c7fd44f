import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { createCategory, createPerson, listingInput } from '#test/support/world/world.ts';

test('A seller who is removed while their phone is being listed lists nothing', async () => {
  const shop = await createTestApp();
  const { db, images } = shop.services;
  const [seller, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'admin')];
  await createCategory(shop);
  const { has } = images;
  images.has = async (address) => {
    await shop.call('DELETE', `/users/sellers/${seller.id}`, { as: admin.token });
    return has.call(images, address);
  };
  const listed = await shop.call('POST', '/products', { as: seller.token, body: listingInput({ image: await createPicture(db) }) });
  expect(listed).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  expect(await db.selectFrom('listings').select('id').execute()).toEqual([]);
  await shop.close();
});
