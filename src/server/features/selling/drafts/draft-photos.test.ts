import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createCategory, createListing, createPerson, listingInput, type Person, tokenNow } from '#test/support/world/world.ts';
import { sweepImages } from '../../images/index.ts';

const HOUR_MS = 3_600_000;

let shop: TestApp;
let seller: Person;
let bytes: Buffer;

beforeAll(async () => {
  shop = await createTestApp();
  await createCategory(shop);
  bytes = await pictureOf('jpeg', 40, 30);
});
beforeEach(async () => {
  seller = await createPerson(shop, 'seller');
});
afterAll(() => shop.close());

const upload = async (): Promise<string> => (await shop.services.images.put(bytes)).address;

async function save(id: string, revision: number, photos: string[]): Promise<void> {
  expect(await shop.call('PUT', `/drafts/${id}`, { as: seller.token, body: { revision, content: { photos } } })).toMatchObject({ status: 200 });
}

async function saved(photos: string[]): Promise<string> {
  const id = crypto.randomUUID();
  await save(id, 0, photos);
  return id;
}

const remove = (id: string) => shop.call('DELETE', `/drafts/${id}`, { as: seller.token });

/** Which of these photos are still there some hours later. */
async function left(hours: number, ...photos: string[]): Promise<boolean[]> {
  shop.clock.advance(hours * HOUR_MS);
  seller = { ...seller, token: await tokenNow(shop, seller) };
  await sweepImages(shop.services, (error) => expect(error).toBeUndefined());
  return Promise.all(photos.map((address) => shop.services.images.has(address)));
}

test('Photos that a draft no longer has are deleted a day later, and those of a deleted draft too', async () => {
  const [one, two] = [await upload(), await upload()];
  const id = await saved([one, two]);
  expect(await left(100, one, two)).toEqual([true, true]);
  await save(id, 1, [one]);
  expect(await left(23, one, two)).toEqual([true, true]);
  expect(await left(2, one, two)).toEqual([true, false]);
  await remove(id);
  expect(await left(23, one)).toEqual([true]);
  expect(await left(2, one)).toEqual([false]);
});

test('Deleting a draft can be undone with its photos', async () => {
  const photo = await upload();
  const id = await saved([photo]);
  await left(100);
  await remove(id);
  await left(20);
  await save(id, 0, [photo]);
  expect(await left(100, photo)).toEqual([true]);
});

test('Photos stay that another draft or a listing shows', async () => {
  const [shown, copied, dropped] = [await upload(), await upload(), await upload()];
  const listing = await createListing(shop, seller, { image: shown, photos: [copied] });
  const [first, copy] = [await saved([shown, dropped]), await saved([copied, dropped])];
  await remove(first);
  const edit = { revision: 1, image: shown, photos: [] };
  expect((await shop.call('PATCH', `/products/${listing}`, { as: seller.token, body: edit })).status).toBe(200);
  expect(await left(50, shown, copied, dropped)).toEqual([true, true, true]);
  await remove(copy);
  expect(await left(50, shown, copied, dropped)).toEqual([true, false, false]);
});

test('Photos stay that a message or a report of a lost phone shows', async () => {
  const [sent, reported] = [await upload(), await upload()];
  const buyer = await createPerson(shop, 'buyer');
  const { body } = await shop.call('POST', '/conversations', { as: buyer.token, body: { productId: await createListing(shop, seller) } });
  const path = `/conversations/${(body as { _id: string })._id}/messages`;
  const message = { clientId: crypto.randomUUID(), text: 'Is it still there?', photos: [] };
  expect((await shop.call('POST', path, { as: buyer.token, body: message })).status).toBe(201);
  const answer = { clientId: crypto.randomUUID(), text: 'See for yourself.', photos: [sent] };
  expect((await shop.call('POST', path, { as: seller.token, body: answer })).status).toBe(201);
  const report = { imei: '490154203237518', lostOn: '2020-01-01', place: 'On the bus', proof: 'The receipt', picture: reported };
  expect((await shop.call('POST', '/lostPhones', { as: seller.token, body: report })).status).toBe(201);
  await remove(await saved([sent, reported]));
  expect(await left(50, sent, reported)).toEqual([true, true]);
  expect((await shop.call('DELETE', `/personalData?email=${seller.email}`, { as: seller.token })).status).toBe(200);
  expect(await left(1, sent, reported)).toEqual([false, false]);
});

test('Photos of a draft that its listing doesn’t show are deleted a day later', async () => {
  const [shown, dropped] = [await upload(), await upload()];
  const id = await saved([shown, dropped]);
  const path = `/products?email=${seller.email}&draft=${id}`;
  expect((await shop.call('POST', path, { as: seller.token, body: listingInput({ image: shown }) })).status).toBe(201);
  expect(await left(23, shown, dropped)).toEqual([true, true]);
  expect(await left(2, shown, dropped)).toEqual([true, false]);
});

test('A draft that isn’t saved uses no photos', async () => {
  const [one, two] = [await upload(), await upload()];
  const id = await saved([one]);
  const body = { revision: 7, content: { photos: [two] } };
  expect((await shop.call('PUT', `/drafts/${id}`, { as: seller.token, body })).status).toBe(409);
  expect(await left(25, one, two)).toEqual([true, false]);
});

test('Photos of drafts are deleted with their seller’s account', async () => {
  const photo = await upload();
  await saved([photo]);
  expect((await shop.call('DELETE', `/personalData?email=${seller.email}`, { as: seller.token })).status).toBe(200);
  expect(await left(1, photo)).toEqual([false]);
});
