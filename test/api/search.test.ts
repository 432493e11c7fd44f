import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Facets, Suggestion } from '#contract/search.ts';
import { ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo, specification } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;

type Wire = { _id: string; model_name: string; color: string; storage: string; resale_price: number };
type Phone = { brand: string; model: string; color?: string; storage?: string; ram?: string; number?: string; price?: number; place?: string; bought?: string };

const PHONES: Phone[] = [
  { brand: 'Apple', model: 'iPhone 12', storage: '128 GB', color: 'Blue', ram: '4 GB', number: 'A2172', price: 310 },
  { brand: 'Apple', model: 'iPhone 12 Pro Max', storage: '256 GB', color: 'Graphite', ram: '6 GB', number: 'A2342', price: 480 },
  { brand: 'Apple', model: 'iPhone 12 Pro Max', storage: '128 GB', color: 'Gold', ram: '6 GB', number: 'A2342', price: 450 },
  { brand: 'Apple', model: 'iPhone 13', storage: '128 GB', color: 'Pink', ram: '4 GB', number: 'A2633', price: 420 },
  {
    brand: 'Samsung',
    model: 'Galaxy S21',
    storage: '128 GB',
    color: 'Black',
    ram: '8 GB',
    number: 'SM-G991B, SM-G991U',
    price: 260,
    place: 'Lisbon',
    bought: '2021',
  },
  { brand: 'Samsung', model: 'Galaxy S21', storage: '256 GB', color: 'Black', ram: '8 GB', number: 'SM-G991B', price: 340, place: 'Porto' },
  { brand: 'Samsung', model: 'Galaxy S21 Ultra', storage: '256 GB', color: 'Silver', ram: '12 GB', number: 'SM-G998B', price: 520 },
  { brand: 'Samsung', model: 'Galaxy Note20', storage: '256 GB', color: 'Bronze', ram: '8 GB', number: 'SM-N980F', price: 380 },
  { brand: 'Samsung', model: 'Galaxy Note 20 Ultra', storage: '256 GB', color: 'White', ram: '12 GB', number: 'SM-N985F', price: 470 },
  { brand: 'Xiaomi', model: 'Redmi Note 10', storage: '64 GB', color: 'Green', ram: '4 GB', number: 'M2101K7AI', price: 120 },
];

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  for (const phone of PHONES) {
    await list(phone);
    shop.clock.advance(1000);
  }
});
afterAll(() => shop.close());

function list({ brand, model, color = 'Black', storage = '128 GB', ram = '4 GB', number = 'None', price = 200, place = 'Faro', bought = '2023' }: Phone) {
  const details = { name: brand, brand, model_name: model, color, storage, resale_price: price, location: place, purchase_year: bought };
  return createListing(shop, seller, { ...details, specification: { ...specification(), ram, model_number: number } });
}

async function read(path: string) {
  return shop.call('GET', path);
}

async function search(text: string, rest = ''): Promise<Wire[]> {
  return (await read(`/searchProducts?search=${encodeURIComponent(text)}${rest}`)).body as Wire[];
}

async function modelsOf(text: string, rest = ''): Promise<string[]> {
  return [...new Set((await search(text, rest)).map(({ model_name }) => model_name))];
}

/** Runs `work` while this phone is listed too. */
async function listed(phone: Phone, work: () => Promise<void>): Promise<void> {
  const id = await list(phone);
  await work().finally(() => shop.call('DELETE', `/products/${id}`, { as: seller.token }));
}

async function facetsOf(text: string): Promise<Facets> {
  return (await read(`/productFacets?search=${encodeURIComponent(text)}`)).body as Facets;
}

describe('What a search finds', () => {
  test.each<[string, string[]]>([
    ['iphone 12', ['iPhone 12', 'iPhone 12 Pro Max']],
    ['iPhone12', ['iPhone 12', 'iPhone 12 Pro Max']],
    ['i phone 12', ['iPhone 12', 'iPhone 12 Pro Max']],
    ['i phone', ['iPhone 12', 'iPhone 13', 'iPhone 12 Pro Max']],
    ['"iphone 12"', ['iPhone 12', 'iPhone 12 Pro Max']],
    ['“iPhone 13”', ['iPhone 13']],
    ['“iphone 12 pro max” (gold)', ['iPhone 12 Pro Max']],
    ['galaxy 128gb or 64gb', ['Galaxy S21']],
    ['64 gb or 256 gb', ['Redmi Note 10', 'Galaxy Note 20 Ultra', 'Galaxy Note20', 'Galaxy S21 Ultra', 'Galaxy S21', 'iPhone 12 Pro Max']],
    ['4gb ram or 64gb', ['Redmi Note 10']],
    ['iphne 12 promax 256', ['iPhone 12 Pro Max']],
    ['12 pro max', ['iPhone 12 Pro Max']],
    ['note20', ['Galaxy Note 20 Ultra', 'Galaxy Note20']],
    ['Note 20', ['Galaxy Note 20 Ultra', 'Galaxy Note20']],
    ['galxy s21', ['Galaxy S21', 'Galaxy S21 Ultra']],
    ['galaxys21ultra', ['Galaxy S21 Ultra']],
    ['SAMSUNG', ['Galaxy Note 20 Ultra', 'Galaxy Note20', 'Galaxy S21 Ultra', 'Galaxy S21']],
    ['samsng 12/256', ['Galaxy Note 20 Ultra', 'Galaxy S21 Ultra']],
    ['8gb ram samsung', ['Galaxy Note20', 'Galaxy S21']],
    ['SM-G991B', ['Galaxy S21']],
    ['sm g998b', ['Galaxy S21 Ultra']],
    ['G998B', ['Galaxy S21 Ultra']],
    ['a2342 gold', ['iPhone 12 Pro Max']],
    ['galaxy s21 lisbon', ['Galaxy S21']],
    ['redmi note 10 for sale', ['Redmi Note 10']],
    ['ünder', []],
    ['samsung 2021', ['Galaxy S21']],
    ['2021 phones', ['Galaxy S21']],
  ])('Finds %s', async (text, expected) => {
    expect(await modelsOf(text)).toEqual(expected);
  });

  test.each<[string, number[]]>([
    ['galxy s21 black under 300', [260]],
    ['galaxy s21 below $350', [340, 260]],
    ['iphone between 400 and 460', [420, 450]],
    ['iphone over 430', [480, 450]],
    ['samsung $300-$400', [380, 340]],
    ['under 200', [120]],
    ['iphone 12 pro max', [450, 480]],
    ['iphone 12 pro max 256', [480]],
  ])('Finds %s by its price', async (text, prices) => {
    expect((await search(text)).map(({ resale_price }) => resale_price).sort()).toEqual(prices.sort());
  });

  test.each([
    ['sams', 4],
    ['ipho', 3],
    ['ipho 13', 1],
    ['gala note', 2],
    ['xiao', 1],
  ])('Finds phones by the start of a word: %s', async (typed, models) => {
    expect(await modelsOf(typed)).toHaveLength(models);
    expect((await facetsOf(typed)).search?.corrected).toBeNull();
  });

  test('Ranks exact names first, and the newest first among equals', async () => {
    expect((await search('galaxy s21')).map(({ model_name, storage }) => `${model_name} ${storage}`)).toEqual([
      'Galaxy S21 256 GB',
      'Galaxy S21 128 GB',
      'Galaxy S21 Ultra 256 GB',
    ]);
  });

  test('Sorts results in every order', async () => {
    const pricesIn = async (sort: string) => (await search('samsung', `&sort=${sort}`)).map(({ resale_price }) => resale_price);
    expect(await pricesIn('lowtohigh')).toEqual([260, 340, 380, 470, 520]);
    expect(await pricesIn('hightolow')).toEqual([520, 470, 380, 340, 260]);
    expect(await pricesIn('newest')).toEqual([470, 380, 520, 340, 260]);
    expect(await pricesIn('oldest')).toEqual([260, 340, 520, 380, 470]);
    expect(await pricesIn('sideways')).toEqual([470, 380, 520, 340, 260]);
  });

  test.each(['default', 'newest', 'oldest', 'lowtohigh', 'hightolow'])('Pages through a search by %s with each listing once', async (sort) => {
    for (const text of ['galaxy', 'samsung galaxy s21 cherry wood']) {
      const whole = (await search(text, `&sort=${sort}`)).map(({ _id }) => _id);
      const seen: string[] = [];
      for (let path: string | null = `/searchProducts?search=${encodeURIComponent(text)}&sort=${sort}&limit=1`; path; ) {
        const { body, headers } = await read(path);
        seen.push(...(body as Wire[]).map(({ _id }) => _id));
        path = /<\/api([^>]+)>; rel="next"/u.exec(String(headers.link ?? ''))?.[1] ?? null;
      }
      expect(seen).toEqual(whole);
      expect(whole.length).toBeGreaterThan(1);
    }
  });
});

describe('Searches without an exact result', () => {
  test('Says which words it took for a misspelling', async () => {
    expect((await facetsOf('iphne 12')).search).toMatchObject({ corrected: 'iphone 12', ignored: [], relaxed: false });
    expect((await facetsOf('iphone 12')).search).toMatchObject({ corrected: null, ignored: [], relaxed: false, didYouMean: [] });
  });

  test('Keeps the price of a search whose words it corrected', async () => {
    const { corrected } = (await facetsOf('galxy under 300')).search ?? {};
    expect(corrected).toBe('galaxy under $300');
    expect(await modelsOf('galaxy under $300')).toEqual(await modelsOf('galxy under 300'));
  });

  test('Finds everything for somebody who only searches for a phone', async () => {
    expect(await search('used phones for sale')).toHaveLength(PHONES.length);
  });

  test.each(['samsung phone', 'phone', 'used phone samsung'])('An everyday word finds everything even if a phone is named after it: %s', async (typed) => {
    await listed({ brand: 'Nothing', model: 'Phone (2)' }, async () => {
      const found = await modelsOf(typed);
      expect(found).toContain('Galaxy S21');
      expect(found.length).toBeGreaterThan(3);
    });
  });

  test.each(['samsung', 'samsung 256gb', 'samsung black', 'galaxy', 'galaxy 256gb', 'samsung note'])(
    'A phone named like its brand or line hides no others: %s',
    async (typed) => {
      const before = await modelsOf(typed);
      expect(before).not.toEqual([]);
      for (const model of ['Samsung', 'Galaxy', 'Note'])
        await listed({ brand: 'Samsung', model, storage: '32 GB', color: 'Teal' }, async () => {
          expect(await modelsOf(typed), model).toEqual(expect.arrayContaining(before));
        });
    },
  );

  test.each(['warranty', 'warrant', 'lilac edition'])('Finds words at the end of a long title: %s', async (typed) => {
    const model = `Galaxy S10 ${'dual-band international '.repeat(6)}lilac edition with warranty`;
    await listed({ brand: 'Samsung', model }, async () => expect(await modelsOf(typed)).toEqual([model]));
  });

  test.each(['iphone', 'Nothing', 'fairphone'])('Finds nothing for a phone that the shop never had, and names it: %s', async (typed) => {
    const empty = await createTestApp();
    await createListing(empty, await createPerson(empty, 'seller'), { name: 'Samsung', brand: 'Samsung', model_name: 'Galaxy S21' });
    const { total, search: understood } = (await empty.call('GET', `/productFacets?search=${typed}`)).body as Facets;
    expect({ total, understood }).toMatchObject({ total: 0, understood: { ignored: [typed.toLowerCase()], corrected: null } });
    const buyer = await createPerson(empty, 'buyer');
    expect((await empty.call('POST', '/savedSearches', { as: buyer.token, body: { search: typed } })).status).toBe(201);
    const [{ criteria } = { criteria: '' }] = await empty.services.db.selectFrom('saved_searches').select('criteria').execute();
    expect(JSON.parse(criteria)).toMatchObject({ words: [{ any: [typed.toLowerCase()], begins: false }], phrases: [] });
    await empty.close();
  });

  test('Reads a number as the year of purchase unless a phone is named after it', async () => {
    expect((await facetsOf('iphone 2023')).search?.chips.map(({ label }) => label)).toEqual(['iphone', 'Bought in 2023']);
    for (const model of ['Phone (2)', 'Phone (1)', 'Phone (20)'])
      await listed({ brand: 'Nothing', model }, async () => expect(await modelsOf('samsung 2021'), model).toEqual(['Galaxy S21']));
    await listed({ brand: 'Motorola', model: 'Moto G Power (2021)', bought: '2022' }, async () => {
      expect(await modelsOf('moto power 2021')).toEqual(['Moto G Power (2021)']);
      expect(await modelsOf('bought in 2021')).toEqual(['Galaxy S21']);
    });
  });

  test('Doesn’t split a number into digits that phones are named after', async () => {
    await listed({ brand: 'Nothing', model: 'Phone (2)' }, async () =>
      expect((await facetsOf('nothing 2222')).search).toMatchObject({ ignored: ['2222'], chips: [{ label: 'Nothing' }] }),
    );
  });

  test('Takes no word of the catalog for a misspelling of what is on sale', async () => {
    await ensurePhoneModels(shop.services);
    await shop.app.models.load();
    await listed({ brand: 'Xiaomi', model: 'Paco 5' }, async () => {
      expect((await facetsOf('pacoo')).search).toMatchObject({ corrected: 'paco', ignored: [] });
      expect((await facetsOf('poco')).search).toMatchObject({ corrected: null, ignored: ['poco'] });
    });
  });

  test('Says which words of phrases it took for misspellings', async () => {
    expect((await facetsOf('galaxy undr 300')).search).toMatchObject({ corrected: 'galaxy under $300', ignored: [] });
    expect((await facetsOf('256gb not samsng')).search).toMatchObject({ corrected: '256gb not samsung', ignored: [] });
  });

  test('Doesn’t claim to have searched for words that it left out', async () => {
    expect((await facetsOf('galxy zzzzzz')).search).toMatchObject({ corrected: 'galaxy', ignored: ['zzzzzz'] });
  });

  test('Leaves out words that no listing has, and says so', async () => {
    expect(await modelsOf('redmi note 10 kryptonite')).toEqual(['Redmi Note 10']);
    expect((await facetsOf('redmi note 10 kryptonite')).search).toMatchObject({ ignored: ['kryptonite'] });
  });

  test('Shows the named model when nothing matches every other word', async () => {
    expect(await modelsOf('iphone 13 graphite 256gb')).toContain('iPhone 13');
    expect((await modelsOf('iphone 13 graphite 256gb'))[0]).toBe('iPhone 13');
    expect((await facetsOf('iphone 13 graphite 256gb')).search).toMatchObject({ relaxed: true });
  });

  test('A model’s letter and number tell more than the words that many models have', async () => {
    await createListing(shop, seller, { name: 'Oppo', brand: 'Oppo', model_name: 'Oppo A13' });
    expect((await modelsOf('a13 pro max'))[0]).toBe('Oppo A13');
  });

  test.each([
    ['samsung 21', 'samsung s21', ['Galaxy S21 Ultra', 'Galaxy S21']],
    ['galaxy 21 ultra', 'galaxy s21 ultra', ['Galaxy S21 Ultra']],
  ])('A number without its letter means the brand’s or line’s models that have it: %s', async (text, corrected, models) => {
    expect((await facetsOf(text)).search).toMatchObject({ corrected, ignored: [], relaxed: false });
    expect((await modelsOf(text)).sort()).toEqual(models.sort());
  });

  test.each(['apple 21', 'black 21', '21', 'samsung 21 days old'])('A number that no such model has, or that comes first, stays one: %s', async (text) => {
    expect((await facetsOf(text)).search).toMatchObject({ corrected: null, ignored: expect.arrayContaining(['21']) });
  });

  test('A number that stands in a longer word of the brand’s models means that word', async () => {
    // Without another brand’s phone of that number it would be no word that any listing has.
    await createListing(shop, seller, { name: 'Nokia', brand: 'Nokia', model_name: 'Lumia 88' });
    for (const model_name of ['Moto G88', 'Moto E6']) await createListing(shop, seller, { name: 'Motorola', brand: 'Motorola', model_name });
    expect(await modelsOf('motorola 88')).toEqual(['Moto G88']);
  });

  test.each<[string, string[]]>([
    ['pink samsung', ['Galaxy Note 20 Ultra', 'Galaxy Note20', 'Galaxy S21 Ultra', 'Galaxy S21']],
    ['samsung 13', ['Galaxy Note 20 Ultra', 'Galaxy Note20', 'Galaxy S21 Ultra', 'Galaxy S21']],
    ['gold xiaomi 12', ['Redmi Note 10']],
    ['bronze galaxy s21', ['Galaxy S21']],
  ])('Keeps brand and model when not every word fits, in whatever order they were typed: %s', async (typed, expected) => {
    for (const search of [typed, typed.split(' ').toReversed().join(' ')]) expect((await modelsOf(search)).toSorted(), search).toEqual(expected.toSorted());
  });

  test('Names similar models when it finds nothing', async () => {
    const { total, search: understood } = await facetsOf('rdmnote1');
    expect(total).toBe(0);
    expect(understood?.didYouMean).toContain('Redmi Note 10');
  });

  test('Names the models that begin like a search that finds nothing, and none for a short one like no model', async () => {
    expect((await facetsOf('s2')).search?.didYouMean).toEqual(['Galaxy S21', 'Galaxy S21 Ultra']);
    expect((await facetsOf('galaxy s2')).search?.didYouMean).toEqual(['Galaxy S21', 'Galaxy S21 Ultra']);
    expect((await facetsOf('qq')).search?.didYouMean).toEqual([]);
  });
});

describe('Filters of a search', () => {
  test('Counts models, memory, years and places', async () => {
    const facets = await facetsOf('samsung');
    expect(facets.model).toEqual([
      { value: 'Galaxy S21', count: 2 },
      { value: 'Galaxy Note 20 Ultra', count: 1 },
      { value: 'Galaxy Note20', count: 1 },
      { value: 'Galaxy S21 Ultra', count: 1 },
    ]);
    expect(facets.ram).toEqual([
      { value: '8 GB', count: 3 },
      { value: '12 GB', count: 2 },
    ]);
    expect(facets.year).toEqual([
      { value: '2023', count: 4 },
      { value: '2021', count: 1 },
    ]);
    expect(facets.place).toEqual([
      { value: 'Faro', count: 3 },
      { value: 'Lisbon', count: 1 },
      { value: 'Porto', count: 1 },
    ]);
  });

  test.each<[string, string[]]>([
    ['&model=galaxy%20S21', ['Galaxy S21']],
    ['&ram=12GB', ['Galaxy Note 20 Ultra', 'Galaxy S21 Ultra']],
    ['&year=2021', ['Galaxy S21']],
    ['&place=PORTO&place=lisbon', ['Galaxy S21']],
    ['&ram=12gb&place=porto', []],
    ['&year=never&place=%E2%80%A6', ['Galaxy Note 20 Ultra', 'Galaxy Note20', 'Galaxy S21 Ultra', 'Galaxy S21']],
  ])('Narrows a search by %s', async (rest, expected) => {
    expect(await modelsOf('samsung', rest)).toEqual(expected);
    expect([...new Set(((await read(`/products?name=samsung${rest}`)).body as Wire[]).map(({ model_name }) => model_name))]).toEqual(expected);
  });
});

describe('Suggestions', () => {
  const suggest = async (typed: string): Promise<Suggestion[]> => (await read(`/searchSuggestions?search=${encodeURIComponent(typed)}`)).body as Suggestion[];
  const texts = async (typed: string) => (await suggest(typed)).map(({ text }) => text);

  test('Suggests brands and models that begin with the typed text, with their counts', async () => {
    expect(await suggest('sam')).toEqual([
      { text: 'Samsung', kind: 'brand', brand: 'Samsung', listings: 5 },
      { text: 'Galaxy S21', kind: 'model', brand: 'Samsung', listings: 2 },
      expect.objectContaining({ kind: 'model', brand: 'Samsung', listings: 1 }),
      expect.objectContaining({ kind: 'model', brand: 'Samsung', listings: 1 }),
      expect.objectContaining({ kind: 'model', brand: 'Samsung', listings: 1 }),
    ]);
    expect(await texts('iphone 12 p')).toEqual(['iPhone 12 Pro Max']);
    expect((await texts('galaxy no')).sort()).toEqual(['Galaxy Note 20 Ultra', 'Galaxy Note20']);
  });

  test('Tolerates misspellings, and suggests nothing for nonsense', async () => {
    expect(await texts('glaxy s21')).toContain('Galaxy S21');
    for (const typed of ['qqqqqqq', '🙂', '%', '"']) expect(await texts(typed)).toEqual([]);
  });
});

describe('Arbitrary input', () => {
  const NASTY = [
    '"',
    '"iphone',
    '(((',
    '.*',
    '\\',
    "'; drop table listings; --",
    '%',
    '_',
    '🙂🙂',
    '+++',
    '-iphone',
    'iphone OR 1=1',
    'NEAR(a b)',
    '^a',
    '\u202eabc',
    'ﬁ',
    'x'.repeat(200),
    'a '.repeat(99),
    '9'.repeat(200),
    '1/2/3/4/5/6/7/8',
  ];
  test.each(NASTY)('Handles the search %j', async (text) => {
    for (const path of ['/searchProducts', '/productFacets', '/searchSuggestions']) {
      const { status } = await read(`${path}?search=${encodeURIComponent(text)}`);
      expect(status).toBe(200);
    }
  });

  test.each(['search=%00', 'search=a&search=b'])('Rejects malformed searches: %s', async (query) => {
    for (const path of ['/searchProducts', '/productFacets', '/searchSuggestions']) {
      expect(await read(`${path}?${query}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
    }
  });

  test.each(['   ', '', 'x'.repeat(10_000)])('Counts nothing for a search that finds nothing: %#', async (text) => {
    expect(await facetsOf(text)).toMatchObject({ total: 0, brand: [] });
  });

  test('Handles forged cursors and those of another order or search', async () => {
    const { headers } = await read('/searchProducts?search=samsung&limit=1&sort=lowtohigh');
    const cursor = /cursor=([^&>]+)/u.exec(String(headers.link))?.[1] ?? '';
    expect((await read(`/searchProducts?search=samsung&sort=lowtohigh&cursor=${cursor}`)).status).toBe(200);
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = [
      `sort=hightolow&cursor=${cursor}`,
      `cursor=${cursor}`,
      `sort=lowtohigh&cursor=${forged(['search lowtohigh', 1, 'no-uuid'])}`,
      `sort=lowtohigh&cursor=${forged(['search lowtohigh', 'x', '01890000-0000-7000-8000-000000000001'])}`,
      `sort=lowtohigh&cursor=${forged(['search lowtohigh', 1e300, '01890000-0000-7000-8000-000000000001'])}`,
    ];
    for (const query of wrong) expect((await read(`/searchProducts?search=samsung&${query}`)).status, query).toBe(400);
    for (const key of [-1, 0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      for (const sort of ['default', 'newest', 'oldest', 'lowtohigh', 'hightolow']) {
        const made = forged([`search ${sort}`, key, 'ffffffff-ffff-7fff-bfff-ffffffffffff']);
        expect((await read(`/searchProducts?search=samsung&sort=${sort}&cursor=${made}`)).status).toBe(200);
      }
  });
});

test('Finds the first listing of an empty shop immediately', async () => {
  const empty = await createTestApp();
  const find = async () => (await empty.call('GET', '/searchProducts?search=first')).body as Wire[];
  expect(await find()).toEqual([]);
  await createListing(empty, await createPerson(empty, 'seller'), { model_name: 'First 1' });
  expect(await find()).toHaveLength(1);
  await empty.close();
});

describe('Changes to search results', () => {
  test('Finds a listing in its current state: sold, removed or restored', async () => {
    const admin = await createPerson(shop, 'admin');
    const buyer = await createPerson(shop, 'buyer');
    const make = () => createListing(shop, seller, { name: 'Nokia', brand: 'Nokia', model_name: 'Zephyr 9' });
    const [sold, removed] = [await make(), await make()];
    const ids = async () => (await search('zephyr')).map(({ _id }) => _id).sort();
    expect(await ids()).toEqual([sold, removed].sort());
    await sellTo(shop, buyer, sold);
    expect(await ids()).toEqual([removed]);
    await shop.call('DELETE', `/products/${removed}`, { as: seller.token });
    expect(await ids()).toEqual([]);
    expect((await facetsOf('zephyr')).total).toBe(0);
    await shop.call('POST', `/removedItems/${removed}/restore`, { as: admin.token });
    expect(await ids()).toEqual([removed]);
  });

  test('Follows a seller who is verified, removed and restored', async () => {
    const admin = await createPerson(shop, 'admin');
    const other = await createPerson(shop, 'seller');
    await createListing(shop, other, { name: 'Nokia', brand: 'Nokia', model_name: 'Quokka 5' });
    expect((await facetsOf('quokka')).verified).toBe(0);
    await shop.call('PUT', `/products/?email=${other.email}&id=${other.id}`, { as: admin.token });
    expect((await facetsOf('quokka')).verified).toBe(1);
    expect(await search('quokka', '&verified=1')).toHaveLength(1);
    await shop.call('DELETE', `/users/sellers/${other.id}`, { as: admin.token });
    expect(await search('quokka')).toEqual([]);
    await shop.call('POST', `/removedItems/${other.id}/restore`, { as: admin.token });
    expect(await search('quokka')).toHaveLength(1);
  });
});
