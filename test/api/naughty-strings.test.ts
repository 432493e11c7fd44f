import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import { MessageInput } from '#contract/conversations.ts';
import type { Decision, OwnDecision } from '#contract/decisions.ts';
import { checkDigitOf } from '#contract/imei.ts';
import { forEachKey, maxOf, TEXT_KEYS } from '#contract/listing-fields.ts';
import type { Notification } from '#contract/notifications.ts';
import type { ReviewItem } from '#contract/risk.ts';
import { CONDITION_QUESTION_KEYS } from '#contract/shared/condition-answers.ts';
import { toSearchText } from '#contract/shared/search-text.ts';
import { isStorable } from '#contract/shared/text.ts';
import { createImporting } from '#server/features/selling/index.ts';
import { hideCardNumbers, hideValidCardNumbers } from '#server/security/card-numbers.ts';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';
import { sendFile } from '#test/support/csv-files.ts';
import { addPasskey, withCookies } from '#test/support/passkeys.ts';
import { askForCode, createSoftwarePhone, GALAXY_S21 } from '#test/support/phone-tests/software-phone.ts';
import { patchesAtRandom } from '#test/support/pictures.ts';
import { verifyAddress } from '#test/support/second-factor.ts';
import { completeOrder, createCategory, createListing, createPerson, listingInput, type Person, sellTo, specification } from '#test/support/world/world.ts';
import { dealt, fits, fittingAt, roundsOf, stored, TEXTS, textAt } from './naughty.ts';
import { expectBrandStored, expectSettingsStored } from './naughty-settings.ts';
import { fieldsHolding, textFields } from './text-fields.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;
let listings: string[];

/** The fields that were sent one of the strings, named as in `textFields`. */
const dealtTo = new Set<string>();
const all = new Set(TEXTS);

beforeAll(async () => {
  shop = await createTestApp();
  const { call } = shop;
  shop.call = (method, path, options = {}) => {
    for (const field of fieldsHolding(all, { method, path, body: options.body })) dealtTo.add(field);
    return call(method, path, options);
  };
  await createCategory(shop);
});
// The whole run takes longer than a token is valid.
beforeEach(async () => {
  [seller, buyer, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
});
afterAll(() => shop.close());

const DRAFT_FIELDS = ['name', 'resale_price', 'original_price', 'model'];

/** Fields that aren't free text: ids, pictures, brands, dates, secrets, amounts, colors and addresses. */
const NO_WORDS = [
  /\.(?:_id|img|url)$/u,
  / (?:_id|email|listing|listingId|sellerId|productId|orderId|clientId|endpoint|p256dh|auth|transactionId|imei|inHand|lostOn|image|picture|logo|accent|(?:current|new)Password)$/u,
  /(?:photos|ids|prices|to)\.\*$/u,
  /^(?:POST \/products|PATCH \/products\/:id) (?:name|resale_price|original_price)$/u,
  /^POST \/create-payment-intent price$/u,
  /^POST \/savedSearches (?!search$)/u,
  /^PUT \/savedSearches\/:id\/wantedAd |answeredAds adId$/u,
  /^POST \/\S+ amount$/u,
  /^\w+ \/(?:offers|products\/:id\/lowestOffer)\S* price$/u,
  /handover\/(?:code|confirmation) /u,
  /^POST \/(?:secondFactor|proof)\S* (?:password|code)$/u,
  /^POST \/orders\/:orderId\/proposals at$/u,
  /content\.knownImei$/u,
  / (?:passkey|response)\.[\w.*]+$/u,
  /^POST \/phoneTest\S+ (?:order|token|publicKey|nonce|result|signature)$/u,
];

async function read<Reply>(path: string, as: Person): Promise<Reply> {
  return (await shop.call('GET', path, { as: as.token })).body as Reply;
}

/** Makes a call that must succeed. Returns the id of what was created. */
async function granted(call: string, as: Person, body: object): Promise<string> {
  const [method = '', path = ''] = call.split(' ');
  shop.clock.advance(1000);
  const reply = await shop.call(method, path, { as: as.token, body });
  expect(reply.status, `${call}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return (reply.body as { insertedId: string }).insertedId;
}

function list(body: object) {
  return shop.call('POST', '/products', { as: seller.token, body });
}

describe('The big list of naughty strings, stored and read back', () => {
  test('Stores every text of a listing exactly, or rejects it at its field', async () => {
    listings = [];
    for (const round of roundsOf(6)) {
      const { fields, specification: facts, refused } = dealt(round);
      const whole = listingInput({ ...fields, specification: facts });
      if (refused.length > 0) {
        const { status, body } = await list(whole);
        expect({ status, fields: Object.keys((body as { fields: object }).fields).sort() }).toEqual({ status: 422, fields: [...refused].sort() });
        for (const name of refused) {
          const [outer = '', inner] = name.split('.');
          if (inner === undefined) fields[outer] = 'plain';
          else facts[inner] = 'plain';
        }
      }
      shop.clock.advance(1000);
      const made = await list(listingInput({ ...fields, specification: facts }));
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const id = (made.body as { insertedId: string }).insertedId;
      listings.push(id);
      const { body } = await shop.call('GET', `/selectedProducts/${id}`, { as: buyer.token });
      expect(body).toMatchObject({
        ...Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, stored(text)])),
        specification: Object.fromEntries(Object.entries(facts).map(([key, text]) => [key, stored(text)])),
      });
    }
  }, 240_000);

  test('Stores every text of an edited listing exactly', async () => {
    for (const round of roundsOf(12)) {
      const id = await createListing(shop, seller);
      const { fields, specification: facts, refused } = dealt(round);
      for (const name of refused) {
        const [outer = '', inner] = name.split('.');
        if (inner === undefined) fields[outer] = 'plain';
        else facts[inner] = 'plain';
      }
      shop.clock.advance(1000);
      const { status, body } = await shop.call('PATCH', `/products/${id}`, { as: seller.token, body: { ...fields, specification: facts, revision: 1 } });
      expect(status, JSON.stringify(body)).toBe(200);
      const { model_name: _, brand: __, ...editable } = fields;
      expect((await shop.call('GET', `/selectedProducts/${id}`, { as: buyer.token })).body).toMatchObject({
        ...Object.fromEntries(Object.entries(editable).map(([field, text]) => [field, stored(text)])),
        specification: Object.fromEntries(Object.entries(facts).map(([key, text]) => [key, stored(text)])),
      });
    }
  }, 240_000);

  test('Stores every text of a booking exactly', async () => {
    for (const [at, round] of roundsOf(2).entries()) {
      if (at > 0 && at % listings.length === 0) buyer = await createPerson(shop, 'buyer');
      const productId = listings[at % listings.length];
      const [phone, meeting_location] = [textAt(round, 0), textAt(round, 1)].map((text) => (fits(text, 200) ? text : 'plain')) as [string, string];
      shop.clock.advance(1000);
      const { status, body } = await shop.call('POST', '/bookings', { as: buyer.token, body: { productId, phone, meeting_location } });
      expect(status).toBe(201);
      const { insertedId } = body as { insertedId: string };
      const booking = (await shop.call('GET', `/payment/${insertedId}`, { as: buyer.token })).body;
      expect(booking).toMatchObject({ phone: stored(phone), meeting_location: stored(meeting_location) });
    }
  }, 240_000);

  test('Stores the number and the place that come with an offer', async () => {
    const productId = await createListing(shop, seller);
    for (const round of roundsOf(10)) {
      const [phone, meeting_location] = [fittingAt(round, 0, 200), fittingAt(round, 1, 200)];
      // One person makes all of these offers, and can make only so many a day.
      await shop.services.db.updateTable('offers').set({ created_at: 1 }).where('buyer_id', '=', buyer.id).execute();
      const { status, body } = await shop.call('POST', '/offers', { as: buyer.token, body: { productId, price: 100, phone, meeting_location } });
      expect(status, JSON.stringify(body)).toBe(201);
      const { _id } = body as { _id: string };
      const row = await shop.services.db.selectFrom('offers').select(['phone', 'meeting_location']).where('id', '=', _id).executeTakeFirst();
      expect(row).toEqual({ phone: stored(phone), meeting_location: stored(meeting_location) });
    }
  }, 240_000);

  test('Stores every text of a lost phone’s report and of the admin’s decision', async () => {
    for (const round of roundsOf(3)) {
      const [place, proof, reason] = [textAt(round, 0), textAt(round, 1), textAt(round, 2)].map((one) => (fits(one, 200) ? one : 'plain')) as [
        string,
        string,
        string,
      ];
      const body = `35674110${String(100_000 + round)}`;
      const imei = body + checkDigitOf(body);
      shop.clock.advance(1000);
      const reported = await shop.call('POST', '/lostPhones', { as: buyer.token, body: { imei, lostOn: '2026-01-02', place, proof } });
      expect(reported.status, JSON.stringify(reported.body)).toBe(201);
      const { insertedId } = reported.body as { insertedId: string };
      await shop.call('POST', `/lostPhones/${insertedId}/decision`, { as: admin.token, body: { decision: 'refused', reason } });
      const mine = (await shop.call('GET', '/myLostPhones?limit=1', { as: buyer.token })).body;
      // Possible card numbers and IMEIs aren't stored in free text.
      expect(mine).toMatchObject([{ place: hideCardNumbers(stored(place)), proof: hideCardNumbers(stored(proof)), reason: stored(reason) }]);
    }
  }, 240_000);

  test('Stores every text of an unfinished draft', async () => {
    const id = randomUUID();
    let revision = 0;
    for (const round of roundsOf(6)) {
      // In a draft every field may be blank, and nothing is trimmed yet.
      const storable = (text: string, max: number): string => (isStorable(text) && text.length <= max ? text : 'plain');
      const { fields, specification: facts } = dealt(round);
      const content = {
        ...forEachKey(TEXT_KEYS, (key) => storable(fields[key], maxOf(key))),
        specification: Object.fromEntries(Object.entries(facts).map(([key, text]) => [key, storable(text, 1000)])),
        ...Object.fromEntries(DRAFT_FIELDS.map((field, place) => [field, storable(textAt(round, 40 + place), 200)])),
        answers: Object.fromEntries(CONDITION_QUESTION_KEYS.map((field, place) => [field, storable(textAt(round, 50 + place), 200)])),
        filled: { [storable(textAt(round, 60), 60)]: storable(textAt(round, 61), 200) },
      };
      const { status } = await shop.call('PUT', `/drafts/${id}`, { as: seller.token, body: { revision, content } });
      expect(status).toBe(200);
      revision += 1;
      expect((await shop.call('GET', `/drafts/${id}`, { as: seller.token })).body).toMatchObject({ revision, content });
    }
  }, 240_000);

  test('Stores a person’s name, a meeting’s place and a refund’s reason, and uses them in notifications and emails', async () => {
    for (const text of roundsOf(30)
      .map((round) => textAt(round, 0))
      .filter((one) => fits(one, 200))) {
      seller = await createPerson(shop, 'seller');
      const namesake = await createPerson(shop, 'buyer', { name: stored(text) });
      const orderId = await sellTo(shop, namesake, await createListing(shop, seller, { model_name: text, specification: specification() }));
      const proposal = { at: new Date(shop.clock.now() + 3_600_000).toISOString(), place: text };
      await granted(`POST /orders/${orderId}/proposals`, namesake, proposal);
      expect(await read(`/orders/${orderId}/meeting`, seller)).toMatchObject({ proposal: { place: stored(text) } });
      const other = await sellTo(shop, namesake, await createListing(shop, seller));
      await granted(`POST /orders/${other}/cancellation`, namesake, { reason: text });
      expect((await read<{ note: string | null }[]>(`/orders/${other}/history`, seller)).some(({ note }) => note === stored(text))).toBe(true);
      const { status } = await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: text, relist: false } });
      expect(status).toBe(200);
      const receipt = (await shop.call('GET', `/orders/${orderId}/receipt`, { as: namesake.token })).body;
      expect(receipt).toMatchObject({ refundNote: stored(text), buyerName: stored(text), ProductName: stored(text) });
      const notifications = (await shop.call('GET', '/notifications', { as: namesake.token })).body as { text: string }[];
      expect(notifications.some((notification) => notification.text.includes(stored(text)))).toBe(true);
    }
    shop.clock.advance(60_000);
    expect(await sendMails(shop)).toEqual([]);
    const mails = await shop.services.db.selectFrom('outbox').select(['sent_at', 'failure']).execute();
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.filter(({ sent_at, failure }) => sent_at === null || failure !== null)).toEqual([]);
  }, 240_000);

  test('Stores what both sides say about a problem, and the shop’s decision', async () => {
    for (const text of roundsOf(60)
      .map((round) => textAt(round, 0))
      .filter((one) => fits(one, 200) && hideCardNumbers(one) === one)) {
      seller = await createPerson(shop, 'seller');
      const wary = await createPerson(shop, 'buyer');
      const orderId = await sellTo(shop, wary, await createListing(shop, seller));
      await granted(`POST /orders/${orderId}/problem`, wary, { reason: 'not_working', text });
      await granted(`POST /orders/${orderId}/problem/answer`, seller, { answer: 'refuse', text });
      await granted(`POST /orders/${orderId}/problem/statements`, wary, { text });
      expect(await read(`/orders/${orderId}/problem`, seller)).toMatchObject({ statements: [1, 2, 3].map(() => ({ text: stored(text) })) });
      await shop.services.db.updateTable('fulfillments').set({ state: 'returning' }).where('order_id', '=', orderId).execute();
      await granted(`POST /orders/${orderId}/problem/escalation`, wary, { text });
      await granted(`POST /problems/${orderId}/decision`, admin, { decision: 'refund', reason: text });
      expect(await read(`/orders/${orderId}/problem`, wary)).toMatchObject({ decisionReason: stored(text) });

      const done = await sellTo(shop, wary, await createListing(shop, seller));
      await completeOrder(shop, done);
      await shop.call('PUT', `/orders/${done}/review`, { as: wary.token, body: { stars: 4, text } });
      await shop.call('PUT', `/orders/${done}/review`, { as: seller.token, body: { stars: 5, text: 'Fine.' } });
      const { id } = await shop.services.db
        .selectFrom('reviews')
        .select('id')
        .where('order_id', '=', done)
        .where('author_id', '=', wary.id)
        .executeTakeFirstOrThrow();
      await shop.call('POST', `/reviews/${id}/answer`, { as: seller.token, body: { text } });
      await shop.call('POST', `/reviews/${id}/reports`, { as: seller.token, body: { reason: text } });
      await shop.call('POST', `/reportedReviews/${id}/decision`, { as: admin.token, body: { decision: 'keep', reason: text } });
      const search = await granted('POST /savedSearches', wary, { name: 'Samsung' });
      await granted(`PUT /savedSearches/${search}/wantedAd`, wary, { topPrice: 300, until: new Date(shop.clock.now()).toISOString().slice(0, 10) });
      await granted(`POST /wantedAds/${search}/remove`, admin, { reason: text });
      expect((await read<Notification[]>('/notifications', wary))[0]?.text).toContain(stored(text));
      const review = await shop.services.db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(JSON.stringify(review)).toContain(JSON.stringify(stored(text)).slice(1, -1));
    }
  }, 240_000);

  test('Stores every message without what nobody sees, or rejects it', async () => {
    const { _id: id } = (await shop.call('POST', '/conversations', { as: buyer.token, body: { productId: await createListing(shop, seller) } })).body as {
      _id: string;
    };
    for (const text of roundsOf(1).map((round) => textAt(round, 0))) {
      const { success, data } = MessageInput.safeParse({ clientId: randomUUID(), text });
      const { status, body } = await shop.call('POST', `/conversations/${id}/messages`, { as: buyer.token, body: { clientId: randomUUID(), text } });
      expect(status, JSON.stringify(text)).toBe(success ? 201 : 422);
      if (success) expect(body).toMatchObject({ text: hideValidCardNumbers(data.text) });
      const reported = await shop.call('POST', `/conversations/${id}/reports`, { as: buyer.token, body: { reason: text } });
      expect([200, 201, 422, 429], JSON.stringify(text)).toContain(reported.status);
      const { insertedId = randomUUID() } = reported.body as { insertedId?: string };
      const decided = await shop.call('POST', `/reportedConversations/${insertedId}/decision`, {
        as: admin.token,
        body: { decision: 'dismiss', reason: text },
      });
      expect([200, 404, 422], JSON.stringify(text)).toContain(decided.status);
    }
  }, 240_000);

  test('Handles every search, suggestion, price estimate and filter without failing', async () => {
    const calls = [
      '/searchProducts?limit=1&search=',
      '/searchSuggestions?search=',
      '/productFacets?model=',
      '/phoneModels?search=',
      '/priceHistory?model_name=x&brand=',
    ];
    for (const round of roundsOf(3)) {
      const text = textAt(round, 0);
      const { status } = await shop.call('GET', `${calls[round % calls.length]}${encodeURIComponent(text.toWellFormed())}`);
      expect(status, JSON.stringify(text)).toBeLessThan(500);
    }
  }, 240_000);

  test('Stores every text of moderation: notes, reasons, answers and decisions', async () => {
    for (const round of roundsOf(20)) {
      const text = (place: number): string => fittingAt(round, place, 500);
      const listingId = await createListing(shop, seller);
      await granted('POST /reportedItems', buyer, { _id: listingId, reason: 'fake', note: text(0) });
      const queue = await read<ReviewItem[]>('/reviewQueue', admin);
      expect(queue.find(({ _id }) => _id === listingId)?.reports).toMatchObject([{ note: stored(text(0)) }]);
      const decision = await granted('POST /decisions', admin, { kind: 'hold', listingId, reason: text(1) });
      const answer = await granted(`POST /myDecisions/${decision}/answer`, seller, { text: text(2) });
      await granted(`POST /answers/${answer}/settle`, admin, { reason: text(3) });
      await granted(`POST /decisions/${decision}/undo`, admin, { reason: text(4) });
      const [reason, input, settlement, undoneReason] = [1, 2, 3, 4].map((place) => stored(text(place)));
      expect((await read<Decision[]>('/decisions?limit=1', admin))[0]).toMatchObject({ reason, undoneReason, answers: [{ text: input, settlement }] });
      expect((await read<OwnDecision[]>('/myDecisions?limit=1', seller))[0]).toMatchObject({ reason, undoneReason, answer: { text: input, settlement } });
      await shop.call('PUT', `/products/?email=${encodeURIComponent(seller.email)}&id=${seller.id}`, { as: admin.token });
      await granted(`POST /users/${seller.id}/unverify`, admin, { reason: text(5) });
      expect((await read<Notification[]>('/notifications?limit=1', seller))[0]?.text).toContain(stored(text(5)));
    }
  }, 240_000);

  test('Stores every text of the shop’s settings that fits one line, and rejects the rest at its field', async () => {
    for (const round of roundsOf(20)) await expectSettingsStored(shop, admin, round);
  }, 240_000);

  test('Stores a brand’s name if its address can contain it', async () => {
    for (const round of roundsOf(20)) await expectBrandStored(shop, admin, textAt(round, 0));
  }, 240_000);

  test('Stores the reason for declining a proof of possession, and people’s names', async () => {
    for (const round of roundsOf(120)) {
      const [reason, name] = [fittingAt(round, 0, 500), fittingAt(round, 1, 200)];
      const one = await createPerson(shop, 'seller');
      const listing = await createListing(shop, one);
      const { body } = await shop.call('POST', '/possessionCodes', { as: one.token, body: { listing } });
      const { _id } = body as { _id: string };
      await granted(`POST /possessionCodes/${_id}/photo`, one, { image: (await shop.services.images.put(await patchesAtRandom())).address });
      await granted(`POST /possessionPhotos/${_id}/decision`, admin, { decision: 'refused', reason });
      expect(await read(`/possessionCodes/${_id}`, one)).toMatchObject({ state: 'refused', reason: stored(reason) });

      const email = `naughty-${round}@example.test`;
      const signedUp = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, name: 'Any', password: 'practice123' } });
      const cookie = signedUp.cookies.map(({ name: key, value }) => `${key}=${encodeURIComponent(value)}`).join('; ');
      const made = await shop.call('POST', '/users', { headers: { cookie }, body: { email, name, role: 'buyer' } });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      expect(await read('/users/buyers?limit=1', admin)).toMatchObject([{ email, name: stored(name) }]);
    }
  }, 240_000);

  test('Stores the names of passkeys', async () => {
    const email = 'naughty-passkeys@example.test';
    const signedUp = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, name: 'Any', password: 'practice123' } });
    const cookie = withCookies('', signedUp.cookies);
    await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'Any', role: 'buyer' } });
    await verifyAddress(shop, email);
    const { token } = (await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } })).body as { token: string };
    const names = async () => ((await shop.call('GET', '/passkeys', { as: token })).body as { name: string }[]).map(({ name }) => name);
    for (const round of roundsOf(20)) {
      const [first, second] = [fittingAt(round, 0, 60), fittingAt(round, 1, 60)];
      const { id } = await addPasskey(shop, { token, cookie, name: first });
      expect(await names()).toEqual([stored(first)]);
      expect((await shop.call('PATCH', `/passkeys/${id}`, { as: token, body: { name: second } })).status).toBe(200);
      expect(await names()).toEqual([stored(second)]);
      expect((await shop.call('DELETE', `/passkeys/${id}`, { as: token })).status).toBe(200);
    }
  }, 240_000);

  test('Stores every text of a saved search exactly, and replays it', async () => {
    for (const round of roundsOf(4)) {
      const search = toSearchText(fittingAt(round, 3, 180));
      // Some texts have no word to search for; with the price alone the search is still one that can be saved.
      const id = await granted('POST /savedSearches', buyer, { search, priceTo: '300' });
      const [saved] = await read<SavedSearch[]>('/savedSearches', buyer);
      expect(saved).toMatchObject({ _id: id, title: [...(search ? [search] : []), 'up to $300'].join(', ') });
      expect(toSearchText(new URL(saved?.path ?? '', 'http://shop.test').searchParams.get('search') ?? '')).toBe(search);
      await shop.call('DELETE', `/savedSearches/${id}`, { as: buyer.token });
    }
  }, 240_000);

  test('Stores what a browser says of its phone exactly', async () => {
    for (const round of roundsOf(20)) {
      const one = await createPerson(shop, 'seller');
      const traitTexts = { model: textAt(round, 0), platform: textAt(round, 1), platformVersion: textAt(round, 2), graphics: textAt(round, 3) };
      const traits = { ...GALAXY_S21, ...forEachKey(['model', 'platform', 'platformVersion', 'graphics'] as const, (key) => traitTexts[key].slice(0, 100)) };
      const { id, token } = await askForCode(shop, one, {});
      expect((await (await createSoftwarePhone(shop, { traits })).open(token)).status).toBe(200);
      const row = await shop.services.db.selectFrom('phone_tests').select('traits').where('id', '=', id).executeTakeFirstOrThrow();
      expect(JSON.parse(row.traits ?? '')).toEqual(traits);
    }
  }, 240_000);

  test('Exports listings that another seller imports and exports again unchanged', async () => {
    const other = await createPerson(shop, 'seller');
    for (const round of roundsOf(20)) {
      const { fields, specification: facts } = dealt(round);
      const fitting = forEachKey(TEXT_KEYS, (key) => (fits(fields[key], maxOf(key)) ? fields[key] : 'plain'));
      const specific = Object.fromEntries(Object.entries(facts).map(([key, text]) => [key, fits(text, 1000) ? text : 'plain']));
      expect((await list(listingInput({ ...fitting, specification: specific }))).status).toBe(201);
    }
    const exported = String(await read('/listingExport', seller));
    const { status, body } = await sendFile(shop, other, exported);
    expect(status).toBe(201);
    expect(body.counts).toMatchObject({ refused: 0, failed: 0 });
    await granted(`POST /listingImports/${body._id}/confirm`, other, {});
    await createImporting(shop.services).run();
    expect(await read(`/listingImports/${body._id}`, other)).toMatchObject({ state: 'done', counts: { listed: body.counts.ready } });
    const words = async (as: Person) =>
      (await read<Record<string, unknown>[]>(`/products?email=${as.email}`, as)).map(
        ({ _id, post_time, postedAt, seller_name, sellerEmail, sellerId, ...rest }) => JSON.stringify(rest),
      );
    expect((await words(other)).sort()).toEqual([...new Set(await words(seller))].sort());
  }, 240_000);

  test('Sends some of the strings to every text field of the contract', () => {
    const words = textFields().filter((field) => !NO_WORDS.some((pattern) => pattern.test(field)));
    expect(words.filter((field) => !dealtTo.has(field))).toEqual([]);
  });
});
