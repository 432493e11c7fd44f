import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PHONE_TEST_LIMITS, type RunView } from '#contract/phone-tests/phone-tests.ts';
import type { StepResult } from '#contract/phone-tests/steps.ts';
import { days, hours, minutes } from '#contract/shared/durations.ts';
import { LIMITS } from '#contract/shared/limits.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { askForCode, type Code, createSoftwarePhone, GALAXY_S21, type SoftwarePhone, sendAnswer } from '#test/support/phone-tests/software-phone.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let listing: string;
let code: Code;
let phone: SoftwarePhone;

beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  seller = await createPerson(shop, 'seller');
  listing = await createListing(shop, seller);
  code = await askForCode(shop, seller, { listing });
  phone = await createSoftwarePhone(shop);
});
afterAll(() => shop.close());

const sentence = expect.stringMatching(/^\p{Lu}.*[.!]$/u);

/** Signs any text as the result of the current step, and sends it. */
async function sendText(view: RunView, text: string) {
  return sendAnswer(shop, await phone.sign(code.token, view, text));
}

describe('Codes', () => {
  test('A second phone is refused, and the first goes on where its page was closed', async () => {
    const begun = await phone.start(code.token);
    const second = await phone.answer(code.token, begun);
    const other = await createSoftwarePhone(shop);
    expect(await other.open(code.token)).toMatchObject({ status: 409, body: { message: expect.stringContaining('another phone') } });
    expect(await phone.start(code.token)).toMatchObject({ runId: begun.runId, step: 2, nonce: second.nonce, challenge: second.challenge });
  });

  test('Of two phones that open a code at once, one gets it', async () => {
    const phones = await Promise.all([1, 2, 3, 4].map(() => createSoftwarePhone(shop)));
    const replies = await Promise.all(phones.map(({ open }) => open(code.token)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('An unknown or expired code is refused with a sentence', async () => {
    expect(await phone.open('A'.repeat(43))).toMatchObject({ status: 404, body: { message: sentence } });
    expect(await phone.open('short')).toMatchObject({ status: 422 });
    const view = await phone.start(code.token);
    shop.clock.advance(minutes(PHONE_TEST_LIMITS.codeMinutes));
    expect(await phone.open(code.token)).toMatchObject({ status: 409, body: { message: expect.stringContaining('expired') } });
    expect(await sendText(view, JSON.stringify({ outcome: 'skipped' }))).toMatchObject({ status: 409 });
  });

  test('A person gets so many codes a day, and no code for another’s listing or for both a listing and an order', async () => {
    const stranger = await createPerson(shop, 'seller');
    expect((await shop.call('POST', '/phoneTestCodes', { as: stranger.token, body: { listing } })).status).toBe(404);
    expect((await shop.call('POST', '/phoneTestCodes', { as: seller.token, body: { listing, order: listing } })).status).toBe(422);
    const buyer = await createPerson(shop, 'buyer');
    expect((await shop.call('POST', '/phoneTestCodes', { as: buyer.token, body: {} })).status).toBe(403);
    for (let given = 1; given < PHONE_TEST_LIMITS.codesADay; given += 1) await askForCode(shop, seller);
    expect(await shop.call('POST', '/phoneTestCodes', { as: seller.token, body: {} })).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/Try again in 24 hours\.$/u) },
    });
  });

  test('Codes given while the clock was two days ahead don’t count once it was set back', async () => {
    const tester = await createPerson(shop, 'seller');
    shop.clock.advance(days(2));
    tester.token = await tokenNow(shop, tester);
    for (let given = 0; given < PHONE_TEST_LIMITS.codesADay; given += 1) await askForCode(shop, tester);
    const askAgain = async () => (await shop.call('POST', '/phoneTestCodes', { as: tester.token, body: {} })).status;
    expect(await askAgain()).toBe(429);
    shop.clock.advance(-days(2));
    expect(await askAgain()).toBe(201);
  });

  test('The token is neither stored nor shown again', async () => {
    const row = await shop.services.db.selectFrom('phone_tests').selectAll().where('id', '=', code.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code.token);
    expect(await shop.call('GET', `/phoneTestCodes/${code.id}`, { as: seller.token })).toMatchObject({ body: { address: null, state: 'waiting' } });
  });
});

describe('Runs', () => {
  test('A key that isn’t one is refused, and leaves the code to the next phone', async () => {
    const body = { token: code.token, publicKey: 'AAAA', traits: GALAXY_S21, clock: shop.clock.now() };
    expect(await shop.call('POST', '/phoneTestRuns', { body })).toMatchObject({ status: 422, body: { message: sentence } });
    expect((await phone.open(code.token)).status).toBe(200);
  });

  test.each<[what: string, text: string]>([
    ['not JSON', '{"outcome":'],
    ['a number', '7'],
    ['another shape', '{"outcome":"passed"}'],
    ['a measurement of the wrong type', '{"outcome":"measured","measurement":{"step":"battery","level":"full","charging":true}}'],
    ['a figure that isn’t finite', '{"outcome":"measured","measurement":{"step":"battery","level":1e999,"charging":true}}'],
    ['a figure out of bounds', '{"outcome":"measured","measurement":{"step":"battery","level":2,"charging":true}}'],
    ['more keys than there are', `{"outcome":"measured","measurement":{"step":"buttons","keys":[${'"a",'.repeat(40)}"a"]}}`],
    ['nested deeply', `${'['.repeat(1900)}${']'.repeat(1900)}`],
  ])('Refuses a result that is %s, and asks for it once more', async (_what, text) => {
    const view = await phone.start(code.token);
    expect(await sendText(view, text)).toMatchObject({ status: 422, body: { message: sentence } });
    expect(await phone.answer(code.token, view)).toMatchObject({ step: 2 });
  });

  test('The measurement of another step doesn’t pass this one', async () => {
    let view = await phone.start(code.token);
    const other: StepResult = { outcome: 'measured', measurement: { step: 'biometrics', verified: true } };
    view = (await sendText(view, JSON.stringify(other))).body as RunView;
    expect((await phone.finish(code.token, view)).result?.steps[0]).toMatchObject({ step: 'battery', verdict: 'failed' });
  });

  test.each(['/phoneTestRuns', '/phoneTestRuns/answers'])('Refuses 10 MB at %s before reading them', async (path) => {
    const payload = JSON.stringify({ token: code.token, result: 'x'.repeat(10_000_000) });
    const reply = await shop.app.inject({ method: 'POST', url: `/api${path}`, payload, headers: { 'content-type': 'application/json' } });
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ message: sentence });
    const body = { token: code.token, step: 'battery', nonce: 'a', result: 'x'.repeat(4001), signature: 'a', clock: 1 };
    expect((await sendAnswer(shop, body)).status).toBe(422);
  });

  test('Sending an answer twice counts once', async () => {
    const view = await phone.start(code.token);
    const sent = await phone.sign(code.token, view, { outcome: 'skipped' });
    const replies = await Promise.all([1, 2, 3].map(() => sendAnswer(shop, sent)));
    expect(replies.map(({ status, body }) => [status, (body as RunView).step])).toEqual([1, 2, 3].map(() => [200, 2]));
    const { result } = await phone.finish(code.token, await phone.start(code.token));
    expect(result?.steps).toHaveLength(17);
  });

  test('Repeating the last answer returns the result', async () => {
    let view = await phone.start(code.token);
    while (view.challenge?.step !== 'biometrics') view = await phone.answer(code.token, view);
    const sent = await phone.sign(code.token, view, { outcome: 'skipped' });
    const [first, again] = [await sendAnswer(shop, sent), await sendAnswer(shop, sent)];
    expect(again.body).toEqual(first.body);
    expect(await phone.start(code.token)).toEqual(first.body);
  });

  test('A phone that was sold or taken off sale isn’t tested anymore', async () => {
    const view = await phone.start(code.token);
    await sellTo(shop, await createPerson(shop, 'buyer'), listing);
    expect(await sendText(view, JSON.stringify({ outcome: 'skipped' }))).toMatchObject({ status: 409, body: { message: expect.stringContaining('sold') } });
    const removed = await createListing(shop, seller);
    const late = await askForCode(shop, seller, { listing: removed });
    await shop.call('DELETE', `/products/${removed}`, { as: seller.token });
    expect(await (await createSoftwarePhone(shop)).open(late.token)).toMatchObject({ status: 409, body: { message: sentence } });
    expect((await shop.call('POST', '/phoneTestCodes', { as: seller.token, body: { listing: removed } })).status).toBe(409);
  });

  test('A refused permission is a reason, and neither passed nor failed', async () => {
    const refusing = await createSoftwarePhone(shop, {
      answer: ({ step }) => (step === 'location' ? { outcome: 'untestable', reason: 'refused' } : undefined),
    });
    const { result } = await refusing.run((await askForCode(shop, seller, { listing })).token);
    expect(result?.steps.find(({ step }) => step === 'location')).toEqual({ step: 'location', verdict: 'untestable', note: 'The browser wasn’t allowed to.' });
  });
});

test('Of a thousand runs a minute from one network, answers those within the limit', async () => {
  const busy = await createTestApp({ RATE_LIMITS: '1' });
  const [owner, stranger] = [await createPerson(busy, 'seller', { since: busy.clock.now() - hours(100) }), await createSoftwarePhone(busy)];
  const own = await askForCode(busy, owner, { listing: await createListing(busy, owner) });
  const replies = await Promise.all(Array.from({ length: 1000 }, () => stranger.open(own.token)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1000 - LIMITS.phoneTest.address.burst - LIMITS.phoneTest.address.perMinute);
  expect(refused[0]?.body).toMatchObject({ message: expect.stringContaining('steps of phone tests') });
  await busy.close();
});
