import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTACTS_A_DAY, CONTACTS_A_DAY_AT_ONE_ADDRESS, type ContactViews } from '#contract/contacts.ts';
import type { ListingDetail } from '#contract/listings.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { createContacts, forgetContactViews } from './contacts.ts';

const DAY_MS = 86_400_000;
const SELLERS = 75;

let shop: TestApp;
let sellers: { person: Person; number: string; listingId: string }[];

beforeAll(async () => {
  shop = await createTestApp();
  sellers = [];
  for (let at = 0; at < SELLERS; at += 1) {
    const person = await createPerson(shop, 'seller', { email: `harvest${at}@sellers.test` });
    const number = `+351 930 ${String(100_000 + at)}`;
    const listingId = await createListing(shop, person, { mobile_number: number, model_name: `Galaxy S${at % 9}` });
    await shop.call('POST', '/advertise', { as: person.token, body: { _id: listingId } });
    sellers.push({ person, number, listingId });
  }
}, 120_000);
afterAll(() => shop.close());

/** The sellers whose number or address appears in these texts. */
function contactsIn(texts: string[]): Set<string> {
  return new Set(
    sellers.filter(({ person, number }) => texts.some((text) => text.includes(number) || text.includes(person.email))).map(({ person }) => person.id),
  );
}

async function get(path: string, as: string | undefined, headers: Record<string, string> = {}) {
  return JSON.stringify((await shop.call('GET', path, { ...(as && { as }), headers })).body);
}

const DETAILS = ['selectedProducts', 'selectedItem', 'newArrivalItem'];

/** Everything a person gets by making every call in every way. */
async function harvest(as: string | undefined, headers: Record<string, string> = {}): Promise<string[]> {
  const texts: string[] = [];
  const ids = sellers.map(({ listingId }) => listingId);
  for (const sort of ['default', 'newest', 'oldest', 'lowtohigh', 'hightolow']) texts.push(await get(`/products?sort=${sort}`, as, headers));
  for (const search of ['galaxy', 'samsung', 'S1', 's2']) texts.push(await get(`/searchProducts?search=${search}`, as, headers));
  texts.push(await get('/products?name=samsung&storage=128%20GB', as, headers));
  for (const path of [
    '/advertise',
    '/newArrivalProducts',
    '/productFacets',
    '/searchSuggestions?search=gal',
    '/notifications',
    '/personalData',
    '/reportedItems',
  ])
    texts.push(await get(path, as, headers));
  for (const [at, id] of ids.entries()) texts.push(await get(`/${DETAILS[at % DETAILS.length]}/${id}`, as, headers));
  for (let at = 0; at < ids.length; at += 4) texts.push(await get(`/compare?ids=${ids.slice(at, at + 4).join(',')}`, as, headers));
  for (const { person } of sellers.slice(0, 5)) {
    texts.push(await get(`/products?email=${person.email}`, as, headers));
    texts.push(await get(`/bookings?email=${person.email}`, as, headers));
  }
  return texts;
}

/** What a search for a seller's own number or address returns: their listing, or nothing. */
function asked(text: string) {
  return text.replaceAll(/harvest\d+@sellers\.test/gu, '');
}

describe('Sellers’ contact details', { timeout: 120_000 }, () => {
  test('A new account sees the contacts of at most twenty sellers a day, whatever it calls; a stranger sees none', async () => {
    const recipient = await createPerson(shop, 'buyer');
    for (const { listingId } of sellers.slice(0, 3)) await createOrder(shop, recipient, listingId);
    const texts = await harvest(recipient.token);
    expect(contactsIn(texts).size).toBe(CONTACTS_A_DAY.newcomer);
    expect(contactsIn(await harvest(undefined)).size).toBe(0);
    expect((await shop.call('GET', '/contactViews', { as: recipient.token })).body).toMatchObject({ seen: 20, limit: 20, needsVerification: false });
    // Above the limit every character is masked, and contacts shown before are shown again.
    const listed = (await shop.call('GET', '/products?sort=oldest', { as: recipient.token })).body as { mobile_number: string; sellerEmail: string }[];
    for (const { mobile_number, sellerEmail } of listed) {
      expect(/^•+$/u.test(mobile_number)).toBe(/^•+$/u.test(sellerEmail));
      expect(mobile_number).toMatch(/^•{15}$|^\+351 930 \d{6}$/u);
    }
    expect(listed.filter(({ sellerEmail }) => sellerEmail.includes('@'))).toHaveLength(CONTACTS_A_DAY.newcomer);
  });

  test('A listing’s page counts its own seller only, and masks those of similar phones until their own pages are opened', async () => {
    const { token } = await createPerson(shop, 'buyer');
    const [looked] = sellers;
    const page = (await shop.call('GET', `/selectedItem/${looked?.listingId}`, { as: token })).body as ListingDetail;
    expect(page.sellerEmail).toBe(looked?.person.email);
    expect(page.similar).toHaveLength(4);
    expect(contactsIn([JSON.stringify(page.similar)]).size).toBe(0);
    expect((await shop.call('GET', '/contactViews', { as: token })).body).toMatchObject({ seen: 1 });
    const [beside] = page.similar;
    await get(`/selectedItem/${beside?._id}`, token);
    const again = JSON.parse(await get(`/selectedItem/${looked?.listingId}`, token)) as ListingDetail;
    expect(contactsIn([JSON.stringify(again.similar)]).size).toBe(1);
    expect((await shop.call('GET', '/contactViews', { as: token })).body).toMatchObject({ seen: 2 });
  });

  test('An older account sees the contacts of sixty sellers a day', async () => {
    const recipient = await createPerson(shop, 'buyer', { since: shop.clock.now() - 2 * DAY_MS });
    const [first, ...rest] = await Promise.all(Array.from({ length: 6 }, () => get('/products?sort=newest', recipient.token)));
    const texts = [first ?? '', ...rest, ...(await harvest(recipient.token))];
    expect(contactsIn(texts).size).toBe(CONTACTS_A_DAY.established);
  });

  test('Searching for contacts finds nothing', async () => {
    const recipient = await createPerson(shop, 'buyer', { since: shop.clock.now() - 2 * DAY_MS });
    const [one] = sellers;
    for (const search of [one?.number, one?.number.replaceAll(' ', ''), one?.person.email, 'harvest0', 'sellers.test']) {
      const found = await get(`/searchProducts?search=${encodeURIComponent(search ?? '')}`, recipient.token);
      const nobodys = await get(`/searchProducts?search=${encodeURIComponent((search ?? '').replace(/[05]/gu, '7'))}`, recipient.token);
      expect(asked(found)).toBe(asked(nobodys));
    }
  });

  test('One’s own contacts, those of sellers one bought from, and all of them for admins don’t count', async () => {
    const [own, bought] = [sellers[60], sellers[61]];
    if (!own || !bought) throw new Error('too few sellers');
    const admin = await createPerson(shop, 'admin');
    expect(contactsIn([await get('/products', admin.token)]).size).toBe(SELLERS);
    await harvest(own.person.token);
    await sellTo(shop, own.person, bought.listingId);
    for (const { listingId, number } of [own, bought]) expect(await get(`/selectedItem/${listingId}`, own.person.token)).toContain(number);
    expect((await shop.call('GET', '/contactViews', { as: own.person.token })).body).toMatchObject({ seen: 20 });
  });

  test('All new accounts in one network together see the contacts of sixty sellers', async () => {
    const behind = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
    const made: { id: string; number: string }[] = [];
    for (let at = 0; at < 70; at += 1) {
      const person = await createPerson(behind, 'seller');
      const number = `+351 940 ${String(100_000 + at)}`;
      made.push({ id: await createListing(behind, person, { mobile_number: number }), number });
    }
    const read = async (from: string, ids: string[]) => {
      const recipient = await createPerson(behind, 'buyer');
      const replies = await Promise.all(
        ids.map((id) => behind.call('GET', `/selectedItem/${id}`, { as: recipient.token, headers: { 'x-forwarded-for': from } })),
      );
      const text = JSON.stringify(replies.map(({ body }) => ({ ...(body as object), similar: [] })));
      return made.filter(({ number }) => text.includes(number)).map(({ number }) => number);
    };
    const seen = new Set<string>();
    for (let at = 0; at < 10; at += 1)
      for (const number of await read(
        '203.0.113.9',
        made.slice(at * 7, at * 7 + 7).map(({ id }) => id),
      ))
        seen.add(number);
    expect(seen.size).toBeLessThanOrEqual(CONTACTS_A_DAY_AT_ONE_ADDRESS.newcomer);
    expect(seen.size).toBeGreaterThan(40);
    // Neighbors in another network aren't affected.
    expect(
      await read(
        '198.51.100.1',
        made.slice(-5).map(({ id }) => id),
      ),
    ).not.toEqual([]);
    await behind.close();
  });

  test('The limit holds across processes, and starts over the next day', async () => {
    const recipient = await createPerson(shop, 'buyer');
    const caller = { userId: recipient.id, email: recipient.email, name: '', role: 'buyer', verified: false, sessionId: '', lacksSecondFactor: false } as const;
    const asking = { caller: { ...caller, since: shop.clock.now(), addressVerified: true }, request: { socket: {}, headers: {} } };
    const needs = { db: shop.services.db, reads: shop.services.reads, clock: shop.clock, tokenSecret: shop.services.tokenSecret, isProduction: false };
    const processes = Array.from({ length: 6 }, (_, at) => createContacts({ ...needs, findAddress: () => `203.0.113.${at}` }));
    const ids = sellers.map(({ person }) => person.id);
    const shown = await Promise.all(
      processes.flatMap((one, at) => [0, 1].map((half) => one.open(asking, ids.slice(at * 12 + half * 6, at * 12 + half * 6 + 6)))),
    );
    const all = ids.filter((id) => shown.some((contacts) => contacts.has(id)));
    expect(all.length).toBeLessThanOrEqual(CONTACTS_A_DAY.newcomer);
    expect(all.length).toBeGreaterThan(5);
    const tomorrow = createContacts({ ...needs, clock: { now: () => shop.clock.now() + DAY_MS }, findAddress: () => '203.0.113.1' });
    const others = ids.filter((id) => !all.includes(id)).slice(0, 5);
    const next = await tomorrow.open(asking, others);
    expect(others.every((id) => next.has(id))).toBe(true);
  });

  test('An admin without the required second factor sees no more contacts than other people', async () => {
    const { id: userId, email } = await createPerson(shop, 'admin');
    const contacts = createContacts({ ...shop.services, clock: shop.clock, isProduction: false, findAddress: () => '203.0.113.20' });
    const ids = sellers.map(({ person }) => person.id);
    const countShown = async (lacksSecondFactor: boolean): Promise<number> => {
      const caller = {
        userId,
        email,
        name: '',
        role: 'admin' as const,
        verified: false,
        sessionId: '',
        lacksSecondFactor,
        since: shop.clock.now(),
        addressVerified: true,
      };
      const shown = await contacts.open({ caller, request: { socket: {}, headers: {} } }, ids);
      return ids.filter((one) => shown.has(one)).length;
    };
    expect([await countShown(true), await countShown(false)]).toEqual([CONTACTS_A_DAY.newcomer, SELLERS]);
  });

  test('In production, people without a verified address see no contacts', async () => {
    const real = await createTestApp({
      NODE_ENV: 'production',
      AUTH_SECRET: 'nobody can guess this, it is long enough',
      ALLOW_PRACTICE_CARDS: 'true',
      ALLOW_KEPT_MAIL: 'true',
      PUBLIC_URL: 'https://shop.example',
      TRUSTED_PROXIES: 'none',
    });
    const listingId = await createListing(real, await createPerson(real, 'seller'));
    const [unverified, verified] = [await createPerson(real, 'buyer', { emailVerified: false }), await createPerson(real, 'buyer')];
    const numberFor = async ({ token }: Person) =>
      ((await real.call('GET', `/selectedItem/${listingId}`, { as: token })).body as { mobile_number: string }).mobile_number;
    expect(await numberFor(unverified)).toMatch(/^•+$/u);
    expect((await real.call('GET', '/contactViews', { as: unverified.token })).body).toMatchObject({ needsVerification: true, seen: 0 });
    expect(await numberFor(verified)).toBe('+351 900 000 001');
    await real.close();
  });

  test('A seller sees how many people saw their contacts in the last seven days, and older views are deleted', async () => {
    const seller = await createPerson(shop, 'seller');
    const listingId = await createListing(shop, seller);
    const viewers = async () => ((await shop.call('GET', '/contactViews', { as: seller.token })).body as ContactViews).viewers;
    const looking = await createPerson(shop, 'buyer', { since: 0 });
    for (const { token } of [looking, looking, await createPerson(shop, 'buyer', { since: 0 })]) await get(`/selectedItem/${listingId}`, token);
    await get(`/selectedItem/${listingId}`, undefined);
    expect(await viewers()).toBe(2);
    const { db } = shop.services;
    await forgetContactViews({ db, clock: { now: () => shop.clock.now() + 7 * DAY_MS } });
    expect(await viewers()).toBe(2);
    await forgetContactViews({ db, clock: { now: () => shop.clock.now() + 8 * DAY_MS } });
    expect(await viewers()).toBe(0);
  });
});
