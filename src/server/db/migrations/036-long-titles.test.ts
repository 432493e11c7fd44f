import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';
import { extendModelKeys } from './036-long-titles.ts';

test('Extends the model keys that an earlier version cut, and no others', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const seller = await createPerson(shop, 'seller');
  const keysOf = async () =>
    new Map((await db.selectFrom('listings').select(['model_name', 'model_key']).execute()).map(({ model_name, model_key }) => [model_name, model_key]));
  for (const model_name of ['Galaxy S21', `Galaxy ${'international '.repeat(10)}warranty`, `ﷺ${'х'.repeat(44)}warranty`])
    await createListing(shop, seller, { model_name });
  const now = await keysOf();
  for (const { id, model_key } of await db.selectFrom('listings').select(['id', 'model_key']).execute())
    await db
      .updateTable('listings')
      .set({ model_key: [...model_key].slice(0, 60).join('').trimEnd() })
      .where('id', '=', id)
      .execute();
  expect(await keysOf()).not.toEqual(now);

  await extendModelKeys(db as unknown as Kysely<unknown>);
  expect(await keysOf()).toEqual(now);
  await shop.close();
});
