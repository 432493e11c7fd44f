import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReviewItem } from '#contract/risk.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';
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
