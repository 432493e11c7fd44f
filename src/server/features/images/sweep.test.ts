import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageIdOf } from '#contract/shared/image-sizes.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createListing, createPerson, listingInput, sellTo } from '#test/support/world/world.ts';
import { ProviderError } from '../../errors.ts';
import { markImagesUsed, sweepImages } from './index.ts';

const DAY_MS = 86_400_000;

describe('Unused photos', () => {
  let shop: TestApp;
  let bytes: Buffer;
  beforeAll(async () => {
    shop = await createTestApp();
    bytes = await pictureOf('jpeg', 40, 30);
  });
  afterAll(() => shop.close());

  const upload = async (): Promise<string> => (await shop.services.images.put(bytes)).address;
  const stored = async (): Promise<string[]> => (await readdir(join(shop.config.dataDir, 'images'))).sort();
  const idOf = (address: string): string | null => imageIdOf(address, shop.services.images);
  const idsOf = (...addresses: string[]): (string | null)[] => addresses.map(idOf).sort();
  const sweep = (onTrouble: (error: unknown) => void = () => {}) => sweepImages(shop.services, onTrouble);
  const list = async (image: string, photos: string[] = []): Promise<string> => createListing(shop, await createPerson(shop, 'seller'), { image, photos });
  const publish = async (image: string) => {
    const { email, token } = await createPerson(shop, 'seller');
    return shop.call('POST', `/products?email=${email}`, { as: token, body: listingInput({ image }) });
  };

  it('Keeps an unused photo that a listing written directly to the database shows', async () => {
    const [image, second] = [await upload(), await upload()];
    const before = await stored();
    await list(image, [second]);
    await shop.services.db
      .updateTable('images')
      .set({ used_at: null })
      .where('id', 'in', [idOf(image) ?? '', idOf(second) ?? ''])
      .execute();
    shop.clock.advance(2 * DAY_MS);
    await sweep();
    expect(await stored()).toEqual(before);
  });

  it('Deletes unused photos after a day, and keeps those of listings on sale, removed and sold', async () => {
    const others = await stored();
    const [onSale, further, removed, sold, unused] = [await upload(), await upload(), await upload(), await upload(), await upload()];
    const seller = await createPerson(shop, 'seller');
    await createListing(shop, seller, { image: onSale.replace('1280', '640'), photos: [further] });
    const removedListing = await createListing(shop, seller, { image: removed });
    await shop.call('DELETE', `/products/${removedListing}`, { as: seller.token });
    await sellTo(shop, await createPerson(shop, 'buyer'), await createListing(shop, seller, { image: sold }));
    shop.clock.advance(DAY_MS - 1000);
    await sweep();
    expect(await stored()).toEqual([...others, ...idsOf(onSale, further, removed, sold, unused)].sort());
    shop.clock.advance(2000);
    const late = await upload();
    await sweep();
    expect(await stored()).toEqual([...others, ...idsOf(onSale, further, removed, sold, late)].sort());
    expect([await shop.services.images.has(unused), await shop.services.images.has(onSale)]).toEqual([false, true]);
    expect(await publish(unused)).toMatchObject({ status: 422, body: { fields: { image: expect.stringContaining('Choose it again.') } } });
    expect((await publish(late)).status).toBe(201);
    // A month later the record of the discarded photo is gone, and it is still rejected.
    shop.clock.advance(31 * DAY_MS);
    await sweep();
    expect(await shop.services.db.selectFrom('images').select('id').where('id', '=', idOf(unused)).execute()).toEqual([]);
    expect(await publish(unused)).toMatchObject({ status: 422, body: { fields: { image: expect.stringContaining('Choose it again.') } } });
    // A listing that is restored after a year still has its photo.
    shop.clock.advance(400 * DAY_MS);
    await sweep();
    expect(await stored()).toEqual([...others, ...idsOf(onSale, further, removed, sold, late)].sort());
    expect(await shop.services.db.selectFrom('images').select('id').where('gone_at', 'is not', null).execute()).toEqual([]);
  });

  it('Leaves a photo alone that came into use after the sweep began', async () => {
    const image = await upload();
    shop.clock.advance(2 * DAY_MS);
    // Either may come first; what uses a photo that is gone fails.
    await Promise.allSettled([markImagesUsed(shop.services.db, shop.services.images, { addresses: [image], now: shop.clock.now() }), sweep()]);
    const row = await shop.services.db
      .selectFrom('images')
      .selectAll()
      .where('id', '=', idOf(image) ?? '')
      .executeTakeFirstOrThrow();
    expect(row.gone_at === null).toBe((await stored()).includes(row.id));
  });

  it('Deletes photos, and leftovers of failed uploads, once the store responds again', async () => {
    const before = await stored();
    const image = await upload();
    // The state left by a process that died before it could record that all files are there.
    await shop.services.db
      .updateTable('images')
      .set({ stored_at: null })
      .where('id', '=', idOf(image) ?? '')
      .execute();
    expect(await shop.services.images.has(image)).toBe(false);
    shop.clock.advance(2 * DAY_MS);
    const { remove } = shop.services.images;
    shop.services.images.remove = async () => {
      throw new ProviderError('away');
    };
    const troubles: unknown[] = [];
    await sweep((error) => troubles.push(error));
    expect([troubles.length, await stored()]).toEqual([1, [...before, idOf(image)].sort()]);
    shop.services.images.remove = remove;
    await sweep();
    expect(await stored()).toEqual(before);
  });

  it('Deletes the other photos when one can’t be deleted', async () => {
    const before = await stored();
    const [stuck] = [await upload(), await upload()];
    shop.clock.advance(2 * DAY_MS);
    const { remove } = shop.services.images;
    shop.services.images.remove = async (id) => {
      if (id === idOf(stuck)) throw new ProviderError('Access denied.');
      return remove(id);
    };
    const troubles: unknown[] = [];
    await sweep((error) => troubles.push(error));
    shop.services.images.remove = remove;
    expect([troubles.length, await stored()]).toEqual([1, [...before, idOf(stuck)].sort()]);
  });
});
