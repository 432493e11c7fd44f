import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { JudgedListing } from '#contract/listings.ts';
import type { Notification } from '#contract/notifications.ts';
import type { Seller } from '#contract/sellers.ts';
import { days, hours } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';

const ORIGIN = 'https://shop.example.test';
const HOSTILE = '</script><script>alert(1)</script> & "Seller" <b>';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;
let onSale: string[];

beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: ORIGIN }, { pages: true });
  [seller, buyer, admin] = [await createPerson(shop, 'seller', { name: HOSTILE }), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
  onSale = [];
  for (let count = 0; count < 3; count += 1) onSale.push(await createListing(shop, seller));
  await sellTo(shop, buyer, await createListing(shop, seller));
}, 120_000);
afterAll(() => shop.close());

const profileOf = async (id: string): Promise<Seller> => (await shop.call('GET', `/sellers/${id}`)).body as Seller;
const page = (path: string) => shop.app.inject(path);
const factsOf = (html: string) => [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gsu)].map(([, json = '']) => JSON.parse(json));

describe('A seller’s profile', () => {
  test('Says since when they have been here, how many phones they have on sale, and how many they have sold', async () => {
    const { created_at } = await shop.services.db.selectFrom('users').select('created_at').where('id', '=', seller.id).executeTakeFirstOrThrow();
    expect(await profileOf(seller.id)).toMatchObject({
      _id: seller.id,
      name: HOSTILE,
      since: new Date(created_at).toISOString(),
      verified: false,
      offers: 3,
      sold: 1,
    });
  });

  test('Lists what they have on sale, page by page, newest first, and not what is sold or somebody else’s', async () => {
    await createListing(shop, await createPerson(shop, 'seller'));
    const first = await shop.call('GET', `/sellers/${seller.id}/products?limit=2`);
    const next = /<([^>]*)>; rel="next"/u.exec(String(first.headers.link))?.[1]?.replace('/api', '') ?? '';
    const second = await shop.call('GET', next);
    const ids = [first, second].map(({ body }) => (body as JudgedListing[]).map(({ _id }) => _id));
    expect(ids).toEqual([[onSale[2], onSale[1]], [onSale[0]]]);
    expect(second.headers.link).toBeUndefined();
  });

  test('Loses the verified badge everywhere at once when an admin takes it back, and the seller is told why', async () => {
    const verified = await createPerson(shop, 'seller', { verified: true });
    const id = await createListing(shop, verified, { name: 'Nokia', brand: 'Nokia' });
    const unverify = (as: Person, { of = verified.id, reason = 'The papers were forged.' } = {}) =>
      shop.call('POST', `/users/${of}/unverify`, { as: as.token, body: { reason } });
    const badges = async () => [
      (await profileOf(verified.id)).verified,
      ((await shop.call('GET', `/selectedProducts/${id}`)).body as JudgedListing).seller_verify,
      ((await shop.call('GET', '/products?name=nokia')).body as JudgedListing[])[0]?.seller_verify,
      ((await shop.call('GET', '/products?name=nokia&verified=1')).body as JudgedListing[]).length === 1,
    ];
    expect(await badges()).toEqual([true, true, true, true]);
    expect([(await unverify(verified)).status, (await unverify(buyer)).status]).toEqual([403, 403]);
    expect([(await unverify(admin, { of: buyer.id })).status, (await unverify(admin, { reason: ' ' })).status]).toEqual([404, 422]);
    expect(await badges()).toEqual([true, true, true, true]);
    expect((await unverify(admin)).body).toMatchObject({ modifiedCount: 1 });
    expect(await badges()).toEqual([false, false, false, false]);
    expect((await unverify(admin)).body).toMatchObject({ modifiedCount: 0 });
    const [update, ...others] = (await shop.call('GET', '/notifications', { as: verified.token })).body as Notification[];
    expect(update).toMatchObject({ kind: 'seller_unverified', text: expect.stringContaining('“The papers were forged.”') });
    expect(others).toEqual([]);
    const [entry] = (await shop.call('GET', `/auditLog?subject=${verified.id}`, { as: admin.token })).body as AuditEntry[];
    expect(entry).toMatchObject({ act: 'seller_unverified', by: { _id: admin.id }, after: { verified: false, reason: 'The papers were forged.' } });
    await shop.call('PUT', `/products/?id=${verified.id}&email=${verified.email}`, { as: admin.token });
    expect(await badges()).toEqual([true, true, true, true]);
  });

  test('Masks their number and address for visitors, as every list does', async () => {
    const [listing] = (await shop.call('GET', `/sellers/${seller.id}/products`)).body as JudgedListing[];
    expect([listing?.mobile_number, listing?.sellerEmail].join('')).toMatch(/^•+$/u);
    const [own] = (await shop.call('GET', `/sellers/${seller.id}/products`, { as: buyer.token })).body as JudgedListing[];
    expect(own?.sellerEmail).toBe(seller.email);
  });

  test('Is not there for a buyer, an admin, a stranger’s id or text that is no id', async () => {
    for (const id of [buyer.id, admin.id, crypto.randomUUID(), 'x', '%00', 'a'.repeat(300)])
      for (const path of [`/api/sellers/${id}`, `/api/sellers/${id}/products`, `/seller/${id}`])
        expect([404, 400, 422], path).toContain((await page(path)).statusCode);
    for (const id of [buyer.id, admin.id, crypto.randomUUID(), 'x']) expect((await page(`/seller/${id}`)).statusCode).toBe(404);
  });

  test('Is gone as soon as an admin removes the seller, and back when they are restored', async () => {
    const other = await createPerson(shop, 'seller');
    await createListing(shop, other);
    for (let time = 0; time < 3; time += 1) expect((await page(`/seller/${other.id}`)).statusCode).toBe(200);
    await shop.call('DELETE', `/users/sellers/${other.id}`, { as: admin.token });
    expect((await page(`/seller/${other.id}`)).statusCode).toBe(404);
    await shop.call('POST', `/removedItems/${other.id}/restore`, { as: admin.token });
    expect((await page(`/seller/${other.id}`)).statusCode).toBe(200);
  });

  test('Is gone with the seller, and what they sold leads nowhere', async () => {
    const other = await createPerson(shop, 'seller');
    const sold = await createListing(shop, other);
    await sellTo(shop, buyer, sold);
    expect(((await shop.call('GET', `/selectedItem/${sold}`)).body as JudgedListing).sellerId).toBe(other.id);
    await shop.call('DELETE', `/users/sellers/${other.id}`, { as: admin.token });
    expect((await page(`/api/sellers/${other.id}`)).statusCode).toBe(404);
    expect(((await shop.call('GET', `/selectedItem/${sold}`, { as: buyer.token })).body as JudgedListing).sellerId).toBeNull();
  });
});

describe('How a seller answers', () => {
  const call = async (as: Person, method: string, path: string, body: object) => shop.call(method, path, { as: await tokenNow(shop, as), body });
  const write = (as: Person, id: string) => call(as, 'POST', `/conversations/${id}/messages`, { clientId: crypto.randomUUID(), text: 'Hello.' });

  test('Counts first answers within a day and their median time, not those still due, later ones or people they have blocked', async () => {
    const own = await createPerson(shop, 'seller');
    const listing = await createListing(shop, own);
    const ask = async (): Promise<string> => {
      const asker = await createPerson(shop, 'buyer');
      const { _id } = (await call(asker, 'POST', '/conversations', { productId: listing })).body as { _id: string };
      // The seller may write first; that answers nothing.
      await write(own, _id);
      await write(asker, _id);
      await write(asker, _id);
      return _id;
    };
    const asked = [await ask(), await ask(), await ask(), await ask()];
    const blocked = await ask();
    for (const [id, after] of [
      [asked[0], hours(2)],
      [asked[1], hours(1)],
      [asked[2], hours(27)],
    ] as const) {
      shop.clock.advance(after);
      await write(own, id ?? '');
      if (id === asked[0]) expect((await profileOf(own.id)).answers).toBeNull();
    }
    await write(own, asked[0] ?? '');
    await call(own, 'PUT', `/conversations/${blocked}/block`, { blocked: true });
    await ask();
    expect((await profileOf(own.id)).answers).toEqual({ inTime: 2, all: 4, medianMs: expect.closeTo(hours(3), -4) });
    const { body } = await page(`/seller/${own.id}`);
    expect(body).toContain('Questions answered within a day');
    expect(body).toContain('50%');
    shop.clock.advance(days(91));
    expect((await profileOf(own.id)).answers).toBeNull();
  });
});

describe('A seller’s page', () => {
  test('Works without JavaScript and tells search engines who the seller is', async () => {
    const { body } = await page(`/seller/${seller.id}`);
    expect(body).not.toContain('<script>alert');
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/seller/${seller.id}">`);
    for (const id of onSale) expect(body).toContain(`href="/selected-items-details/${id}"`);
    const [facts] = factsOf(body);
    expect(facts).toMatchObject({ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: HOSTILE, url: `${ORIGIN}/seller/${seller.id}` } });
    expect(JSON.stringify(facts)).not.toContain('aggregateRating');
  });

  test('Is linked from the phone’s page and from its card', async () => {
    const link = `href="/seller/${seller.id}"`;
    for (const path of [`/selected-items-details/${onSale[0]}`, '/phones', '/category/samsung']) expect((await page(path)).body, path).toContain(link);
  });

  test('Is on the sitemap once they have had a phone on sale, and hidden from search engines before', async () => {
    const newcomer = await createPerson(shop, 'seller');
    const { body } = await page('/sitemap-sellers.xml');
    expect(body).toContain(`${ORIGIN}/seller/${seller.id}`);
    expect(body).not.toContain(newcomer.id);
    expect(body).not.toContain(buyer.id);
    expect((await page('/sitemap.xml')).body).toContain(`${ORIGIN}/sitemap-sellers.xml`);
    expect((await page(`/seller/${newcomer.id}`)).body).toContain('<meta name="robots" content="noindex">');
  });
});

describe('The page of a listing', () => {
  test('Shows no empty rows once the seller of a sold phone was removed, to people and machines', async () => {
    const leaving = await createPerson(shop, 'seller');
    const id = await createListing(shop, leaving);
    await sellTo(shop, await createPerson(shop, 'buyer'), id);
    expect((await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: (await createPerson(shop, 'admin')).token })).status).toBe(200);
    const { statusCode, body } = await page(`/selected-items-details/${id}`);
    expect(statusCode).toBe(200);
    const box = /<section aria-label="Seller".*?<\/section>/su.exec(body)?.[0];
    expect(box).toContain('Deleted account');
    for (const empty of ['>Mobile<', '>Email<']) expect(box).not.toContain(empty);
    for (const empty of ['>Description<', 'sold in .']) expect(body).not.toContain(empty);
  });

  test('Leads to a comparison with similar phones, unless it is paused', async () => {
    const pausing = await createPerson(shop, 'seller');
    const id = await createListing(shop, pausing);
    const html = async () => (await page(`/selected-items-details/${id}`)).body;
    expect(await html()).toContain(`/compare?ids=${id}`);
    await shop.call('POST', '/ownListingChanges', { as: pausing.token, body: { act: 'pause', ids: [id] } });
    const paused = await html();
    expect(paused).toContain('Similar phones');
    expect(paused).not.toContain('/compare?ids=');
  });
});
