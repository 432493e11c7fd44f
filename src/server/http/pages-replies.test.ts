import Fastify, { type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { bookPhone } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { cacheReplies } from './cached-replies.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { serveRenderedPages } from './pages.ts';

const BUILD_MS = 120_000;
const DETAILS = ['/selected-items-details', '/selected-newArrival-items'];
/** Internals that a reply must not reveal. */
const INSIDE = /sqlite|postgres|kysely|no such table|does not exist|destroyed|node_modules|\.ts:|\bat \w+ \(|secret-detail/iu;

let test: TestApp;
let seller: Person;
beforeAll(async () => {
  test = await createTestApp({}, { pages: true });
  seller = await createPerson(test, 'seller');
}, BUILD_MS);
afterAll(() => test.close());

function get(url: string, headers: Record<string, string> = {}, app = test.app): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'GET', url, headers });
}

async function signUpBuyer(email: string): Promise<Client> {
  const buyer = createClient(test);
  await buyer.signUp(email, 'buyer');
  return buyer;
}

function expectNotFoundPage(response: LightMyRequestResponse): void {
  expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(response.body).toMatch(/<a [^>]*href="\/"[^>]*>Back to Home Page<\/a>/u);
  expect(response.body).toContain('<title>Page not found | Redial</title>');
}

describe('The 404 page', () => {
  it.each([
    ['an unknown route', '/nowhere'],
    ['an unknown page of the dashboard', '/dashboard/nowhere'],
    ['an address that can’t be decoded', '/%zz'],
    ['half a character', '/category/%E2%80'],
    ['a very long address', `/${'x'.repeat(5000)}`],
    ['a very long brand', `/category/${'x'.repeat(480)}`],
    ['a brand that the shop doesn’t have', '/category/betamax'],
    ['a blank brand', '/category/%20'],
    ['a file that doesn’t exist', '/index.html'],
  ])('The 404 page answers %s', async (_what, url) => {
    expectNotFoundPage(await get(url));
  });

  it.each(DETAILS)('The 404 page answers for an unknown listing below %s', async (path) => {
    for (const id of ['01890000-0000-7000-8000-00000000dead', 'nonsense', '%00', '..%2f..', `${'9'.repeat(300)}`])
      expectNotFoundPage(await get(`${path}/${id}`));
  });

  it.each(DETAILS)('The 404 page answers for a removed listing below %s', async (path) => {
    const id = await createListing(test, seller);
    expect((await get(`${path}/${id}`)).statusCode).toBe(200);
    await test.call('DELETE', `/products/${id}`, { as: seller.token });
    expectNotFoundPage(await get(`${path}/${id}`));
  });

  it('The 404 page answers for a booking of an unknown or removed phone', async () => {
    const id = await createListing(test, seller);
    expect((await get(`/booking-page/${id}`)).statusCode).toBe(200);
    await test.call('DELETE', `/products/${id}`, { as: seller.token });
    for (const gone of [id, '01890000-0000-7000-8000-00000000dead', 'nonsense', '%00']) expectNotFoundPage(await get(`/booking-page/${gone}`));
  });

  it.each(['payment', 'receipt'])('The 404 page answers for an unknown order’s %s, whoever asks', async (page) => {
    const { cookie } = await signUpBuyer(`${page}@example.test`);
    for (const id of ['01890000-0000-7000-8000-00000000dead', 'nonsense', '%00', '9'.repeat(300)]) {
      expectNotFoundPage(await get(`/dashboard/${page}/${id}`));
      expectNotFoundPage(await get(`/dashboard/${page}/${id}`, { cookie }));
    }
  });

  it('An order’s payment page opens for its buyer and asks strangers to log in; to other people it doesn’t exist', async () => {
    const [buyer, other] = [await signUpBuyer('owner@example.test'), await signUpBuyer('other@example.test')];
    const order = `/dashboard/payment/${await bookPhone(buyer, await createListing(test, seller))}`;
    const replies = [await get(order, { cookie: buyer.cookie }), await get(order), await get(order, { cookie: 'x=1' })];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expectNotFoundPage(await get(order, { cookie: other.cookie }));
    expect((await get(order, { cookie: buyer.cookie })).statusCode).toBe(200);
    expectNotFoundPage(await get(order.replace('payment', 'receipt'), { cookie: buyer.cookie }));
  });

  it('The 404 page repeats the requested address only within addresses', async () => {
    const { body } = await get('/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(body).not.toMatch(/alert\(1\)<|"><script>|&gt;&lt;script/u);
    expect(body).toMatch(/href="\/login\?from=[\w%().-]+"/u);
  });
});

describe('Pages', () => {
  it.each(DETAILS)('The page of a sold phone below %s says that it is sold, and offers no booking', async (path) => {
    const id = await createListing(test, seller, { model_name: 'Galaxy S22' });
    const [before, buyer] = [await get(`${path}/${id}`), await createPerson(test, 'buyer')];
    expect(before.body).toContain(`/booking-page/${id}`);
    await sellTo(test, buyer, id);
    const response = await get(`${path}/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('This phone has been sold.');
    expect(response.body).toContain('<title>Galaxy S22 | Redial</title>');
    expect(response.body).not.toContain(`/booking-page/${id}`);
  });

  it('A page’s policy lets browsers run only the shop’s own scripts', async () => {
    for (const url of ['/', '/category/samsung', '/blogs', '/login', '/nowhere']) {
      const { headers } = await get(url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/script-src 'self'(;|$)/u);
      expect(policy).toMatch(/default-src 'self'(;|$)/u);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('A page can be requested with HEAD', async () => {
    const id = await createListing(test, seller);
    for (const url of ['/', '/category/samsung', `/selected-items-details/${id}`, '/dashboard', '/nowhere', '/%zz']) {
      const [whole, head] = [await get(url), await test.app.inject({ method: 'HEAD', url })];
      expect([url, head.statusCode, head.body]).toEqual([url, whole.statusCode, '']);
      for (const name of ['content-type', 'content-security-policy', 'cache-control']) expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });

  it('A page refuses POST', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) expect((await test.app.inject({ method, url: '/' })).statusCode).toBe(404);
  });

  it('Doesn’t answer addresses that are never a page', async () => {
    for (const url of ['/api/nowhere', '/images/nowhere', '/assets/nowhere.js']) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8']);
    }
  });
});

describe('Failing pages', () => {
  it('A page without a database answers 503, shows no internals, and is not cached', async () => {
    const broken = await createTestApp({}, { pages: true, breaksDatabase: true });
    const id = await createListing(broken, await createPerson(broken, 'seller'));
    await Promise.all([broken.services.db, broken.services.reads].map((db) => db.destroy()));
    for (const url of ['/', '/category/samsung', '/search?search=galaxy', ...DETAILS.map((path) => `${path}/${id}`)]) {
      const { statusCode, headers, body } = await get(url, {}, broken.app);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 503, 'text/html; charset=utf-8']);
      expect(body).not.toMatch(INSIDE);
      expect(headers['cache-control']).toBe('no-cache');
    }
    await broken.close();
  });

  it('A page whose code fails answers 500 with a plain page that shows no internals', async () => {
    const app = Fastify();
    app.decorate('costs', test.app.costs);
    cacheReplies(app, test.app.cached, { metrics: test.services.metrics, crossOrigin: createCrossOrigin([], test.services.origin) });
    const render = async () => {
      throw new Error('secret-detail of /srv/shop/page.ts:12');
    };
    const assetsOf = () => ({ styles: [], scripts: [], modulePreloads: [] });
    serveRenderedPages(
      app,
      { render, assetsOf },
      { config: async () => test.services.publicConfig, origin: test.services.origin, personalPages: () => null, findShortAddress: async () => null },
    );
    const { statusCode, headers, body } = await get('/blogs', {}, app);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([500, 'text/html; charset=utf-8', 'no-store']);
    expect(body).toContain('<title>Something went wrong | Redial</title>');
    expect(body).toMatch(/<a [^>]*href="\/"[^>]*>Back to Home Page<\/a>/u);
    expect(body).not.toMatch(INSIDE);
    await app.close();
  });
});
