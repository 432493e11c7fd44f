import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTING_NAMES } from '#contract/shop-settings.ts';
import { noteSeller } from '#server/db/changes.ts';
import { signToken } from '#server/features/accounts/tokens.ts';
import { buyPhone, listPhone, mustSucceed } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { insertSignIn } from '#test/support/world/rows.ts';
import { completeOrder, createCategory, createPerson, type Person } from '#test/support/world/world.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

/** Nothing shown may be older than this. */
const OLDEST_MS = 1000;
const WATCHED_MS = 1800;
const STAMPS = /"(?:dehydratedAt|dataUpdatedAt)":\d+/gu;
const PHONE = { original_price: '$799', purchase_year: String(new Date().getUTCFullYear() - 2), year_of_use: '2' };

type Pages = Record<string, string>;
type Step = {
  name: string;
  run(): Promise<unknown>;
  /** Checks that the new state is shown. */
  shows(pages: Pages): void;
};

let two: TwoProcesses;
let [seller, rival, buyer, admin]: Person[] = [];
/** A phone on sale, and one that was sold, of the same seller. */
let [phone, sold] = ['', ''];

beforeAll(async () => {
  two = await startTwoProcesses();
  await createCategory(two.shop, 'Samsung');
  [seller, rival, buyer, admin] = [
    await createPerson(two.shop, 'seller', { name: 'First Name' }),
    await createPerson(two.shop, 'seller'),
    await createPerson(two.shop, 'buyer'),
    await createPerson(two.shop, 'admin'),
  ];
  phone = await listPhone(at(0, seller), { ...PHONE, model_name: 'Galaxy S21' });
  sold = await listPhone(at(0, seller), { ...PHONE, model_name: 'Galaxy S20' });
  await sell(sold);
}, 180_000);
afterAll(() => two.close());

/** A person at one of the two processes. */
function at(process: 0 | 1, person?: Person) {
  const client = createClient(two.servers[process].url);
  if (person) client.token = person.token;
  return client;
}

/** Makes a call at the first process, which writes everything here. */
async function call(person: Person | undefined, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  return mustSucceed(await at(0, person).call(method, `/api${path}`, body), `${method} ${path}`).body as Record<string, unknown>;
}

/** Being removed has ended this person's sessions. */
async function logInAgain(person: Person): Promise<Person> {
  const { services } = two.shop;
  await sql`delete from identity_users where email = ${person.email}`.execute(services.db);
  const sessionId = await insertSignIn(services.db, { ...person, emailVerified: true, now: Date.now() });
  return { ...person, sessionId, token: await signToken({ email: person.email, sessionId, emailVerified: true }, services.tokenSecret, Date.now()) };
}

/** Sells a phone to somebody new, and pays its seller. */
async function sell(id: string): Promise<void> {
  const orderId = await buyPhone(at(0, await createPerson(two.shop, 'buyer')), id);
  await completeOrder(two.shop, orderId);
}

const LIST = '/api/products?name=samsung&limit=';
const SHOWING = () => [
  '/api/products?name=samsung',
  '/api/searchProducts?search=galaxy',
  '/api/advertise',
  '/api/productFacets?name=samsung',
  `/api/selectedItem/${phone}`,
  `/api/selectedItem/${sold}`,
  '/api/config',
  '/',
  '/category/samsung',
  '/search?search=galaxy',
  `/selected-items-details/${phone}`,
  `/selected-items-details/${sold}`,
];
let limit = 20;

/** What one process shows: to strangers, mostly from its cache, and what isn't cached: a list of an unusual length, and a person's. */
async function look(process: 0 | 1): Promise<Pages> {
  limit = limit === 99 ? 20 : limit + 1;
  const { url } = two.servers[process];
  const pages: Pages = {};
  const read = async (name: string, path: string, as?: Person) => {
    const response = await fetch(url + path, as && { headers: { authorization: `Bearer ${as.token}` } });
    const text = await response.text();
    pages[name] = `${response.status} ${text.replaceAll(url.replace('127.0.0.1', 'localhost'), 'http://shop').replaceAll(url, 'http://shop')}`.replace(
      STAMPS,
      '',
    );
  };
  await Promise.all([...SHOWING().map((path) => read(path, path)), read('uncached', LIST + limit), read('signed in', LIST + limit, buyer)]);
  // Its seller's record and phones like it aren't cached with the page.
  await Promise.all([phone, sold].map((id) => read(`page of ${id}, signed in`, `/api/selectedItem/${id}`, buyer)));
  return pages;
}

/** The list of phones as one of the pages has it. */
function listed(pages: Pages, name: string): Record<string, unknown> | undefined {
  const body = JSON.parse((pages[name] ?? '').replace(/^\d+ /u, '')) as Record<string, unknown>[];
  return body.find(({ _id }) => _id === phone);
}

const LISTS = ['/api/products?name=samsung', '/api/searchProducts?search=galaxy', 'uncached', 'signed in'];
const PAGES = () => ['/category/samsung', '/search?search=galaxy', `/selected-items-details/${phone}`];

function showsIn(facts: Record<string, unknown>, inPages: (string | RegExp)[] = []) {
  return (pages: Pages): void => {
    for (const name of LISTS) expect(listed(pages, name), name).toMatchObject(facts);
    for (const path of PAGES()) for (const text of inPages) expect(pages[path], path).toMatch(text);
  };
}

function isHidden(pages: Pages): void {
  for (const name of LISTS) expect(listed(pages, name), name).toBeUndefined();
  for (const path of PAGES().slice(0, 2)) expect(pages[path], path).not.toContain(phone);
  // Its own page is gone, or says that it is paused.
  expect(pages[`/api/selectedItem/${phone}`]).toMatch(/^404 |"paused":true/u);
}

async function changeSeller(changes: { name?: string; verified_at?: null }): Promise<void> {
  const { id } = seller as Person;
  await two.database.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set(changes).where('id', '=', id).execute();
    await noteSeller(tx, id, Date.now());
  });
}

const changeOwn = (act: string) => call(seller, 'POST', '/ownListingChanges', { act, ids: [phone] });

async function editPrice(resale_price: string): Promise<void> {
  const { revision } = await call(seller, 'GET', `/products/${phone}`);
  await call(seller, 'PATCH', `/products/${phone}`, { resale_price, revision });
}

let decision = '';
const decide = async (kind: string, about: object) => {
  decision = String((await call(admin, 'POST', '/decisions', { kind, reason: 'A closer look.', ...about })).insertedId);
};
const undo = () => call(admin, 'POST', `/decisions/${decision}/undo`, { reason: 'All is well.' });

async function changeSettings(values: object): Promise<void> {
  const { revision } = await call(admin, 'GET', '/shopSettings');
  await call(admin, 'PUT', '/shopSettings', { ...Object.fromEntries(SETTING_NAMES.map((name) => [name, null])), ...values, revision });
}

let judgementBefore: unknown;
/** The third sale of a model within half a year counts in its estimates. */
async function sellThree(): Promise<void> {
  judgementBefore = listed(await look(0), 'uncached')?.judgement;
  for (let count = 0; count < 3; count += 1) await sell(await listPhone(at(0, rival), { ...PHONE, model_name: 'Galaxy S21', resale_price: '120' }));
}

const sellerId = () => ({ sellerId: seller?.id });

const STEPS: Step[] = [
  { name: 'its price is changed', run: () => editPrice('101'), shows: showsIn({ resale_price: 101 }, [/\$101/u]) },
  {
    name: 'its prices are changed together',
    run: () => call(seller, 'POST', '/ownListingChanges', { act: 'price', ids: [phone], percent: 100, prices: [101] }),
    shows: showsIn({ resale_price: 202 }, [/\$202/u]),
  },
  { name: 'others of its kind are sold for less', run: sellThree, shows: (pages) => expect(listed(pages, 'uncached')?.judgement).not.toEqual(judgementBefore) },
  { name: 'it is paused', run: () => changeOwn('pause'), shows: isHidden },
  { name: 'it is resumed', run: () => changeOwn('resume'), shows: showsIn({ resale_price: 202 }) },
  {
    name: 'it is advertised',
    run: () => call(seller, 'POST', '/advertise', { _id: phone, isAdvertise: true }),
    shows: (pages) => expect(pages['/api/advertise']).toContain(phone),
  },
  {
    name: 'its seller gets the badge',
    run: () => call(admin, 'PUT', `/products/?id=${seller?.id}&email=${seller?.email}`),
    shows: showsIn({ seller_verify: true }),
  },
  { name: 'its seller loses the badge', run: () => changeSeller({ verified_at: null }), shows: showsIn({ seller_verify: false }) },
  { name: 'its seller has another name', run: () => changeSeller({ name: 'Second Name' }), shows: showsIn({ seller_name: 'Second Name' }, [/Second Name/u]) },
  { name: 'it is held', run: () => decide('hold', { listingId: phone }), shows: isHidden },
  { name: 'it is no longer held', run: undo, shows: showsIn({ resale_price: 202 }) },
  { name: 'its seller is suspended', run: () => decide('suspension', sellerId()), shows: isHidden },
  { name: 'its seller is no longer suspended', run: undo, shows: showsIn({ resale_price: 202 }) },
  { name: 'its seller is removed', run: () => call(admin, 'DELETE', `/users/sellers/${seller?.id}`), shows: isHidden },
  { name: 'its seller is back', run: () => call(admin, 'POST', `/removedItems/${seller?.id}/restore`), shows: showsIn({ seller_name: 'Second Name' }) },
  {
    name: 'the shop’s settings change',
    run: () => changeSettings({ shopName: 'Other Phones', phone: '+351 222 333 444', firstPurchasePercent: 17, firstPurchaseCap: 71, hideEmptyBrands: true }),
    shows(pages) {
      for (const path of ['/', ...PAGES()]) expect(pages[path], path).toContain('Other Phones');
      for (const path of ['/', '/api/config']) expect(pages[path], path).toContain('"percent":17');
    },
  },
  {
    name: 'the settings are as before',
    run: () => changeSettings({}),
    shows(pages) {
      for (const path of ['/', ...PAGES()]) expect(pages[path], path).not.toContain('Other Phones');
      for (const path of ['/', '/api/config']) expect(pages[path], path).not.toContain('"percent":17');
    },
  },
  {
    name: 'its seller deletes their account',
    run: async () => call(await logInAgain(seller as Person), 'DELETE', `/personalData?email=${seller?.email}`),
    shows(pages) {
      isHidden(pages);
      expect(Object.values(pages).join('')).not.toContain('Second Name');
    },
  },
];

test('What one process writes replaces everything that another shows of a phone within a second', async () => {
  for (const { name, run, shows } of STEPS) {
    // Twice, so that it is in both caches.
    for (let time = 0; time < 2; time += 1) await Promise.all([look(0), look(1)]);
    await run();
    const acknowledged = performance.now();
    const late: [number, Pages][] = [];
    while (late.length === 0 || performance.now() - acknowledged < WATCHED_MS) {
      const begun = performance.now() - acknowledged;
      const pages = await look(1);
      if (begun > OLDEST_MS) late.push([begun, pages]);
      await wait(50);
    }
    const now = await look(0);
    shows(now);
    for (const [begun, pages] of late) expect(pages, `${Math.round(begun)} ms after ${name}`).toEqual(now);
  }
}, 180_000);
