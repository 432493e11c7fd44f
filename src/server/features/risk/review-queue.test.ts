import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DuplicatePhoto } from '#contract/duplicate-photos.ts';
import type { ImeiQuestion } from '#contract/imei.ts';
import type { ReviewItem } from '#contract/risk.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { drawnPhoto } from '#test/support/drawn-photos.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';
import { recognizePhotos } from '../duplicate-photos/index.ts';
import { createAssessing } from './index.ts';
import { findDue, saveAssessment } from './queries.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [admin, seller] = [await createPerson(shop, 'admin'), await createPerson(shop, 'seller')];
});
afterAll(() => shop.close());

const post = (path: string, body: object, as = admin) => shop.call('POST', path, { as: as.token, body });
const idOf = ({ body }: { body: unknown }) => (body as { insertedId: string }).insertedId;
const decide = async (kind: string, listingId: string) => idOf(await post('/decisions', { kind, listingId, reason: 'The box is right.' }));
const undo = (id: string) => post(`/decisions/${id}/undo`, { reason: 'We look again.' });

async function report(id: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await post('/reportedItems', { _id: id, reason: 'fake' }, await createPerson(shop, 'buyer'));
}

async function claim(imei: string): Promise<void> {
  await expect(createListing(shop, await createPerson(shop, 'seller'), { imei })).rejects.toThrow('already_listed');
}

/** The risk of a listing in the review queue; null if it isn't there. */
async function riskOf(id: string) {
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  const { body } = await shop.call('GET', '/reviewQueue', { as: admin.token });
  const risk = (body as ReviewItem[]).find(({ _id }) => _id === id)?.risk;
  return risk ? { score: risk.score, kinds: risk.signals.map(({ kind }) => kind) } : null;
}

test('A cleared listing is back in the queue once its risk rises, however often it had been reported', async () => {
  const imei = newImei();
  const id = await createListing(shop, seller, { imei });
  await report(id, 4);
  expect(await riskOf(id)).toEqual({ score: 70, kinds: ['reports', 'new_account'] });
  const decision = await decide('clearance', id);
  expect(await riskOf(id)).toBeNull();
  await claim(imei);
  expect(await riskOf(id)).toEqual({ score: 60, kinds: ['imei', 'new_account'] });
  expect((await undo(decision)).status).toBe(200);
  expect(await riskOf(id)).toEqual({ score: 100, kinds: ['reports', 'imei', 'new_account'] });
});

test('Of a listing that many people reported, the queue has the latest twenty reports, and says how many there are', async () => {
  const id = await createListing(shop, seller);
  await report(id, 22);
  await riskOf(id);
  const { body } = await shop.call('GET', '/reviewQueue', { as: admin.token });
  const item = (body as ReviewItem[]).find(({ _id }) => _id === id);
  expect([item?.reportCount, item?.reports.length]).toEqual([22, 20]);
  const latest = await shop.services.db.selectFrom('reports').select('id').where('listing_id', '=', id).orderBy('id').offset(2).limit(20).execute();
  expect(item?.reports.map(({ _id }) => _id)).toEqual(latest.map(({ id: reportId }) => reportId));
});

test('A listing whose review ended is back in the queue once its risk rises', async () => {
  const imei = newImei();
  const id = await createListing(shop, seller, { imei });
  await report(id, 4);
  await riskOf(id);
  const decision = await decide('hold', id);
  expect((await undo(decision)).status).toBe(200);
  expect(await riskOf(id)).toBeNull();
  await claim(imei);
  expect(await riskOf(id)).toEqual({ score: 60, kinds: ['imei', 'new_account'] });
});

test('An assessment that read the reports before they were closed doesn’t bring a cleared listing back', async () => {
  const id = await createListing(shop, seller);
  await report(id, 4);
  const { dueAt } = (await findDue(shop.services.db, 50)).find(({ listingId }) => listingId === id) ?? { dueAt: 0 };
  shop.clock.advance(1000);
  await decide('clearance', id);
  const signals = [{ kind: 'reports' as const, points: 50, text: '4 people reported it.' }];
  await saveAssessment(shop.services.db, { listingId: id, dueAt }, { score: 50, signals, now: shop.clock.now() });
  expect(await riskOf(id)).toBeNull();
});

test('A listing leaves the queue once the question about its IMEI is closed', async () => {
  const imei = newImei();
  const id = await createListing(shop, seller, { imei });
  await claim(imei);
  expect(await riskOf(id)).toEqual({ score: 60, kinds: ['imei', 'new_account'] });
  const { body } = await shop.call('GET', '/imeiQuestions', { as: admin.token });
  const question = (body as ImeiQuestion[]).find(({ listing }) => listing._id === id);
  expect((await post(`/imeiQuestions/${question?._id}/close`, {})).status).toBe(200);
  expect(await riskOf(id)).toBeNull();
});

test('A cleared listing whose risk fell is back in the queue once it rises', async () => {
  const imei = newImei();
  const id = await createListing(shop, seller, { imei });
  await claim(imei);
  expect(await riskOf(id)).toEqual({ score: 60, kinds: ['imei', 'new_account'] });
  await decide('clearance', id);
  expect(await riskOf(id)).toBeNull();
  const { body } = await shop.call('GET', '/imeiQuestions', { as: admin.token });
  const question = (body as ImeiQuestion[]).find(({ listing }) => listing._id === id);
  await post(`/imeiQuestions/${question?._id}/close`, {});
  expect(await riskOf(id)).toBeNull();
  await claim(imei);
  expect(await riskOf(id)).toEqual({ score: 60, kinds: ['imei', 'new_account'] });
});

test('A restored listing isn’t in the queue for the reports that its removal closed', async () => {
  const id = await createListing(shop, seller);
  await report(id, 4);
  expect(await riskOf(id)).toEqual({ score: 70, kinds: ['reports', 'new_account'] });
  expect((await shop.call('DELETE', `/products/${id}`, { as: seller.token })).status).toBe(200);
  expect((await post(`/removedItems/${id}/restore`, {})).status).toBe(200);
  expect(await riskOf(id)).toBeNull();
});

test.each(['dismissed', 'removed'] as const)('A listing leaves the queue once the match of its photo with an earlier one is %s', async (decision) => {
  const { services } = shop;
  const { address: image } = await services.images.put(await drawnPhoto(decision === 'dismissed' ? 33 : 37));
  const earlier = await createListing(shop, await createPerson(shop, 'seller'), { image });
  shop.clock.advance(1000);
  const later = await createListing(shop, seller, { image });
  await recognizePhotos(services, (error) => {
    throw error;
  });
  expect(await riskOf(later)).toEqual({ score: 60, kinds: ['photo', 'new_account'] });
  const [match] = (await shop.call('GET', '/duplicatePhotos', { as: admin.token })).body as DuplicatePhoto[];
  expect((await post(`/duplicatePhotos/${match?._id}/decision`, { decision, listing: earlier })).status).toBe(200);
  expect(await riskOf(later)).toBeNull();
});

test('A listing that can’t be assessed keeps no other from its turn', async () => {
  const other = await createPerson(shop, 'seller');
  const [first, second] = [await createListing(shop, other, { model_name: 'Galaxy S20' }), await createListing(shop, other)];
  const launchOf = (_brand: string, model: string) => {
    if (model === 'Galaxy S20') throw new TypeError('a fault of the shop');
    return null;
  };
  await expect(createAssessing({ ...shop.services, launchOf }).run()).rejects.toBeInstanceOf(AggregateError);
  const due = (await findDue(shop.services.db, 50)).map(({ listingId }) => listingId);
  expect([due.includes(first), due.includes(second)]).toEqual([true, false]);
});
