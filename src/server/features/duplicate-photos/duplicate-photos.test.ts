import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { DuplicatePhoto } from '#contract/duplicate-photos.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { drawnPhoto } from '#test/support/drawn-photos.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { recognizePhotos } from './index.ts';

const DAY_MS = 86_400_000;

let shop: TestApp;
let admin: Person;
let seller: Person;
let thief: Person;
const drawn: Buffer[] = [];

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
  [seller, thief] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
  for (const nth of [1, 5, 9, 13, 17]) drawn.push(await drawnPhoto(nth));
});
afterAll(() => shop.close());

function photo(nth: number): Buffer {
  return drawn[nth] ?? Buffer.alloc(0);
}

async function save(bytes: Buffer): Promise<string> {
  return (await shop.services.images.put(bytes)).address;
}

function look() {
  return recognizePhotos(shop.services, (error) => {
    throw error;
  });
}

async function seen(as: Person = admin): Promise<DuplicatePhoto[]> {
  await look();
  return (await shop.call('GET', '/duplicatePhotos', { as: as.token })).body as DuplicatePhoto[];
}

function decide(id: string | undefined, body: object, as: Person = admin) {
  return shop.call('POST', `/duplicatePhotos/${id}/decision`, { as: as.token, body });
}

function disguised(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes)
    .flop()
    .extract({ left: 50, top: 50, width: 1180, height: 1180 })
    .resize(700)
    .modulate({ brightness: 1.1 })
    .jpeg({ quality: 60 })
    .toBuffer();
}

describe('Photos that another seller showed', () => {
  test('Finds a copy that is mirrored, cropped, smaller and brighter; the admin sees both, which came first, and dismisses it permanently', async () => {
    const first = await createListing(shop, seller, { image: await save(photo(0)), photos: [await save(photo(1))] });
    shop.clock.advance(1000);
    const copy = await save(await disguised(photo(1)));
    const second = await createListing(shop, thief, { image: await save(photo(2)), photos: [copy] });
    const [found, ...others] = await seen();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      likeness: 'alike',
      mirrored: true,
      later: { _id: second, sellerEmail: thief.email, status: 'available', photo: copy },
      earlier: { _id: first, sellerEmail: seller.email },
    });
    expect(await seen()).toHaveLength(1);
    expect((await decide(found?._id, { decision: 'dismissed' })).body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
    expect((await decide(found?._id, { decision: 'dismissed' })).body).toMatchObject({ modifiedCount: 0 });
    expect(await seen()).toEqual([]);
    // The same two pictures in a new listing of the same phone.
    await shop.call('DELETE', `/products/${second}`, { as: thief.token });
    await createListing(shop, thief, { image: copy });
    expect(await seen()).toEqual([]);
  });

  test('Finds the very same picture, and removing its listing closes the match', async () => {
    const image = await save(photo(3));
    await createListing(shop, seller, { image });
    const copied = await createListing(shop, thief, { image });
    const [found] = await seen();
    expect(found).toMatchObject({ likeness: 'same', mirrored: false });
    expect(await decide(found?._id, { decision: 'removed', listing: 'another' })).toMatchObject({
      status: 422,
      body: { fields: { listing: expect.any(String) } },
    });
    expect((await decide(found?._id, { decision: 'removed', listing: copied })).body).toMatchObject({ modifiedCount: 1 });
    expect((await shop.call('GET', `/selectedItem/${copied}`)).status).toBe(404);
    expect(await seen()).toEqual([]);
    const notifications = (await shop.call('GET', '/notifications', { as: thief.token })).body as { text: string }[];
    expect(notifications[0]?.text).toContain('a photo from another seller’s listing');
    const removed = (await shop.call('GET', '/removedItems', { as: admin.token })).body;
    expect(removed).toContainEqual(expect.objectContaining({ _id: copied, reason: 'seen_photos' }));
  });

  test('Compares the photos of a listing that is paused, so that it can’t return unseen', async () => {
    const image = await save(await drawnPhoto(31));
    await createListing(shop, seller, { image });
    await look();
    shop.clock.advance(1000);
    const copied = await createListing(shop, thief, { image });
    const change = (act: string) => shop.call('POST', '/ownListingChanges', { as: thief.token, body: { act, ids: [copied] } });
    await change('pause');
    await look();
    await change('resume');
    const [found] = await seen();
    expect(found).toMatchObject({ likeness: 'same', later: { _id: copied } });
    await decide(found?._id, { decision: 'dismissed' });
  });

  test('Removes nothing for an admin who decides after another, nor closes a match whose listing can’t be removed', async () => {
    const image = await save(await drawnPhoto(29));
    const ids = [await createListing(shop, seller, { image }), await createListing(shop, thief, { image })];
    const [sold = '', copied = ''] = ids;
    const [found] = await seen();
    await sellTo(shop, await createPerson(shop, 'buyer'), sold);
    expect((await decide(found?._id, { decision: 'removed', listing: sold })).status).toBe(409);
    expect((await seen()).map(({ _id }) => _id)).toEqual([found?._id]);
    expect((await decide(found?._id, { decision: 'dismissed' })).body).toMatchObject({ modifiedCount: 1 });
    expect((await decide(found?._id, { decision: 'removed', listing: copied })).body).toMatchObject({ modifiedCount: 0 });
    for (const id of ids) expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(200);
  });

  test('The audit log names who dismissed a match', async () => {
    const image = await save(await drawnPhoto(33));
    const earlier = await createListing(shop, seller, { image });
    shop.clock.advance(1000);
    const later = await createListing(shop, thief, { image });
    const [found] = await seen();
    for (let count = 0; count < 2; count += 1) await decide(found?._id, { decision: 'dismissed' });
    const entries = (await shop.call('GET', `/auditLog?subject=${later}`, { as: admin.token })).body as AuditEntry[];
    expect(entries.map(({ act, by, after }) => [act, by._id, after])).toEqual([
      ['photos_dismissed', admin.id, { open: false, otherListingId: earlier }],
      ['listing_listed', thief.id, expect.anything()],
    ]);
  });

  test('Finds a photo for half a year after its listing was sold', async () => {
    const [lately, longAgo] = [
      await createListing(shop, seller, { image: await save(photo(4)) }),
      await createListing(shop, seller, { image: await save(photo(4)) }),
    ];
    const buyer = await createPerson(shop, 'buyer');
    for (const id of [lately, longAgo]) await sellTo(shop, buyer, id);
    await shop.services.db
      .updateTable('listings')
      .set({ sold_at: shop.clock.now() - 181 * DAY_MS })
      .where('id', '=', longAgo)
      .execute();
    const again = await createListing(shop, thief, { image: await save(await sharp(photo(4)).webp({ quality: 50 }).toBuffer()) });
    const found = await seen();
    expect(found.map(({ later, earlier, likeness }) => [later._id, earlier._id, earlier.status, likeness])).toEqual([[again, lately, 'sold', 'same']]);
    await decide(found[0]?._id, { decision: 'dismissed' });
  });

  test('Ignores a seller’s own listings, blank pictures, and photos hosted elsewhere', async () => {
    const white = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#fdfdfd' } })
      .jpeg()
      .toBuffer();
    const foreign = 'https://pictures.example/front.jpg';
    const own = await save(await drawnPhoto(21));
    for (const as of [seller, thief]) {
      await createListing(shop, as, { image: await save(white) });
      // In the form that an earlier version stored.
      await shop.services.db
        .updateTable('listings')
        .set({ image: foreign })
        .where('id', '=', await createListing(shop, as))
        .execute();
    }
    await createListing(shop, seller, { image: own });
    await createListing(shop, seller, { image: own });
    expect(await seen()).toEqual([]);
  });

  test('Only admins see duplicate photos', async () => {
    for (const as of [seller, thief]) {
      expect((await shop.call('GET', '/duplicatePhotos', { as: as.token })).status).toBe(403);
      expect((await decide('some', { decision: 'dismissed' }, as)).status).toBe(403);
    }
    expect((await shop.call('GET', '/duplicatePhotos')).status).toBe(401);
    expect((await decide('This match doesn’t exist', { decision: 'dismissed' })).status).toBe(404);
    for (const body of [{}, { decision: 'removed' }, { decision: 'maybe' }]) expect(await decide('some', body)).toMatchObject({ status: 422 });
  });

  test('Finds duplicates among older pictures, even after interruptions', async () => {
    const { db } = shop.services;
    const [old, fresh] = [
      await save(await drawnPhoto(25)),
      await save(
        await sharp(await drawnPhoto(25))
          .resize(500)
          .jpeg()
          .toBuffer(),
      ),
    ];
    await createListing(shop, seller, { image: old });
    await createListing(shop, thief, { image: fresh });
    await db.deleteFrom('listing_photos').execute();
    await db.deleteFrom('photo_hashes').execute();
    await db.deleteFrom('settings').where('key', '=', 'photo_listings_walked').execute();
    await db.updateTable('images').set({ hashed_at: null, small: null }).execute();
    const { hashPicture } = shop.services.images;
    let tries = 0;
    shop.services.images.hashPicture = async (picture) => {
      tries += 1;
      if (tries === 3) throw new Error('the store is away');
      return hashPicture(picture);
    };
    const troubles: unknown[] = [];
    await recognizePhotos(shop.services, (error) => troubles.push(error));
    expect(troubles).toHaveLength(1);
    const found = await seen();
    expect(found.map(({ later, earlier }) => [later.photo, earlier.photo])).toContainEqual([fresh, old]);
    expect(await db.selectFrom('images').select('id').where('hashed_at', 'is', null).execute()).toEqual([]);
  });
});
