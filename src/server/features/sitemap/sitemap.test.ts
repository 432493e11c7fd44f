import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, sellTo } from '#test/support/world/world.ts';
import { sitemapRoutes } from './routes.ts';

const ORIGIN = 'https://shop.example.test';

let shop: TestApp;
/** The same routes with five addresses per page, so that a few listings fill several. */
let small: FastifyInstance;

beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: ORIGIN });
  small = Fastify();
  sitemapRoutes(small, { ...shop.services, pageSize: 5 });
  await small.ready();
});
afterAll(async () => {
  await small.close();
  await shop.close();
});

function addressesOf(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/gu)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
}

async function read(app: FastifyInstance, url: string): Promise<string[]> {
  const { statusCode, body, headers } = await app.inject({ method: 'GET', url });
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'application/xml; charset=utf-8' });
  expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) xmlns="[^"]+">(<(url|sitemap)>.*<\/\3>)*<\/\1>$/su);
  return addressesOf(body);
}

function pathOf(address: string): string {
  return address.slice(ORIGIN.length);
}

/** Every listing that a search engine finds through the index. */
async function crawl(app: FastifyInstance): Promise<{ pages: string[][]; ids: string[] }> {
  const pages: string[][] = [];
  for (const address of (await read(app, '/sitemap.xml')).filter((one) => one.includes('/sitemap-listings.xml'))) pages.push(await read(app, pathOf(address)));
  return { pages, ids: pages.flat().map((address) => address.split('/').at(-1) ?? '') };
}

test('Lists the pages of an empty shop', async () => {
  expect(await crawl(shop.app)).toEqual({ pages: [[]], ids: [] });
  expect((await read(shop.app, '/sitemap-pages.xml')).map(pathOf)).toEqual(expect.arrayContaining(['/', '/phones', '/blogs']));
});

describe('Sitemap of listings', () => {
  test('Lists every phone on sale once, page by page, and no sold ones', async () => {
    const seller = await createPerson(shop, 'seller');
    const buyer = await createPerson(shop, 'buyer');
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await createListing(shop, seller));
    const sold = ids.splice(3, 2);
    for (const id of sold) await sellTo(shop, buyer, id);

    const crawled = await crawl(small);
    expect(crawled.ids.toSorted()).toEqual(ids.toSorted());
    // Ten fill exactly two pages, without an empty third one.
    expect(crawled.pages.map((page) => page.length)).toEqual([5, 5]);
    await createListing(shop, seller);
    // The page starts are computed again every five minutes.
    shop.clock.advance(300_000);
    expect((await crawl(small)).pages.map((page) => page.length)).toEqual([5, 5, 1]);
    // Also after the clock was set back.
    for (let count = 0; count < 5; count += 1) await createListing(shop, seller);
    shop.clock.advance(-3_600_000);
    expect((await crawl(small)).pages.map((page) => page.length)).toEqual([5, 5, 5, 1]);
    shop.clock.advance(3_600_000);
    expect((await read(shop.app, '/sitemap-pages.xml')).map(pathOf)).toContain('/category/Samsung');
    expect((await crawl(shop.app)).pages.map((page) => page.length)).toEqual([16]);
  });

  test.each(['x', '../', '%00', '01900000'])('Returns 404 for a page that begins after “%s”', async (after) => {
    expect((await small.inject({ method: 'GET', url: `/sitemap-listings.xml?after=${after}` })).statusCode).toBe(404);
  });
});

test('robots.txt names the sitemap and the pages that robots should skip', async () => {
  const { body, headers } = await shop.app.inject({ method: 'GET', url: '/robots.txt' });
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  for (const path of ['/api/', '/dashboard', '/booking-page/', '/mailbox']) expect(body).toContain(`Disallow: ${path}\n`);
});
