import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageIdOf } from '#contract/shared/image-sizes.ts';
import { addPhotos } from '#server/db/migrations/011-listing-photos.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { createCategory, createListing, createPerson, listingInput, type Person } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  admin = await createPerson(shop, 'admin');
  await createCategory(shop);
  const stored = {
    width: 1280,
    height: 960,
    store: 'disk' as const,
    delete_url: null,
    removed_at: null,
    gone_at: null,
    created_at: 1,
    stored_at: 1,
    used_at: 1,
  };
  const rows = [photo(1), ...FURTHER].map((address) => ({ ...stored, id: imageIdOf(address, shop.services.images) ?? '', address }));
  await shop.services.db.insertInto('images').values(rows).execute();
});
afterAll(() => shop.close());

function photo(number: number, width = 1280): string {
  return `/images/01890000-0000-7000-8000-00000000000${number}/${width}.webp`;
}

const FURTHER = [2, 3, 4, 5, 6, 7, 8].map((number) => photo(number));
const DETAILS = ['selectedProducts', 'selectedItem', 'newArrivalItem'];

function list(photos: unknown) {
  return shop.call('POST', `/products?email=${seller.email}`, { as: seller.token, body: listingInput({ image: photo(1), photos }) });
}

async function detailOf(id: string, call = 'selectedItem') {
  return (await shop.call('GET', `/${call}/${id}`)).body as { image: string; photos?: string[] };
}

describe('Photos of a listing', () => {
  test('Every detail call returns the photos in the seller’s order, and no list does', async () => {
    const further = await createPicture(shop.services.db);
    const photos = [FURTHER[3] ?? '', further, ...FURTHER.slice(0, 3)];
    const id = await createListing(shop, seller, { image: photo(1), photos });
    for (const call of DETAILS) expect(await detailOf(id, call), call).toMatchObject({ image: photo(1), photos });
    const lists = ['/products', '/products?name=samsung&condition=Good', '/searchProducts?search=galaxy', '/newArrivalProducts'];
    for (const path of lists) {
      const { body } = await shop.call('GET', path);
      expect(body, path).toMatchObject(expect.arrayContaining([expect.objectContaining({ _id: id, image: photo(1) })]));
      expect(JSON.stringify(body), path).not.toContain(further);
    }
  });

  test('A listing has up to seven further photos, and none by default', async () => {
    expect(await detailOf(await createListing(shop, seller))).toMatchObject({ photos: [] });
    const { status, body } = await list(FURTHER);
    expect(status).toBe(201);
    expect((await detailOf((body as { insertedId: string }).insertedId)).photos).toEqual(FURTHER);
  });

  test('A listing’s photos survive its removal and restoration', async () => {
    const id = await createListing(shop, seller, { image: photo(1), photos: FURTHER });
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    expect((await shop.call('POST', `/removedItems/${id}/restore`, { as: admin.token })).status).toBe(200);
    expect((await detailOf(id)).photos).toEqual(FURTHER);
  });

  test.each<[string, unknown, string]>([
    ['a text', photo(2), 'photos'],
    ['an object with a length', { length: 2, 0: photo(2), 1: photo(3) }, 'photos'],
    ['null', null, 'photos'],
    ['eight of them', [...FURTHER, 'https://pictures.example.test/9.jpg'], 'photos'],
    ['ten thousand of them', Array.from({ length: 10_000 }, () => 'javascript:alert(1)'), 'photos'],
    ['the first photo again', [photo(2), photo(1)], 'photos'],
    ['one twice', [photo(2), photo(3), photo(2)], 'photos'],
    ['one twice, in two sizes', [photo(2), photo(2, 320)], 'photos'],
    ['a script', [photo(2), 'javascript:alert(1)'], 'photos.1'],
    ['a data address', ['data:image/svg+xml,<svg onload="alert(1)"/>'], 'photos.0'],
    ['a place on the server', ['/etc/passwd', '../../secret'], 'photos.0'],
    ['what is no text', [photo(2), 7, { $gt: '' }, [photo(3)]], 'photos.1'],
    ['an empty one', [''], 'photos.0'],
    ['one that the shop does not keep', [photo(2), photo(9)], 'photos.1'],
    ['one of 501 characters', [`https://pictures.example.test/${'x'.repeat(480)}`], 'photos.0'],
  ])('Rejects %s with a message at that field', async (_what, photos, field) => {
    const { status, body } = await list(photos);
    expect(status).toBe(422);
    const { code, fields } = body as { code: string; fields: Record<string, string> };
    expect(code).toBe('invalid');
    expect(fields[field]).toMatch(/\w.*\.$/u);
    expect(Object.keys(fields).length).toBeLessThanOrEqual(8);
  });
});

test('Listings from before photos existed have none, however often the migration was started', async () => {
  const { db } = shop.services;
  const id = await createListing(shop, seller, { image: photo(1), photos: FURTHER });
  await addPhotos(db as never);
  expect((await detailOf(id)).photos).toEqual(FURTHER);
  await db.schema.alterTable('listings').dropColumn('photos').execute();
  await addPhotos(db as never);
  await addPhotos(db as never);
  expect((await detailOf(id)).photos).toEqual([]);
});
