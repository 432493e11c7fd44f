import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELP_TOPICS, helpPath } from '#contract/help.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';

const PAGES = ['/help', ...HELP_TOPICS.map(({ slug }) => helpPath(slug))];

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp(
    {
      PUBLIC_URL: 'https://shop.example.test',
      CONTACT_PHONE: '+1 503 555 0142',
      CONTACT_EMAIL: 'help@shop.example.test',
      FIRST_PURCHASE_PERCENT: '15',
      SELLER_FEE_PERCENT: '2.5',
      SELLER_FEE_FIXED: '0.3',
      INSPECTION_HOURS: '120',
    },
    { pages: true },
  );
}, 120_000);
afterAll(() => shop.close());

const read = async (path: string): Promise<string> => (await shop.app.inject(path)).body;

test('Every help page has a title, a description and one address for search engines, and works without JavaScript', async () => {
  const descriptions = new Set<string>();
  for (const path of PAGES) {
    const body = await read(path);
    const title = /<h1[^>]*>([^<]+)<\/h1>/u.exec(body)?.[1];
    expect([path, title]).not.toContain(undefined);
    expect(body).toContain(`<title>${title} | Redial</title>`);
    expect(body).toContain(`<link rel="canonical" href="https://shop.example.test${path}">`);
    expect(body).not.toContain('noindex');
    descriptions.add(/<meta name="description" content="([^"]+)"/u.exec(body)?.[1] ?? '');
    for (const other of PAGES.slice(1)) expect(body).toContain(`href="${other}"`);
  }
  expect(descriptions.size).toBe(PAGES.length);
});

test('Search engines find every help page through the sitemap', async () => {
  const addresses = [...(await read('/sitemap-pages.xml')).matchAll(/<loc>https:\/\/shop\.example\.test([^<]*)<\/loc>/gu)].map(([, path]) => path);
  expect(addresses).toEqual(expect.arrayContaining(PAGES));
});

test.each(['/help/nothing', '/help/%00', '/help/fees/more'])('%s is not found', async (path) => {
  expect((await shop.app.inject(path)).statusCode).toBe(404);
});

test('The contact page calls and writes to the shop’s own number and address', async () => {
  const body = await read('/help/contact');
  expect(body).toContain('href="tel:+15035550142"');
  expect(body).toContain('href="mailto:help@shop.example.test"');
});

test('The page about fees states the fee and the terms of the first-purchase discount, and nothing that there isn’t', async () => {
  expect(await read('/help/fees')).toContain('15% off your first purchase');
  expect(await read('/help/fees')).toContain('2.5% of the price plus $0.30');
  const without = await createTestApp({}, { pages: true });
  const { body } = await without.app.inject('/help/fees');
  expect(body).toContain('You get the full price of your phone.');
  expect(body).not.toContain('first purchase');
  await without.close();
});

test('The pages name the operator’s own time to check a phone', async () => {
  for (const path of ['/help/buyer-protection', '/help/how-it-works', '/help/fees']) {
    expect(await read(path), path).toContain('5 days');
    expect(await read(path), path).not.toContain('48 hours');
  }
});

test('The page about buyer protection says when the time to meet starts again, and what comes when the shop decides late', async () => {
  const body = await read('/help/buyer-protection');
  expect(body).toContain('The 14 days start again');
  expect(body).toContain('for the phone, or at once if you’ve tried to return it before');
});
