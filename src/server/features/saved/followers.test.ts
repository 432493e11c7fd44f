import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { noteSeller } from '../../db/changes.ts';
import { createAlerting } from '../alerts/index.ts';
import { createAssessing } from '../risk/index.ts';

const DAY_MS = 86_400_000;

let shop: TestApp;
let seller: Person;
let follower: Person;
let id: string;
let alerting: ReturnType<typeof createAlerting>;

beforeAll(async () => {
  shop = await createTestApp();
  alerting = createAlerting(shop.services);
  seller = await createPerson(shop, 'seller');
  follower = await createPerson(shop, 'buyer');
  id = await createListing(shop, seller, { model_name: 'Galaxy S23', resale_price: 300 });
  await save(follower);
}, 120_000);
afterAll(() => shop.close());

const save = (as: Person) => shop.call('POST', '/saved', { as: as.token, body: { ids: [id] } });
const act = (body: object) => shop.call('POST', '/ownListingChanges', { as: seller.token, body: { ids: [id], ...body } });
const subjects = async (of: Person) => ((await shop.call('GET', '/notifications', { as: of.token })).body as Notification[]).map(({ subject }) => subject);

async function setPrice(resale_price: number) {
  const { revision } = await shop.services.db.selectFrom('listings').select('revision').where('id', '=', id).executeTakeFirstOrThrow();
  expect((await shop.call('PATCH', `/products/${id}`, { as: seller.token, body: { revision, resale_price } })).status).toBe(200);
}

/** Makes everything that people were notified of that much older: their sessions don't last as long. */
async function age(ms: number): Promise<void> {
  await shop.services.db
    .updateTable('notifications')
    .set((eb) => ({ created_at: eb('created_at', '-', ms) }))
    .execute();
}

/** What the follower is notified of now, oldest first: each also by email. Sweeps twice, and two at once. */
async function alerted(as = follower): Promise<string[]> {
  const before = await subjects(as);
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  await Promise.all([alerting.run(), alerting.run()]);
  await alerting.run();
  const after = (await subjects(as)).toReversed();
  expect((await mailsTo(shop, as.email)).map(({ subject }) => subject).slice(-after.length || undefined)).toEqual(after);
  expect(await shop.services.db.selectFrom('alert_queue').selectAll().execute()).toEqual([]);
  return after.slice(before.length);
}

test('A lower price is notified once, and a raised one that falls again only below what the follower knows', async () => {
  expect(await alerted()).toEqual([]);
  await setPrice(280);
  expect(await alerted()).toEqual(['Galaxy S23 now costs $280.00']);
  await setPrice(350);
  expect(await alerted()).toEqual([]);
  await setPrice(290);
  expect(await alerted()).toEqual([]);
  await setPrice(260);
  await setPrice(250);
  expect(await alerted()).toEqual(['Galaxy S23 now costs $250.00']);
  const stranger = await createPerson(shop, 'buyer');
  expect([await alerted(stranger), await alerted(seller)]).toEqual([[], []]);
});

test('Nobody is notified before the edit’s risk is assessed', async () => {
  await setPrice(240);
  await alerting.run();
  expect(await subjects(follower)).not.toContain('Galaxy S23 now costs $240.00');
  expect(await alerted()).toEqual(['Galaxy S23 now costs $240.00']);
});

test('A phone that is on sale again is notified once, unless the pause was not noticed', async () => {
  await act({ act: 'pause' });
  expect(await alerted()).toEqual([]);
  await act({ act: 'resume' });
  expect(await alerted()).toEqual(['Available again: Galaxy S23']);
  await act({ act: 'pause' });
  await act({ act: 'resume' });
  expect(await alerted()).toEqual([]);
  await act({ act: 'pause' });
  await save(await createPerson(shop, 'buyer'));
  const late = await createPerson(shop, 'buyer');
  await save(late);
  await alerted(late);
  await act({ act: 'resume' });
  expect(await alerted(late)).toEqual(['Available again: Galaxy S23']);
});

test('A phone that is paused and resumed again and again is notified as available once a day, and a lower price as that', async () => {
  const pauseAndResume = async (price?: number) => {
    await act({ act: 'pause' });
    await alerted();
    if (price !== undefined) await setPrice(price);
    await act({ act: 'resume' });
    return alerted();
  };
  await age(DAY_MS);
  expect(await pauseAndResume()).toEqual(['Available again: Galaxy S23']);
  await age(DAY_MS - 60_000);
  expect([await pauseAndResume(), await pauseAndResume()]).toEqual([[], []]);
  expect(await pauseAndResume(230)).toEqual(['Galaxy S23 now costs $230.00']);
  await age(60_000);
  expect(await pauseAndResume()).toEqual(['Available again: Galaxy S23']);
  await age(DAY_MS);
});

test('Emails about saved phones can be turned off, and a suspended seller’s phone comes back', async () => {
  const { db } = shop.services;
  expect((await shop.call('PUT', '/notifications/settings/saved', { as: follower.token, body: { email: false } })).status).toBe(200);
  const [known, mails] = [await subjects(follower), await mailsTo(shop, follower.email)];
  for (const suspended of [
    { removed_at: 1, removed_reason: 'suspended' },
    { removed_at: null, removed_reason: null },
  ]) {
    await db.updateTable('listings').set(suspended).where('id', '=', id).execute();
    await noteSeller(db, seller.id, 1);
    for (let sweep = 0; sweep < 2; sweep += 1) await alerting.run();
  }
  expect(await subjects(follower)).toEqual(['Available again: Galaxy S23', ...known]);
  expect(await mailsTo(shop, follower.email)).toHaveLength(mails.length);
});

test('Somebody whom an admin removed is alerted of nothing', async () => {
  const removed = await createPerson(shop, 'buyer');
  await save(removed);
  await shop.call('POST', '/savedSearches', { as: removed.token, body: { search: 'galaxy' } });
  await shop.services.db.updateTable('users').set({ removed_at: 1 }).where('id', '=', removed.id).execute();
  await setPrice(199);
  await createListing(shop, seller, { model_name: 'Galaxy S23' });
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  for (let sweep = 0; sweep < 2; sweep += 1) await alerting.run();
  const { count } = await shop.services.db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', removed.id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});

test('A sold phone is notified to nobody', async () => {
  const before = (await subjects(follower)).length;
  await sellTo(shop, await createPerson(shop, 'buyer'), id);
  await alerting.run();
  expect(await subjects(follower)).toHaveLength(before);
});
