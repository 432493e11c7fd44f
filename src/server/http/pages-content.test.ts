import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, specification } from '#test/support/world/world.ts';

const BUILD_MS = 120_000;
const HOSTILE =
  '<script>alert(1)</script> </script><!-- --> <!--<script> &lt;b&gt; "q" \'s\' `t` {{1}} \\u003c ]]> 📱👩\u200d🔬 a\u2028b\u2029c \u202Eאבג\u202C \u200Fنص x';
const PHONE = '+351 900 123 987';

let test: TestApp;
let seller: Person;
let id: string;
beforeAll(async () => {
  test = await createTestApp({}, { pages: true });
  seller = await createPerson(test, 'seller', { name: HOSTILE, email: 'maria.secretive@example.test' });
  const facts = Object.fromEntries(Object.keys(specification()).map((key) => [key, `${key} ${HOSTILE}`]));
  const hostile = { ...forEachKey(TEXT_KEYS, () => HOSTILE), mobile_number: PHONE, specification: facts };
  id = await createListing(test, seller, hostile);
  // Stands beside the first.
  await createListing(test, seller, hostile);
  await test.call('POST', '/advertise', { as: seller.token, body: { _id: id } });
}, BUILD_MS);
afterAll(() => test.close());

/** Every page that shows sellers' texts. */
function publicPages() {
  return [
    '/',
    '/category/samsung',
    '/category/Samsung?sort=lowtohigh',
    '/search?search=alert',
    `/search?search=${encodeURIComponent(HOSTILE)}`,
    `/selected-items-details/${id}`,
    `/selected-newArrival-items/${id}`,
    '/blogs',
  ];
}

async function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { statusCode, body } = await test.app.inject({ method: 'GET', url, headers });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&#39;': "'", '&amp;': '&' };

/** The visible text of a piece of HTML. */
function textOf(html: string | undefined): string {
  return (html ?? '').replace(/<!--.*?-->|<[^>]*>/gu, '').replace(/&(?:lt|gt|quot|#x27|#39|amp);/gu, (entity) => ENTITIES[entity] ?? entity);
}

function inside(html: string, tag: string): string | undefined {
  return new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'su').exec(html)?.[1];
}

type Hydration = { queries: { queries: { state: { data: unknown } }[] } };

function hydrationOf(html: string): Hydration {
  return JSON.parse(/<script type="application\/json" id="hydration">(.*?)<\/script>/su.exec(html)?.[1] ?? '') as Hydration;
}

describe('Sellers’ texts', () => {
  it('Shows a seller’s text exactly, in the page and its title', async () => {
    const html = await get(`/selected-items-details/${id}`);
    expect(textOf(inside(html, 'h1'))).toBe(HOSTILE);
    expect(textOf(inside(html, 'title'))).toBe(`${HOSTILE} | Redial`);
    const read = textOf(inside(html, 'main'));
    for (const words of [`SIM ${HOSTILE}`, `Dimensions ${HOSTILE}`]) expect(read).toContain(words);
    expect(read.split(HOSTILE).length).toBeGreaterThan(30);
  });

  it('Shows a seller’s text exactly on cards', async () => {
    for (const url of ['/', '/category/samsung', '/search?search=alert']) expect(textOf(inside(await get(url), 'main'))).toContain(HOSTILE);
  });

  it('Sends a seller’s text to the browser exactly as the API returns it', async () => {
    const { body } = await test.call('GET', `/selectedItem/${id}`);
    const html = await get(`/selected-items-details/${id}`);
    expect(hydrationOf(html).queries.queries.map(({ state }) => state.data)).toContainEqual(body);
    expect(body).toMatchObject({ model_name: HOSTILE, seller_name: HOSTILE, specification: { SIM: `SIM ${HOSTILE}` }, similar: [{ model_name: HOSTILE }] });
  });

  it('Never turns a seller’s text into a script, a comment or a tag', async () => {
    for (const url of publicPages()) {
      const html = await get(url);
      const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gsu)].map(([, attributes = '', content = '']) => ({ attributes, content }));
      expect(html.match(/<\/?script/gu), url).toHaveLength(scripts.length * 2);
      const [data, ...others] = scripts.toReversed();
      expect(data?.attributes).toBe(' type="application/json" id="hydration"');
      expect(data?.content).not.toMatch(/[<\u2028\u2029]/u);
      for (const { attributes, content } of others) {
        // JSON-LD is data; all code comes from our own files.
        if (attributes === ' type="application/ld+json"') expect(content).not.toMatch(/[<\u2028\u2029]/u);
        else
          expect([attributes, content]).toEqual([
            expect.stringMatching(/^(?: type="module" src="\/assets\/[\w.-]+" fetchpriority="low"| src="\/theme\.js")$/u),
            '',
          ]);
      }
      // React's own markers between texts are the only comments allowed.
      expect(html.replaceAll(/<!--(?: |\/?\$[?!]?|\/?&)?-->/gu, '')).not.toContain('<!--');
      expect(html).not.toMatch(/<style|<iframe|<base|javascript:|<[^>]+\son\w+=/iu);
    }
  });
});

describe('Public pages', () => {
  it('A public page never contains a seller’s phone number or email address', async () => {
    for (const url of publicPages()) {
      const html = await get(url, { authorization: `Bearer ${seller.token}` });
      for (const secret of [PHONE, '900 123 987', encodeURIComponent(PHONE), seller.email, 'maria.secretive', encodeURIComponent(seller.email)]) {
        expect(html.includes(secret), `${secret} on ${url}`).toBe(false);
      }
    }
    const html = await get(`/selected-items-details/${id}`);
    expect(html).toContain('•'.repeat(PHONE.length));
    expect(html).toContain('•'.repeat(seller.email.length));
  });

  it('The browser can take over each card on its own', async () => {
    for (const url of ['/category/samsung', `/selected-items-details/${id}`]) {
      const html = await get(url);
      const cards = html.match(/<article class="card">/gu) ?? [];
      expect(cards.length, url).toBeGreaterThan(0);
      expect(html.match(/<li class="grid"><!--\$--><article class="card">/gu), url).toHaveLength(cards.length);
    }
  });

  it('A public page is the same for everybody, and sets no cookies', async () => {
    // The time of the fetch is stored with its data.
    const timeless = (html: string) => html.replaceAll(/"(?:dataUpdatedAt|dehydratedAt)":\d+/gu, '');
    for (const url of [...publicPages(), '/login', '/dashboard', '/dashboard/myProducts', `/booking-page/${id}`]) {
      const headers = { authorization: `Bearer ${seller.token}`, cookie: `better-auth.session_token=${seller.sessionId}`, 'accept-language': 'de' };
      const reply = await test.app.inject({ method: 'GET', url, headers });
      expect(timeless(reply.body) === timeless(await get(url)), url).toBe(true);
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(String(reply.headers.vary ?? '')).not.toMatch(/cookie|authorization/iu);
    }
  });
});
