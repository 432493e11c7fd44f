import { randomUUID } from 'node:crypto';
import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkDigitOf } from '#contract/imei.ts';
import { SPECIFICATION_KEYS } from '#contract/specification.ts';
import { isBlank, isStorable } from '#contract/text.ts';
import { hideCardNumbers } from '#server/card-numbers.ts';
import { createTestApp, sendMails, type TestApp } from '#test/app.ts';
import { createCategory, createListing, createPerson, listingInput, type Person, sellTo, specification } from '#test/factories.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;
let listings: string[];

beforeAll(async () => {
  shop = await createTestApp();
  await createCategory(shop);
});
// Nobody's token lasts as long as all of it.
beforeEach(async () => {
  [seller, buyer, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
});
afterAll(() => shop.close());

const TEXTS: string[] = [...new Set(naughty)];
/** What a text field of the contract keeps: the text without the space around it. */
const kept = (text: string): string => text.trim();
const fits = (text: string, max: number): boolean => !isBlank(text) && isStorable(text) && [...kept(text)].length <= max;
/** The strings are dealt out so that, after as many rounds as there are strings, each was in every place. */
const textAt = (round: number, place: number): string => TEXTS[(round + place) % TEXTS.length] ?? '';

/** With `NAUGHTY=all` each string is in each place; else in as many as there are between two rounds. */
const roundsOf = (step: number): number[] => [...TEXTS.keys()].filter((round) => process.env.NAUGHTY === 'all' || round % step === 0);

const FIELDS = ['location', 'brand', 'model_name', 'year_of_use', 'condition', 'purchase_year', 'mobile_number', 'description', 'color', 'storage'] as const;
const mostIn = (field: string): number => (field === 'description' ? 5000 : 200);

type Dealt = { fields: Record<string, string>; specification: Record<string, string>; refused: string[] };

/** One listing's texts, and the fields in which the shop must refuse what they were dealt. */
const dealt = (round: number): Dealt => {
  const fields = Object.fromEntries(FIELDS.map((field, place) => [field, textAt(round, place)]));
  const facts = Object.fromEntries(SPECIFICATION_KEYS.map((key, place) => [key, textAt(round, FIELDS.length + place)]));
  const refused = [
    ...Object.entries(fields).flatMap(([field, text]) => (fits(text, mostIn(field)) ? [] : field)),
    ...Object.entries(facts).flatMap(([key, text]) => (fits(text, 1000) ? [] : `specification.${key}`)),
  ];
  return { fields, specification: facts, refused };
};

const list = (body: object) => shop.call('POST', '/products', { as: seller.token, body });

describe('the big list of naughty strings, there and back', () => {
  test('every text of a listing: what can be shown is kept to the letter, the rest is refused at its field', async () => {
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
        ...Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, kept(text)])),
        specification: Object.fromEntries(Object.entries(facts).map(([key, text]) => [key, kept(text)])),
      });
    }
  }, 240_000);

  test('every text of a booking', async () => {
    for (const [at, round] of roundsOf(2).entries()) {
      if (at > 0 && at % listings.length === 0) buyer = await createPerson(shop, 'buyer');
      const productId = listings[at % listings.length];
      const [phone, meeting_location] = [textAt(round, 0), textAt(round, 1)].map((text) => (fits(text, 200) ? text : 'plain')) as [string, string];
      shop.clock.advance(1000);
      const { status, body } = await shop.call('POST', '/bookings', { as: buyer.token, body: { productId, phone, meeting_location } });
      expect(status).toBe(201);
      const { insertedId } = body as { insertedId: string };
      const booking = (await shop.call('GET', `/payment/${insertedId}`, { as: buyer.token })).body;
      expect(booking).toMatchObject({ phone: kept(phone), meeting_location: kept(meeting_location) });
    }
  }, 240_000);

  test('every text of a lost phone’s report, and of the admin’s decision on it', async () => {
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
      // What could be a card's number, or an IMEI, is nowhere kept in words.
      expect(mine).toMatchObject([{ place: hideCardNumbers(kept(place)), proof: hideCardNumbers(kept(proof)), reason: kept(reason) }]);
    }
  }, 240_000);

  test('every text of a draft, half-typed as it is', async () => {
    const id = randomUUID();
    let revision = 0;
    for (const round of roundsOf(6)) {
      // In a draft everything may be blank, and nothing is trimmed yet.
      const storable = (text: string, max: number): string => (isStorable(text) && text.length <= max ? text : 'plain');
      const { fields, specification: facts } = dealt(round);
      const content = {
        ...Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, storable(text, mostIn(field))])),
        specification: Object.fromEntries(Object.entries(facts).map(([key, text]) => [key, storable(text, 1000)])),
      };
      const { status } = await shop.call('PUT', `/drafts/${id}`, { as: seller.token, body: { revision, content } });
      expect(status).toBe(200);
      revision += 1;
      expect((await shop.call('GET', `/drafts/${id}`, { as: seller.token })).body).toMatchObject({ revision, content });
    }
  }, 240_000);

  test('a person’s name, a refund’s reason, and the notices and mails that tell of them', async () => {
    for (const text of roundsOf(30)
      .map((round) => textAt(round, 0))
      .filter((one) => fits(one, 200))) {
      seller = await createPerson(shop, 'seller');
      const namesake = await createPerson(shop, 'buyer', { name: kept(text) });
      const orderId = await sellTo(shop, namesake, await createListing(shop, seller, { model_name: text, specification: specification() }));
      const { status } = await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: text, relist: false } });
      expect(status).toBe(200);
      const receipt = (await shop.call('GET', `/orders/${orderId}/receipt`, { as: namesake.token })).body;
      expect(receipt).toMatchObject({ refundNote: kept(text), buyerName: kept(text), ProductName: kept(text) });
      const notices = (await shop.call('GET', '/notices', { as: namesake.token })).body as { text: string }[];
      expect(notices.some((notice) => notice.text.includes(kept(text)))).toBe(true);
    }
    shop.clock.advance(60_000);
    expect(await sendMails(shop)).toEqual([]);
    const mails = await shop.services.db.selectFrom('outbox').select(['sent_at', 'failure']).execute();
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.filter(({ sent_at, failure }) => sent_at === null || failure !== null)).toEqual([]);
  }, 240_000);

  test('what is searched for, suggested, valued and filtered by: answered, and never a failure', async () => {
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
});
