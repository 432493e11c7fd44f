import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createCategory, createPerson, listingInput, type Person } from '#test/support/world/world.ts';
import { sweepImages } from '../../images/index.ts';

const DAY_MS = 86_400_000;

let shop: TestApp;
let seller: Person;
let other: Person;
beforeAll(async () => {
  shop = await createTestApp();
  [seller, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
  await createCategory(shop);
});
afterAll(() => shop.close());

function save(id: string, revision: number, content: object = {}, as: Person | null = seller) {
  return shop.call('PUT', `/drafts/${id}`, { ...(as && { as: as.token }), body: { revision, content } });
}

async function saved(content: object = {}, as = seller): Promise<string> {
  const id = crypto.randomUUID();
  expect((await save(id, 0, content, as)).status).toBe(200);
  return id;
}

async function list(as = seller) {
  return (await shop.call('GET', '/drafts', { as: as.token })).body as { _id: string; model_name: string; image: string | null }[];
}

function read(id: string, as = seller) {
  return shop.call('GET', `/drafts/${id}`, { as: as.token });
}

function remove(id: string, as = seller) {
  return shop.call('DELETE', `/drafts/${id}`, { as: as.token });
}

function publish(draft: string, changes: object = {}, as = seller) {
  return shop.call('POST', `/products?email=${as.email}&draft=${draft}`, { as: as.token, body: listingInput({ ...changes }) });
}

async function listings(as = seller) {
  return (await shop.call('GET', `/products?email=${as.email}`, { as: as.token })).body as { _id: string }[];
}

describe('Drafts', () => {
  test('A seller can save, list, read and delete a draft, which stores no IMEI', async () => {
    const id = await saved({ model_name: 'Galaxy S21', specification: { SIM: 'Two' }, imei: '490154203237518', answers: { screen: 'flawless' } });
    expect(await save(id, 1, { model_name: 'Galaxy S22' })).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await list()).toMatchObject([{ _id: id, model_name: 'Galaxy S22', image: null }]);
    const { body } = await read(id);
    expect(body).toMatchObject({ revision: 2, content: { model_name: 'Galaxy S22', specification: { SIM: '' }, photos: [] } });
    expect(JSON.stringify(await shop.services.db.selectFrom('drafts').selectAll().execute())).not.toContain('490154203237518');
    expect((await remove(id)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await remove(id)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect(await list()).toEqual([]);
  });

  test('A draft remembers that an IMEI was entered, and nothing else of it', async () => {
    const id = await saved({ hasImei: true });
    expect((await read(id)).body).toMatchObject({ content: { hasImei: true } });
    expect(await save(id, 1, { hasImei: '490154203237518' })).toMatchObject({ status: 422, body: { fields: { 'content.hasImei': expect.any(String) } } });
    const earlier = await saved({});
    expect((await read(earlier)).body).toMatchObject({ content: { hasImei: false } });
    for (const draft of [id, earlier]) await remove(draft);
  });

  test('A draft doesn’t exist for others, who can have their own with the same id', async () => {
    const id = await saved({ model_name: 'Mine' });
    expect((await read(id, other)).status).toBe(404);
    expect((await remove(id, other)).body).toMatchObject({ deletedCount: 0 });
    expect((await save(id, 1, {}, other)).status).toBe(404);
    expect((await save(id, 0, { model_name: 'Theirs' }, other)).status).toBe(200);
    expect((await read(id)).body).toMatchObject({ content: { model_name: 'Mine' } });
    expect((await save(id, 0, {}, null)).status).toBe(401);
    expect((await save(id, 0, {}, await createPerson(shop, 'buyer'))).status).toBe(403);
    await remove(id);
  });

  test('A draft that was saved elsewhere isn’t overwritten, and the same content sent twice is saved once', async () => {
    const id = await saved({ color: 'black' });
    const [one, two] = await Promise.all([save(id, 1, { color: 'red' }), save(id, 1, { color: 'blue' })]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    expect(one.status === 409 ? one.body : two.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('another tab') });
    const stored = one.status === 200 ? 'red' : 'blue';
    expect(await save(id, 1, { color: stored })).toMatchObject({ status: 200, body: { revision: 2 } });
    expect((await save(id, 0, { color: 'white' })).status).toBe(409);
    await remove(id);
    expect((await save(id, 2, { color: stored })).status).toBe(404);
  });

  test.each([
    ['no UUID', '/drafts/mine', { revision: 0, content: {} }, 400],
    ['a text that is too long', null, { revision: 0, content: { color: 'x'.repeat(201) } }, 422],
    ['a character that can’t be stored', null, { revision: 0, content: { color: 'a\0b' } }, 422],
    ['an object in place of text', null, { revision: 0, content: { color: { $ne: 1 } } }, 422],
    ['nine photos', null, { revision: 0, content: { photos: Array.from({ length: 9 }, (_, at) => `https://pictures.example.test/${at}.jpg`) } }, 422],
    ['a photo that the shop does not keep', null, { revision: 0, content: { photos: [`/images/${crypto.randomUUID()}/1280.webp`] } }, 422],
    ['a hundred filled fields', null, { revision: 0, content: { filled: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, 'x'])) } }, 422],
    ['a negative revision', null, { revision: -1, content: {} }, 422],
    ['no content', null, { revision: 0 }, 422],
  ])('Rejects a draft with %s and says why', async (_, path, body, status) => {
    const answer = await shop.call('PUT', path ?? `/drafts/${crypto.randomUUID()}`, { as: seller.token, body });
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(/\w.*\.$/u) } });
  });

  test('A seller can have ten drafts at most', async () => {
    const person = await createPerson(shop, 'seller');
    const ids = await Promise.all(Array.from({ length: 10 }, (_, at) => saved({ color: `${at}` }, person)));
    expect(await save(crypto.randomUUID(), 0, {}, person)).toMatchObject({
      status: 429,
      body: { code: 'too_many', message: expect.stringContaining('10 drafts') },
    });
    expect((await save(ids[0] ?? '', 1, { color: 'again' }, person)).status).toBe(200);
    await remove(ids[1] ?? '', person);
    expect((await save(crypto.randomUUID(), 0, {}, person)).status).toBe(200);
    await shop.services.db.deleteFrom('users').where('id', '=', person.id).execute();
    expect(await shop.services.db.selectFrom('drafts').select('id').where('seller_id', '=', person.id).execute()).toEqual([]);
  });

  test('A draft keeps its photos from being removed', async () => {
    const { db, images, localImages } = shop.services;
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(await pictureOf('png', 400, 400))]), 'phone.png');
    const encoded = new Response(body);
    const uploaded = await shop.app.inject({
      method: 'POST',
      url: '/api/images',
      headers: { authorization: `Bearer ${seller.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    const address: string = uploaded.json().data.display_url;
    const id = await saved({ photos: [address] });
    const later = { now: () => shop.clock.now() + 3 * DAY_MS };
    await sweepImages({ db, images, localImages, clock: later }, (error) => expect(error).toBeUndefined());
    expect(await images.has(address)).toBe(true);
    expect(await list()).toMatchObject([{ _id: id, image: address }]);
    await remove(id);
  });
});

describe('Listing a draft', () => {
  test('Listing a draft deletes it and lists one phone, however often it is sent', async () => {
    const person = await createPerson(shop, 'seller');
    const id = await saved({ model_name: 'Galaxy Once' }, person);
    const replies = await Promise.all([publish(id, {}, person), publish(id, {}, person)]);
    replies.push(await publish(id, { model_name: 'Galaxy Twice' }, person));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect(new Set(replies.map(({ body }) => (body as { insertedId: string }).insertedId)).size).toBe(1);
    expect(await listings(person)).toHaveLength(1);
    expect(await list(person)).toEqual([]);
    expect(await save(id, 1, {}, person)).toMatchObject({ status: 409, body: { code: 'already_listed' } });
    expect((await publish(crypto.randomUUID(), {}, person)).status).toBe(201);
    expect(await listings(person)).toHaveLength(2);
  });

  test('A rejected listing doesn’t change its draft', async () => {
    const id = await saved({ model_name: 'Galaxy Refused' });
    expect((await publish(id, { resale_price: 'cheap' })).status).toBe(422);
    expect((await publish(id, { image: `/images/${crypto.randomUUID()}/1280.webp` })).status).toBe(422);
    expect((await publish(id, {}, other)).status).toBe(201);
    expect((await read(id)).body).toMatchObject({ content: { model_name: 'Galaxy Refused' } });
    expect((await publish('not-a-uuid')).status).toBe(400);
  });
});
