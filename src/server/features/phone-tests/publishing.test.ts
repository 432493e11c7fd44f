import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFault } from '#contract/passport-chain.ts';
import type { Passport } from '#contract/passports.ts';
import type { OrderTest, PhoneTestCode, PublishedTest, TestRecord } from '#contract/phone-tests/phone-tests.ts';
import { PHONE_TEST_LIMITS } from '#contract/phone-tests/phone-tests.ts';
import { verifyRecord } from '#contract/phone-tests/verify.ts';
import { days } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { askForCode, createSoftwarePhone, DEAF, GALAXY_S21, type Habits, testPhone } from '#test/support/phone-tests/software-phone.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';
import { markListingSold } from '../listings/index.ts';
import { forgetPhoneTests } from './sweep.ts';

let shop: TestApp;
let seller: Person;
let listing: string;

beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  seller = await createPerson(shop, 'seller');
  listing = await createListing(shop, seller);
});
afterAll(() => shop.close());

const tested = (who: Person, about: { listing?: string; order?: string }, habits?: Habits) => testPhone(shop, who, about, habits);
const publish = (who: Person, id: string, body: object = {}) => shop.call('POST', `/phoneTestCodes/${id}/publish`, { as: who.token, body });
const shown = async (id = listing) => (await shop.call('GET', `/products/${id}/phoneTest`)).body as PublishedTest | null;

async function recordOf({ record }: PublishedTest): Promise<TestRecord> {
  const verified = await verifyRecord(record, (await shop.app.inject('/.well-known/phone-test-keys.json')).json().keys);
  if (verified.outcome !== 'true') throw new Error(verified.outcome);
  return verified.record;
}

describe('Publishing', () => {
  test('Only its seller shows a test, and only then anybody sees it', async () => {
    const code = await tested(seller, { listing });
    expect(await shown()).toBeNull();
    expect((await shop.call('GET', `/phoneTestCodes/${code.id}`, { as: seller.token })).body).toMatchObject({
      state: 'finished',
      isPublished: false,
      result: { outcome: 'passed' },
    });
    const stranger = await createPerson(shop, 'seller');
    expect((await publish(stranger, code.id)).status).toBe(404);
    expect((await shop.call('GET', `/phoneTestCodes/${code.id}`, { as: stranger.token })).status).toBe(404);
    expect(await publish(seller, code.id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await publish(seller, code.id)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    const test = await shown();
    expect(test).toMatchObject({ runId: code.id, outcome: 'passed', counts: { passed: 17 } });
    expect(test && (await recordOf(test))).toMatchObject({ listingId: listing, orderId: null, device: GALAXY_S21 });
  });

  test('A newer test takes an earlier one’s place, and each change shows at once to readers of cached replies', async () => {
    const read = async () => JSON.parse((await shop.app.inject(`/api/products/${listing}/phoneTest`)).body) as PublishedTest | null;
    for (let times = 0; times < 3; times += 1) expect(await read()).toBeNull();
    const [first, second] = [await tested(seller, { listing }), await tested(seller, { listing }, DEAF)];
    await publish(seller, first.id);
    for (let times = 0; times < 3; times += 1) expect(await read()).toMatchObject({ runId: first.id });
    await publish(seller, second.id);
    expect(await read()).toMatchObject({ runId: second.id, outcome: 'failed' });
    const stranger = await createPerson(shop, 'seller');
    expect((await shop.call('POST', `/products/${listing}/phoneTest/hide`, { as: stranger.token })).status).toBe(404);
    expect((await shop.call('POST', `/products/${listing}/phoneTest/hide`, { as: seller.token })).body).toMatchObject({ modifiedCount: 1 });
    expect(await read()).toBeNull();
    await publish(seller, first.id);
    await shop.call('DELETE', `/products/${listing}`, { as: seller.token });
    expect((await shop.app.inject(`/api/products/${listing}/phoneTest`)).statusCode).toBe(404);
  });

  test('Lists mark a listing that shows a passed test, as long as it does', async () => {
    const isMarked = async () => ((await shop.call('GET', `/selectedProducts/${listing}`)).body as { tested: boolean }).tested;
    const listed = async () => {
      const rows = (await shop.call('GET', '/products?name=samsung&limit=100')).body as { _id: string; tested: boolean }[];
      return rows.find(({ _id }) => _id === listing)?.tested;
    };
    expect([await isMarked(), await listed()]).toEqual([false, false]);
    await publish(seller, (await tested(seller, { listing })).id);
    expect([await isMarked(), await listed()]).toEqual([true, true]);
    await publish(seller, (await tested(seller, { listing }, DEAF)).id);
    expect([await isMarked(), await listed()]).toEqual([false, false]);
    await publish(seller, (await tested(seller, { listing })).id);
    await shop.call('POST', `/products/${listing}/phoneTest/hide`, { as: seller.token });
    expect([await isMarked(), await listed()]).toEqual([false, false]);
  });

  test('A phone that was tested before it was listed shows that test, with the model compared and its record signed for the listing', async () => {
    const code = await tested(seller, {});
    expect((await publish(seller, code.id)).status).toBe(409);
    expect((await publish(seller, code.id, { listing: await createListing(shop, await createPerson(shop, 'seller')) })).status).toBe(404);
    expect((await publish(seller, code.id, { listing })).status).toBe(200);
    const test = await shown();
    expect(test && (await recordOf(test)).listingId).toBe(listing);
    // From then on it is that listing's.
    const other = await createListing(shop, seller);
    expect(await publish(seller, code.id, { listing: other })).toMatchObject({ status: 409, body: { message: 'This test was made for another listing.' } });
    expect(await shown(other)).toBeNull();
  });

  test('A test stays on a phone that is sold while its seller hides it or shows another', async () => {
    const [first, second] = [await tested(seller, { listing }), await tested(seller, { listing }, DEAF)];
    await publish(seller, first.id);
    const changes = await shop.services.db.transaction().execute(async (tx) => {
      await markListingSold(tx, listing, shop.clock.now());
      const begun = [shop.call('POST', `/products/${listing}/phoneTest/hide`, { as: seller.token }), publish(seller, second.id)];
      // Until both have read what they read before they wait for the sale.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return begun;
    });
    for (const { status, body } of await Promise.all(changes)) expect([status, body]).toEqual([409, expect.objectContaining({ code: 'sold' })]);
    expect((await shown())?.runId).toBe(first.id);
  });

  test('A test isn’t shown on another listing, before it is finished, once the phone is sold, or a week after an unlisted phone’s', async () => {
    const code = await tested(seller, { listing });
    const other = await createListing(shop, seller);
    expect((await publish(seller, code.id, { listing: other })).status).toBe(409);
    expect((await publish(seller, (await askForCode(shop, seller, { listing })).id)).status).toBe(409);
    await sellTo(shop, await createPerson(shop, 'buyer'), listing);
    expect(await publish(seller, code.id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('sold') } });
    const unlisted = await tested(seller, {});
    const long = shop.clock.now() - days(PHONE_TEST_LIMITS.listDays) - 1;
    await shop.services.db.updateTable('phone_tests').set({ finished_at: long }).where('id', '=', unlisted.id).execute();
    expect((await publish(seller, unlisted.id, { listing: other })).status).toBe(409);
  });
});

describe('At the meeting', () => {
  async function sale(before: Habits, again: Habits) {
    const buyer = await createPerson(shop, 'buyer');
    await publish(seller, (await tested(seller, { listing }, before)).id);
    const orderId = await sellTo(shop, buyer, listing);
    const rerun = await tested(buyer, { order: orderId }, again);
    const read = (who: Person) => shop.call('GET', `/orders/${orderId}/phoneTest`, { as: who.token });
    return { buyer, orderId, rerun, read };
  }

  test('Both sides and admins see what got worse since the listing’s test; strangers don’t', async () => {
    const { buyer, orderId, rerun, read } = await sale({}, DEAF);
    const admin = await createPerson(shop, 'admin');
    for (const who of [buyer, seller, admin]) {
      const { body } = await read(who);
      expect(body).toMatchObject({ published: { outcome: 'passed' }, rerun: { runId: rerun.id, outcome: 'failed' } });
      const { comparison } = body as OrderTest;
      expect(comparison).toEqual({ device: 'same', differences: [], worse: [{ step: 'microphone', before: 'passed', after: 'failed' }], better: [] });
    }
    expect((await read(await createPerson(shop, 'seller'))).status).toBe(404);
    const details = await shop.call('GET', `/orders/${orderId}/details`, { as: admin.token });
    expect(details.body).toMatchObject({ phoneTest: { comparison: { device: 'same' } } });
    const { rerun: signed } = (await read(buyer)).body as OrderTest;
    expect(signed && (await recordOf(signed))).toMatchObject({ listingId: null, orderId });
    // It was made for the sale, and what the listing showed stays.
    expect((await publish(seller, rerun.id)).status).toBe(404);
    expect((await shop.call('POST', `/products/${listing}/phoneTest/hide`, { as: seller.token })).status).toBe(409);
  });

  test('Another phone shows, even of the same model', async () => {
    const { buyer, read } = await sale({}, { traits: { ...GALAXY_S21, memoryGb: 4, graphics: 'Adreno (TM) 660' } });
    const { comparison } = (await read(buyer)).body as OrderTest;
    expect(comparison).toMatchObject({ device: 'different', differences: [expect.stringContaining('Graphics'), 'Memory (GB): 8 before, 4 now.'] });
  });

  test('Once a problem is open, no test replaces the one from the meeting, not even with a code from before; what the buyer has, only they test', async () => {
    const { buyer, orderId, rerun, read } = await sale({}, DEAF);
    const early = await askForCode(shop, seller, { order: orderId });
    const moveTo = (state: 'handed_over' | 'problem_reported') =>
      shop.services.db.updateTable('fulfillments').set({ state }).where('order_id', '=', orderId).execute();
    const ask = (who: Person) => shop.call('POST', '/phoneTestCodes', { as: who.token, body: { order: orderId } });
    await moveTo('handed_over');
    expect(await ask(seller)).toMatchObject({ status: 409, body: { message: 'The buyer has the phone, so only they can test it now.' } });
    expect((await ask(buyer)).status).toBe(201);
    await moveTo('problem_reported');
    for (const who of [buyer, seller]) expect(await ask(who)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    await expect((await createSoftwarePhone(shop, {})).run(early.token)).rejects.toThrow();
    expect((await read(buyer)).body).toMatchObject({ rerun: { runId: rerun.id, outcome: 'failed' } });
  });

  test('The buyer’s test isn’t replaced by a later one of the seller, who runs none while the buyer has the phone', async () => {
    const { buyer, orderId, rerun, read } = await sale({}, DEAF);
    const early = await askForCode(shop, seller, { order: orderId });
    await tested(seller, { order: orderId });
    expect((await read(buyer)).body).toMatchObject({ rerun: { runId: rerun.id, outcome: 'failed' } });
    for (const state of ['confirming', 'returning'] as const) {
      await shop.services.db.updateTable('fulfillments').set({ state }).where('order_id', '=', orderId).execute();
      const asked = await shop.call('POST', '/phoneTestCodes', { as: seller.token, body: { order: orderId } });
      expect(asked).toMatchObject({ status: 409, body: { message: 'The buyer has the phone, so only they can test it now.' } });
      await expect((await createSoftwarePhone(shop, {})).run(early.token)).rejects.toThrow();
    }
    const again = await tested(buyer, { order: orderId });
    expect((await read(buyer)).body).toMatchObject({ rerun: { runId: again.id, outcome: 'passed' } });
  });

  test('Without a test on the listing, the one at the meeting stands alone; once the sale is over, there is none', async () => {
    const buyer = await createPerson(shop, 'buyer');
    const orderId = await sellTo(shop, buyer, listing);
    await tested(seller, { order: orderId });
    expect((await shop.call('GET', `/orders/${orderId}/phoneTest`, { as: buyer.token })).body).toMatchObject({ published: null, comparison: null });
    await shop.services.db.updateTable('fulfillments').set({ state: 'completed' }).where('order_id', '=', orderId).execute();
    expect((await shop.call('POST', '/phoneTestCodes', { as: buyer.token, body: { order: orderId } })).status).toBe(409);
  });
});

test('Deletes codes that came to nothing and tests of phones never listed, and nothing else', async () => {
  const unfinished = await askForCode(shop, seller, { listing });
  const [unlisted, kept] = [await tested(seller, {}), await tested(seller, { listing })];
  const left = async () => {
    const rows = await shop.services.db.selectFrom('phone_tests').select('id').where('owner_id', '=', seller.id).execute();
    return [unfinished, unlisted, kept].map(({ id }) => rows.some((row) => row.id === id));
  };
  await forgetPhoneTests(shop.services);
  expect(await left()).toEqual([true, true, true]);
  shop.clock.advance(days(PHONE_TEST_LIMITS.listDays) + 1);
  await forgetPhoneTests(shop.services);
  expect(await left()).toEqual([false, false, true]);
});

test('A person’s tests are in their data, and go with their account', async () => {
  const now = { ...seller, token: await tokenNow(shop, seller) };
  const code = await tested(now, { listing });
  const { body } = await shop.call('GET', `/personalData?email=${seller.email}`, { as: now.token });
  expect(JSON.stringify(body)).toContain(code.id);
  expect(JSON.stringify(body)).toContain('SM-G991B');
  expect((await shop.call('DELETE', `/personalData?email=${seller.email}`, { as: now.token })).status).toBe(200);
  expect(await shop.services.db.selectFrom('phone_tests').select('id').where('owner_id', '=', seller.id).execute()).toEqual([]);
});

test('A code’s progress shows where its phone is', async () => {
  const code = await askForCode(shop, { token: await tokenNow(shop, seller) }, { listing });
  const phone = await createSoftwarePhone(shop);
  const view = await phone.answer(code.token, await phone.start(code.token));
  expect(view.phone).toBe('Galaxy S21');
  const { body } = await shop.call('GET', `/phoneTestCodes/${code.id}`, { as: await tokenNow(shop, seller) });
  expect((body as PhoneTestCode).state).toBe('running');
  expect((body as PhoneTestCode).progress).toEqual({ step: 2, of: 17 });
});

test('The phone’s passport notes a published test once, and the one at the meeting with what got worse', async () => {
  const owner = await createPerson(shop, 'seller');
  const buyer = await createPerson(shop, 'buyer');
  const phone = await createListing(shop, owner, { imei: newImei() });
  const unpublished = await tested(owner, { listing: phone });
  const code = await tested(owner, { listing: phone }, { traits: { ...GALAXY_S21, platform: 'iOS' } });
  await publish(owner, code.id);
  await shop.call('POST', `/products/${phone}/phoneTest/hide`, { as: owner.token });
  await publish(owner, code.id);
  const order = await sellTo(shop, buyer, phone);
  const rerun = await tested(buyer, { order }, DEAF);
  const { passport } = (await shop.call('GET', `/orders/${order}/passport`, { as: buyer.token })).body as { passport: { _id: string } };
  const read = (await shop.call('GET', `/passports/${passport._id}`)).body as Passport;
  const noted = read.history.filter(({ kind }) => kind.startsWith('tested'));
  expect(noted.map(({ kind, source, facts }) => ({ kind, source, facts }))).toEqual([
    { kind: 'tested', source: 'shop', facts: { record: code.id, passed: 17, failed: 0, skipped: 0, outcome: 'failed', model: 'mismatch' } },
    { kind: 'tested_again', source: 'shop', facts: { record: rerun.id, passed: 16, failed: 1, skipped: 0, outcome: 'failed', model: 'unknown', worse: 1 } },
  ]);
  expect(JSON.stringify(read)).not.toContain(unpublished.id);
  expect(await findFault(read)).toBeNull();
});
