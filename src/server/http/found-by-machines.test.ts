import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortPathOf } from '#contract/shared/short-codes.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

const ORIGIN = 'https://shop.example.test';
const HOSTILE = '</script><script>alert(1)</script> & "Phone" <b>';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let id: string;
let image: string;

beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: ORIGIN }, { pages: true });
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  image = (await shop.services.images.put(await pictureOf('jpeg', 1600, 1200))).address;
  id = await createListing(shop, seller, {
    image,
    model_name: HOSTILE,
    description: HOSTILE.repeat(20),
    condition: 'Refurbished by its maker',
    resale_price: '289.5',
    original_price: '600',
    color: 'Phantom Gray',
    mobile_number: '+1 555 0177',
  });
});
afterAll(() => shop.close());

function get(url: string, headers: Record<string, string> = {}) {
  return shop.app.inject({ method: 'GET', url, headers });
}

async function htmlOf(url: string): Promise<string> {
  return (await get(url)).body;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function readEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => ENTITIES[entity] ?? entity);
}

function metaOf(html: string, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`, 'u').exec(html)?.[1];
  return content === undefined ? undefined : readEntities(content);
}

function canonicalOf(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]*)">/u.exec(html)?.[1];
}

type Facts = Record<string, unknown> & { '@type': string };

function factsOf(html: string): Facts[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gsu)].map(([, json = '']) => JSON.parse(json) as Facts);
}

describe('Listings', () => {
  test('A listing’s metadata says what it is, its price, and whether it is available', async () => {
    const html = await htmlOf(`/selected-items-details/${id}`);
    const [product, crumbs] = factsOf(html);
    expect(product).toMatchObject({
      '@type': 'Product',
      name: HOSTILE,
      sku: id,
      color: 'Phantom Gray',
      itemCondition: 'https://schema.org/RefurbishedCondition',
      image: [`${ORIGIN}${image}`, `${ORIGIN}${image.replace('1280.webp', 'card.jpg')}`],
      offers: {
        '@type': 'Offer',
        url: `${ORIGIN}/selected-items-details/${id}`,
        price: '289.50',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        seller: { name: seller.name },
      },
    });
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
    expect(metaOf(html, 'og:title')).toBe(`${HOSTILE} · $289.50`);
    expect(['amount', 'currency'].map((part) => metaOf(html, `product:price:${part}`))).toEqual(['289.50', 'USD']);
    expect(metaOf(html, 'product:availability')).toBe('in stock');
    expect(metaOf(html, 'og:type')).toBe('product');
    expect(metaOf(html, 'og:image')).toBe(`${ORIGIN}${image.replace('1280.webp', 'card.jpg')}`);
    expect([...(metaOf(html, 'description') ?? '')].length).toBeLessThanOrEqual(160);
    expect(html).not.toContain('555 0177');
    expect(html).not.toContain(seller.email);
  });

  test('A listing’s short address leads to its page, and a made-up one to none', async () => {
    const short = shortPathOf(id);
    expect(await htmlOf(`/selected-items-details/${id}`)).toContain(`href="${short}"`);
    const reply = await get(short);
    expect([reply.statusCode, reply.headers.location, reply.headers['cache-control']]).toEqual([301, `/selected-items-details/${id}`, 'public, max-age=86400']);
    for (const unknown of [shortPathOf('01900000-0000-7000-8000-000000000000'), '/p/', '/p/0OIl', '/p/%2F%2Fevil.example', `/p/${'z'.repeat(300)}`]) {
      const nowhere = await get(unknown);
      expect([unknown, nowhere.statusCode, nowhere.body.includes('<html')]).toEqual([unknown, 404, true]);
    }
  });

  test('A listing has one canonical address', async () => {
    for (const path of ['selected-items-details', 'selected-newArrival-items']) {
      expect(canonicalOf(await htmlOf(`/${path}/${id}?utm_source=x`))).toBe(`${ORIGIN}/selected-items-details/${id}`);
    }
  });

  test('A listing’s metadata shows no picture of another host, however much its address looks like ours', async () => {
    const theirs = `https://evil.example/${image.split('/')[2]}/1280.webp`;
    const foreign = await createListing(shop, seller);
    // As earlier versions allowed.
    await shop.services.db
      .updateTable('listings')
      .set({ image: theirs, photos: JSON.stringify([theirs.replace('evil', 'worse')]) })
      .where('id', '=', foreign)
      .execute();
    await shop.services.db.updateTable('images').set({ used_at: null }).execute();
    const html = await htmlOf(`/selected-items-details/${foreign}`);
    expect(factsOf(html)[0]).not.toHaveProperty('image');
    expect(metaOf(html, 'og:image')).toBe(`${ORIGIN}/card.jpg`);
    expect([...html.matchAll(/<img[^>]*(?:evil|worse)\.example[^>]*>/gu)]).toEqual([]);
    // Our own picture with this id isn't marked as used.
    expect((await shop.services.db.selectFrom('images').select('used_at').execute()).every(({ used_at }) => used_at === null)).toBe(true);
    await shop.call('DELETE', `/products/${foreign}`, { as: seller.token });
  });

  test('A sold listing is marked sold out, a paused one out of stock, and a removed one has no metadata', async () => {
    const soldId = await createListing(shop, seller);
    await sellTo(shop, buyer, soldId);
    const sold = await htmlOf(`/selected-items-details/${soldId}`);
    const [product] = factsOf(sold);
    expect([metaOf(sold, 'og:title'), metaOf(sold, 'product:availability')]).toEqual([expect.stringMatching(/ · Sold$/u), 'out of stock']);
    expect(product).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } });
    const pausedId = await createListing(shop, seller);
    await shop.call('POST', '/ownListingChanges', { as: seller.token, body: { act: 'pause', ids: [pausedId] } });
    const paused = factsOf(await htmlOf(`/selected-items-details/${pausedId}`))[0];
    expect(paused).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
    const gone = await get('/selected-items-details/01900000-0000-7000-8000-000000000000');
    expect(gone.statusCode).toBe(404);
    expect([factsOf(gone.body), canonicalOf(gone.body), metaOf(gone.body, 'robots')]).toEqual([[], undefined, 'noindex']);
  });
});

describe('Other pages', () => {
  test('The home page names the shop and its search', async () => {
    const html = await htmlOf('/');
    expect(factsOf(html)).toMatchObject([{ '@type': 'WebSite', name: 'Redial', url: `${ORIGIN}/`, potentialAction: { '@type': 'SearchAction' } }]);
    expect(canonicalOf(html)).toBe(`${ORIGIN}/`);
    expect(metaOf(html, 'og:image')).toBe(`${ORIGIN}/card.jpg`);
  });

  test('A category lists its phones under one address, and its filtered pages are not indexed', async () => {
    const html = await htmlOf('/category/SAMSUNG');
    expect(canonicalOf(html)).toBe(`${ORIGIN}/category/Samsung`);
    expect(factsOf(html)).toMatchObject([{ '@type': 'BreadcrumbList' }, { '@type': 'ItemList' }]);
    for (const query of ['sort=lowtohigh', 'storage=64%20GB', 'verified=1']) {
      const part = await htmlOf(`/category/samsung?${query}`);
      expect([canonicalOf(part), metaOf(part, 'robots')]).toEqual([undefined, 'noindex, follow']);
    }
  });

  test.each(['/search?search=phone', '/login', '/signup', '/dashboard', '/mailbox', `/booking-page/x`])('The page %s is not indexed', async (path) => {
    expect(metaOf(await htmlOf(path), 'robots')).toMatch(/^noindex/u);
  });

  test.each(['/search?search=phone&cursor=bad', '/category/Samsung?cursor=bad', '/category/nobody', '/search?search=%00'])(
    'The address %s answers 404 with the 404 page',
    async (path) => {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(404);
      expect(body).toContain('Back to Home Page');
    },
  );

  test('A category page with a mistyped filter answers 400 and still shows the page', async () => {
    const { statusCode, body } = await get('/category/Samsung?priceFrom=cheap');
    expect(statusCode).toBe(400);
    expect(body).toContain('Hurry up to buy!');
  });
});

test.each([
  ['//', '/'],
  ['//category/samsung?sort=lowtohigh', '/category/samsung?sort=lowtohigh'],
  ['/category//samsung', '/category/samsung'],
])('The address %s leads to %s, which the browser can’t take for a host', async (url, location) => {
  const { statusCode, headers } = await get(url);
  expect([statusCode, headers.location]).toEqual([308, location]);
});

describe('The shop’s own address', () => {
  test('Never takes its own address from a request', async () => {
    const another = await createTestApp({}, { pages: true });
    try {
      const read = (url: string, host: string) => another.app.inject({ method: 'GET', url, headers: { host } });
      expect(canonicalOf((await read('/', '127.0.0.1')).body)).toBe('http://localhost/');
      expect((await read('/sitemap.xml', '127.0.0.1')).body).toContain('<loc>http://localhost/sitemap-pages.xml</loc>');
      for (const url of ['/', '/sitemap.xml', '/robots.txt', '/.well-known/security.txt'])
        for (const host of ['evil.example', 'localhost.evil.example', 'localhost:99999', 'localhost:3001'])
          expect([url, host, (await read(url, host)).statusCode]).toEqual([url, host, 421]);
    } finally {
      await another.close();
    }
  });
});

describe('Icons and link previews', () => {
  test('A listing’s preview is 1200 × 630, created once and cached', async () => {
    const address = image.replace('1280.webp', 'card.jpg');
    const replies = await Promise.all(Array.from({ length: 20 }, () => get(address)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
    expect(await sharp(replies[0]?.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(replies[0]?.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': expect.stringContaining('immutable') });
  });

  test.each(['/images/01900000-0000-7000-8000-000000000000/card.jpg', '/images/..%2f..%2fetc/card.jpg', '/images/x/card.jpg'])(
    'The picture %s answers 404',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );

  test.each([
    ['/apple-touch-icon.png', 180, 180],
    ['/icon-192.png', 192, 192],
    ['/icon-512.png', 512, 512],
    ['/icon-maskable-512.png', 512, 512],
    ['/card.jpg', 1200, 630],
  ])('The picture %s is %d × %d', async (url, width, height) => {
    expect(await sharp((await get(url)).rawPayload).metadata()).toMatchObject({ width, height });
  });

  test('favicon.ico contains a picture of 32 pixels', async () => {
    const { rawPayload, headers } = await get('/favicon.ico');
    expect(headers['content-type']).toBe('image/x-icon');
    expect([...rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(await sharp(rawPayload.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  });

  test('The manifest has the shop’s name and existing icons', async () => {
    const { headers, body } = await get('/site.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    const { name, icons } = JSON.parse(body) as { name: string; icons: { src: string }[] };
    expect(name).toBe('Redial');
    for (const { src } of icons) expect((await get(src)).statusCode).toBe(200);
  });
});
