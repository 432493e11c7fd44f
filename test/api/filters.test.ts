import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Facets } from '#contract/search.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createCategory, createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let verified: Person;

type Wire = { _id: string; model_name: string };

/** Each phone is named after what it tests. */
const PHONES = {
  small: { name: 'Nokia', storage: '64 GB', condition: 'Good', color: 'Phantom Gray', resale_price: 100 },
  middle: { name: 'Nokia', storage: '128GB', condition: 'good ', color: 'phantom  gray', resale_price: 200 },
  large: { name: 'Nokia', storage: '128 gb', condition: 'Like New', color: 'Ünique Teal', resale_price: 300.5 },
  huge: { name: 'Nokia', storage: '1 TB', condition: 'LIKE NEW', color: 'أسود', resale_price: 400 },
  other: { name: 'Sony', storage: '128 GB', condition: 'Good', color: 'Phantom Gray', resale_price: 250 },
};

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  verified = await createPerson(shop, 'seller', { verified: true });
  await createCategory(shop, 'Empty');
  for (const [model_name, phone] of Object.entries(PHONES)) {
    const { name: brand } = phone;
    await createListing(shop, model_name === 'large' ? verified : seller, { ...phone, brand, model_name });
    shop.clock.advance(1000);
  }
  const gone = await createListing(shop, seller, { name: 'Nokia', brand: 'Nokia', model_name: 'sold', storage: '2 TB' });
  await sellTo(shop, await createPerson(shop, 'buyer'), gone);
});
afterAll(() => shop.close());

async function read(path: string) {
  return shop.call('GET', path);
}

function namesOf(body: unknown): string[] {
  return (body as Wire[]).map(({ model_name }) => model_name).sort();
}

async function facetsOf(query: string): Promise<Facets> {
  return (await read(`/productFacets?${query}`)).body as Facets;
}

describe('Filters of a brand’s list', () => {
  test.each([
    ['priceFrom=200', ['huge', 'large', 'middle']],
    ['priceFrom=%24200&priceTo=300.50', ['large', 'middle']],
    ['priceTo=100', ['small']],
    ['priceFrom=&priceTo=%20', ['huge', 'large', 'middle', 'small']],
    ['storage=128gb', ['large', 'middle']],
    ['storage=128%20%20GB&storage=1tb', ['huge', 'large', 'middle']],
    ['storage=', ['huge', 'large', 'middle', 'small']],
    ['condition=like%20new', ['huge', 'large']],
    ['color=PHANTOM%20GRAY', ['middle', 'small']],
    [`color=${encodeURIComponent('ÜNIQUE teal')}`, ['large']],
    [`color=${encodeURIComponent('أسود')}`, ['huge']],
    ['verified=1', ['large']],
    ['verified=0', ['huge', 'large', 'middle', 'small']],
    ['condition=good&color=phantom%20gray&priceTo=150', ['small']],
    ['brand=nokia', ['huge', 'large', 'middle', 'small']],
    ['brand=Sony', []],
    ['brand=no%20such%20brand', []],
    ['storage=2%20TB', []],
    ['storage=%25&color=_', []],
    ['unknown=x&constructor=y', ['huge', 'large', 'middle', 'small']],
  ])('Narrows by %s', async (query, expected) => {
    const { status, body } = await read(`/products?name=nokia&${query}`);
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(expected);
    expect((await facetsOf(`name=nokia&${query}`)).total).toBe(expected.length);
  });

  test('Keeps the order of a filtered list page by page, each listing once', async () => {
    for (const sort of ['default', 'lowtohigh', 'hightolow']) {
      const whole = (await read(`/products?name=nokia&sort=${sort}&storage=128gb&storage=1tb`)).body as Wire[];
      const seen: string[] = [];
      let path: string | null = `/products?name=nokia&sort=${sort}&storage=128gb&storage=1tb&limit=1`;
      while (path) {
        const { body, headers } = await read(path);
        seen.push(...(body as Wire[]).map(({ _id }) => _id));
        path = /<\/api([^>]+)>; rel="next"/u.exec(String(headers.link ?? ''))?.[1] ?? null;
      }
      expect(seen).toEqual(whole.map(({ _id }) => _id));
      expect(seen).toHaveLength(3);
    }
  });
});

describe('Filters of a search', () => {
  test.each([
    ['search=phantom', ['middle', 'other', 'small']],
    ['search=phantom&brand=sony', ['other']],
    ['search=phantom&brand=sony&brand=Nokia&storage=128gb', ['middle', 'other']],
    ['search=phantom&priceTo=150', ['small']],
    ['search=teal&verified=yes', ['large']],
  ])('Narrows a search by %s', async (query, expected) => {
    expect(namesOf((await read(`/searchProducts?${query}`)).body)).toEqual(expected);
    expect((await facetsOf(query)).total).toBe(expected.length);
  });
});

describe('Invalid filters', () => {
  const long = 'x'.repeat(201);
  test.each([
    ['priceFrom=cheap', 'priceFrom'],
    ['priceTo=-5', 'priceTo'],
    ['priceTo=1000000.01', 'priceTo'],
    ['priceTo=1.299', 'priceTo'],
    [`priceTo=1${'+'.repeat(9000)}x`, 'priceTo'],
    ['priceFrom=1&priceFrom=2', 'priceFrom'],
    ['priceFrom=300&priceTo=200', 'priceTo'],
    [`priceFrom=${'9'.repeat(300)}`, 'priceFrom'],
    [`storage=${long}`, 'storage.0'],
    ['color=%00', 'color.0'],
    [Array.from({ length: 31 }, (_, index) => `color=${index}`).join('&'), 'color'],
    ['verified=maybe', 'verified'],
    ['verified=1&verified=1', 'verified'],
  ])('Rejects %s with the field’s name and a message', async (query, field) => {
    for (const path of ['/products?name=nokia', '/searchProducts?search=phantom', '/productFacets?name=nokia']) {
      expect(await read(`${path}&${query}`)).toMatchObject({
        status: 400,
        body: { code: 'malformed', message: expect.stringMatching(/\w/u), fields: { [field]: expect.stringMatching(/\w/u) } },
      });
    }
  });
});

describe('Facets', () => {
  test('Counts a brand’s listings on sale by every value, with spellings merged', async () => {
    expect(await facetsOf('name=NOKIA')).toEqual({
      total: 4,
      storage: [
        { value: '64 GB', count: 1 },
        { value: '128 GB', count: 2 },
        { value: '1 TB', count: 1 },
      ],
      condition: [
        { value: 'Good', count: 2 },
        { value: 'Like new', count: 2 },
      ],
      color: [
        { value: 'Phantom Gray', count: 2 },
        { value: 'Ünique Teal', count: 1 },
        { value: 'أسود', count: 1 },
      ],
      brand: [{ value: 'Nokia', count: 4 }],
      model: [
        { value: 'huge', count: 1 },
        { value: 'large', count: 1 },
        { value: 'middle', count: 1 },
        { value: 'small', count: 1 },
      ],
      ram: [{ value: 'ram as the seller says', count: 4 }],
      year: [{ value: '2022', count: 4 }],
      place: [{ value: 'Porto', count: 4 }],
      updates: ['12', '24', '36'].map((value) => ({ value, count: 0 })),
      verified: 1,
      price: { min: 100, max: 400 },
      near: null,
      search: null,
    });
  });

  test('Ignores a facet’s own filter and applies the others', async () => {
    const facets = await facetsOf('name=nokia&storage=128gb&priceTo=250');
    expect(facets).toMatchObject({
      total: 1,
      storage: [
        { value: '64 GB', count: 1 },
        { value: '128 GB', count: 1 },
      ],
      condition: [{ value: 'Good', count: 1 }],
      color: [{ value: 'Phantom Gray', count: 1 }],
      verified: 0,
      price: { min: 200, max: 300.5 },
    });
    expect(await facetsOf('name=nokia&verified=1')).toMatchObject({ total: 1, verified: 1, price: { min: 300.5, max: 300.5 } });
  });

  test('Counts brands for a search, and everything for the whole shop', async () => {
    expect((await facetsOf('search=phantom')).brand).toEqual([
      { value: 'Nokia', count: 2 },
      { value: 'Sony', count: 1 },
    ]);
    expect((await facetsOf('search=phantom&brand=sony')).brand).toHaveLength(2);
    expect((await facetsOf('')).total).toBe(5);
  });

  test.each(['name=nosuchbrand', 'name=empty', 'search=%F0%9F%99%82', 'search=nothingholdsthis', 'name=nokia&brand=sony&color=pink'])(
    'Returns empty facets when nothing matches (%s)',
    async (query) => {
      expect(await facetsOf(query)).toMatchObject({ total: 0, price: null, verified: 0 });
    },
  );

  test('Returns at most thirty values, the most frequent first, and those that were chosen', async () => {
    const many = await createPerson(shop, 'seller');
    for (let number = 0; number < 32; number++)
      await createListing(shop, many, { name: 'Many', brand: 'Many', model_name: `Thing ${number}`, color: `Tone ${number}`, location: `Town ${number}` });
    await createListing(shop, many, { name: 'Many', brand: 'Many', model_name: 'Thing 31', color: 'tone 31', location: 'Town 31' });
    const { color, total } = await facetsOf('name=many');
    expect(total).toBe(33);
    expect(color).toHaveLength(30);
    expect(color[0]).toEqual({ value: 'Tone 31', count: 2 });
    for (const query of ['name=many', 'search=many', '']) {
      const chosen = await facetsOf(`${query}&color=TONE%209&model=thing%209&place=town%209`);
      expect(chosen.total).toBe(1);
      expect(chosen.color, query).toContainEqual({ value: 'Tone 9', count: 1 });
      expect(chosen.model, query).toContainEqual({ value: 'Thing 9', count: 1 });
      expect(chosen.place, query).toContainEqual({ value: 'Town 9', count: 1 });
    }
    expect((await facetsOf('name=many&color=tone%209')).color.map(({ value }) => value)).toEqual([...color.map(({ value }) => value), 'Tone 9']);
    for (let number = 0; number < 31; number++) await createListing(shop, many, { name: `Maker ${number}`, brand: `Maker ${number}` });
    await createListing(shop, many, { name: 'Zebra', brand: 'Zebra', purchase_year: '2003' });
    expect((await facetsOf('')).brand.map(({ value }) => value)).not.toContain('Zebra');
    expect((await facetsOf('brand=zebra')).brand).toContainEqual({ value: 'Zebra', count: 1 });
  });

  test('Returns the same facets to everybody, without naming sellers', async () => {
    const stranger = await read('/productFacets?name=nokia');
    expect((await shop.call('GET', '/productFacets?name=nokia', { as: seller.token })).body).toEqual(stranger.body);
    expect(JSON.stringify(stranger.body)).not.toContain(seller.email);
  });

  test.each(['search=%00', 'name=a&name=b', `name=${'x'.repeat(201)}`])('Rejects malformed facets (%#)', async (query) => {
    expect(await read(`/productFacets?${query}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });
});
