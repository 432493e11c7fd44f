import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFault } from '#contract/passport-chain.ts';
import type { Passport } from '#contract/passports.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { askForCode, createSoftwarePhone, GALAXY_S21, type Habits } from '#test/support/phone-tests/software-phone.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const DEAF: Habits = { measure: (sound) => (sound.step === 'microphone' ? { ...sound, loud: 0 } : sound) };

async function runTest(who: Person, about: { listing?: string; order?: string }, habits: Habits = {}): Promise<string> {
  const code = await askForCode(shop, who, about);
  await (await createSoftwarePhone(shop, habits)).run(code.token);
  return code.id;
}

test('A phone’s passport names the test its seller published and the one at the meeting, and what got worse', async () => {
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  const listing = await createListing(shop, seller, { imei: newImei() });
  const unpublished = await runTest(seller, { listing });
  const published = await runTest(seller, { listing }, { traits: { ...GALAXY_S21, platform: 'iOS' } });
  await shop.call('POST', `/phoneTestCodes/${published}/publish`, { as: seller.token, body: {} });
  const order = await sellTo(shop, buyer, listing);
  const again = await runTest(buyer, { order }, DEAF);
  const { passport } = (await shop.call('GET', `/orders/${order}/passport`, { as: buyer.token })).body as { passport: { _id: string } };
  const read = (await shop.call('GET', `/passports/${passport._id}`)).body as Passport;
  const noted = read.history.filter(({ kind }) => kind.startsWith('tested'));
  expect(noted.map(({ kind, source, facts }) => ({ kind, source, facts }))).toEqual([
    { kind: 'tested', source: 'shop', facts: { record: published, passed: 17, failed: 0, skipped: 0, outcome: 'failed', model: 'mismatch' } },
    { kind: 'tested_again', source: 'shop', facts: { record: again, passed: 16, failed: 1, skipped: 0, outcome: 'failed', model: 'unknown', worse: 1 } },
  ]);
  expect(JSON.stringify(read)).not.toContain(unpublished);
  expect(await findFault(read)).toBeNull();
});
