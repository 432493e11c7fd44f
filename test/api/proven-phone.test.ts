import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comparison } from '#contract/compare.ts';
import { findFault } from '#contract/passport-chain.ts';
import type { OrderPassport, Passport } from '#contract/passports.ts';
import type { OrderTest, PublishedTest } from '#contract/phone-tests/phone-tests.ts';
import { verifyRecord } from '#contract/phone-tests/verify.ts';
import type { Draft } from '#contract/selling/drafts.ts';
import { days } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { DEAF, type Habits, testPhone } from '#test/support/phone-tests/software-phone.ts';
import { completeSale } from '#test/support/world/calls.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { callerOf, createListing, createPerson, listingInput, type Person, passTime, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const call = (as: Person, method: string, path: string, body?: unknown) => shop.call(method, path, { as: as.token, body });
const shown = async (listing: string) => (await shop.call('GET', `/products/${listing}/phoneTest`)).body as PublishedTest | null;

async function listTested(seller: Person, habits: Habits = {}): Promise<string> {
  const listing = await createListing(shop, seller, { imei: newImei() });
  const { id } = await testPhone(shop, seller, { listing }, habits);
  expect((await call(seller, 'POST', `/phoneTestCodes/${id}/publish`, {})).status).toBe(200);
  return listing;
}

async function passportOf(order: string, as: Person): Promise<{ mine: OrderPassport; passport: Passport }> {
  const mine = ((await call(as, 'GET', `/orders/${order}/passport`)).body as { passport: OrderPassport }).passport;
  return { mine, passport: (await shop.call('GET', `/passports/${mine._id}`)).body as Passport };
}

test('A tested phone is compared, bought, tested again at the meeting, taken over with its passport, and sold on a year later', async () => {
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];

  // Two tested phones side by side: only the one that passed is marked.
  const [sound, deaf] = [await listTested(seller), await listTested(seller, DEAF)];
  const { phones } = (await shop.call('GET', `/compare?ids=${sound},${deaf}`)).body as Comparison;
  expect(phones.map(({ tested }) => tested)).toEqual([true, false]);
  expect([(await shown(sound))?.outcome, (await shown(deaf))?.outcome]).toEqual(['passed', 'failed']);

  // At the meeting, the phone runs the test again, and is the same.
  const order = await sellTo(shop, buyer, sound);
  await testPhone(shop, buyer, { order });
  const { comparison } = (await call(buyer, 'GET', `/orders/${order}/phoneTest`)).body as OrderTest;
  expect(comparison).toEqual({ device: 'same', differences: [], worse: [], better: [] });
  await completeSale(callerOf(shop, buyer), callerOf(shop, seller), order);
  expect((await passportOf(order, buyer)).mine.isYours).toBe(true);

  // A year later its owner sells it on, without typing what the shop knows.
  await passTime(shop, days(365), [seller, buyer]);
  await call(buyer, 'POST', '/users/selling', { confirmed: true });
  expect((await call(buyer, 'POST', `/orders/${order}/draft`)).status).toBe(201);
  const { content } = (await call(buyer, 'GET', `/drafts/${order}`)).body as Draft;
  const known = Object.fromEntries(Object.entries(content).filter(([key, value]) => key in listingInput() && value !== '' && key !== 'photos'));
  const own = { image: await createPicture(shop.services.db), description: 'Mine for a year.', condition: 'good', answers: {} };
  const listed = await call(buyer, 'POST', `/products?draft=${order}`, { ...listingInput(), ...known, ...own });
  const { insertedId: relisted } = listed.body as { insertedId: string };
  const { id } = await testPhone(shop, buyer, { listing: relisted });
  await call(buyer, 'POST', `/phoneTestCodes/${id}/publish`, {});

  const { mine, passport } = await passportOf(order, buyer);
  expect(passport.history.map(({ kind, owner }) => `${kind} ${owner}`)).toEqual([
    ...['listed 1', 'tested 1', 'sold 1', 'tested_again 1', 'handed_over 2'],
    ...['listed 2', 'tested 2'],
  ]);
  expect(await findFault(passport, mine.heads)).toBeNull();
  // Both records are true, though they were signed by the keys of two years.
  const { keys } = (await shop.app.inject('/.well-known/phone-test-keys.json')).json();
  const records = [await shown(sound), await shown(relisted)].map((test) => test?.record ?? '');
  for (const record of records) expect(await verifyRecord(record, keys)).toMatchObject({ outcome: 'true' });
});
