import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forEachKey, maxOf, TEXT_KEYS } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/listings.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { FRONT } from '#test/support/world/values.ts';
import { createCategory, createListing, createOrder, createPerson, listingInput, type Person, sellTo, specification } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let other: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller', { name: 'Sol Seller', verified: true });
  other = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  admin = await createPerson(shop, 'admin');
  for (const name of ['Samsung', 'Apple', 'Nokia', 'Paging']) await createCategory(shop, name);
});
afterAll(() => shop.close());

type Wire = { _id: string; resale_price: number; model_name: string };

function idsOf(body: unknown): string[] {
  return (body as Wire[]).map(({ _id }) => _id);
}

function list(body: unknown, as = seller.token, query = `?email=${seller.email}`) {
  return shop.call('POST', `/products${query}`, { as, body });
}

describe('Listing a phone', () => {
  test.each([
    ['Latin letters', (index: number) => String.fromCharCode(97 + ((index * 7 + index ** 2) % 26))],
    ['emoji', (index: number) => String.fromCodePoint(0x1f600 + ((index * 7 + index ** 2) % 64))],
  ])('Stores a listing whose every text is as long as allowed, in %s', async (_what, letterAt) => {
    const text = (length: number) => Array.from({ length: Math.floor(length / letterAt(0).length) }, (_, index) => letterAt(index)).join('');
    const texts = forEachKey(TEXT_KEYS, (key) => text(maxOf(key)));
    const { status, body } = await list({ ...listingInput(), ...texts, specification: forEachKey(SPECIFICATION_KEYS, () => text(1000)) });
    expect([status, (body as { message?: string }).message]).toEqual([201, undefined]);
    const stored = await shop.call('GET', `/selectedItem/${(body as { insertedId: string }).insertedId}`, { as: seller.token });
    expect(stored.body).toMatchObject({ model_name: texts.model_name, description: texts.description });
  });

  test('Stores the whole listing, and sets the server’s own fields itself', async () => {
    const made = await list({
      ...listingInput(),
      _id: 'mine',
      seller_name: 'Somebody',
      sellerEmail: 'x@example.test',
      seller_verify: false,
      status: 'sold',
      post_time: 'never',
    });
    expect(made).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
    const { insertedId } = made.body as { insertedId: string };
    const { body } = await shop.call('GET', `/selectedProducts/${insertedId}`, { as: buyer.token });
    expect(body).toEqual({
      _id: insertedId,
      sellerId: seller.id,
      imei: null,
      passport: null,
      city: null,
      updatesUntil: null,
      updatesSource: null,
      inHand: false,
      tested: false,
      inHandPhoto: null,
      photoOrigins: [null],
      catalogModel: null,
      isDemoPicture: false,
      ...forEachKey(TEXT_KEYS, (key) => listingInput()[key]),
      name: 'Samsung',
      image: FRONT,
      resale_price: 289,
      original_price: 799,
      post_time: new Date(shop.clock.now()).toString().slice(0, 21),
      seller_name: 'Sol Seller',
      sellerEmail: seller.email,
      seller_verify: true,
      status: 'available',
      specification: specification(),
      answers: { screen: '', body: '', battery: '', works: '', repairs: '', accessories: '' },
      postedAt: new Date(shop.clock.now()).toISOString(),
      isAdvertise: false,
      paused: false,
      reportedStatus: null,
      photos: [],
      earlierPrices: [],
      similar: expect.any(Array),
      seller: { since: expect.any(String), offers: expect.any(Number), sold: 0, rating: null },
      worth: expect.objectContaining({ range: expect.any(Object) }),
    });
  });

  test('Stores the answers about the condition, and returns them in lists too', async () => {
    const made = await list({ ...listingInput(), answers: { battery: 'strong', screen: 'light' } });
    const { insertedId } = made.body as { insertedId: string };
    const answers = { screen: 'light', body: '', battery: 'strong', works: '', repairs: '', accessories: '' };
    expect((await shop.call('GET', `/selectedItem/${insertedId}`)).body).toMatchObject({ answers });
    const { body } = await shop.call('GET', '/products?sort=newest');
    expect(body).toContainEqual(expect.objectContaining({ _id: insertedId, answers }));
  });

  test.each([
    [{ screen: 'shiny' }, 'answers.screen', 'Screen must be one of flawless, light, scratched, cracked, or empty.'],
    [{ battery: 97 }, 'answers.battery', 'Battery health must be one of strong, good, weak, unknown, or empty.'],
    [{ works: 'constructor' }, 'answers.works', 'Working order must be one of everything, flaw, fails, or empty.'],
    [{ camera: 'flawless' }, 'answers', 'Answers must be an object with any of screen, body, battery, works, repairs, accessories.'],
    ['flawless', 'answers', 'Answers must be an object with any of screen, body, battery, works, repairs, accessories.'],
  ])('Rejects the answers %j at %s', async (answers, field, message) => {
    expect(await list({ ...listingInput(), answers })).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
  });

  test('The three detail calls return the same reply', async () => {
    const id = await createListing(shop, seller);
    const [first, second, third] = await Promise.all(['selectedProducts', 'selectedItem', 'newArrivalItem'].map((call) => shop.call('GET', `/${call}/${id}`)));
    expect(first?.status).toBe(200);
    expect(second?.body).toEqual(first?.body);
    expect(third?.body).toEqual(first?.body);
  });

  test('Strangers see the seller’s number and address masked, in lists too', async () => {
    const id = await createListing(shop, seller, { name: 'Apple', mobile_number: '+351 🙂' });
    for (const as of [undefined, 'forged']) {
      const one = (await shop.call('GET', `/selectedItem/${id}`, { as })).body;
      expect(one).toMatchObject({ mobile_number: '••••••', sellerEmail: '•'.repeat(seller.email.length) });
      const all = (await shop.call('GET', '/products?name=apple', { as })).body;
      expect(JSON.stringify(all)).not.toContain('+351');
      expect(JSON.stringify(all)).not.toContain(seller.email);
    }
    expect((await shop.call('GET', '/products?name=APPLE', { as: buyer.token })).body).toMatchObject([{ mobile_number: '+351 🙂', sellerEmail: seller.email }]);
  });

  test('Only sellers can list phones, and only in their own name', async () => {
    expect((await shop.call('POST', '/products', { body: listingInput() })).status).toBe(401);
    expect(await list(listingInput(), buyer.token, `?email=${buyer.email}`)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    expect((await list(listingInput(), admin.token, `?email=${admin.email}`)).status).toBe(403);
    expect((await list(listingInput(), seller.token, `?email=${other.email}`)).status).toBe(403);
    expect((await list(listingInput(), seller.token, '')).status).toBe(201);
  });

  test('Names every missing field', async () => {
    const { status, body } = await list({});
    expect(status).toBe(422);
    const { fields } = body as { fields: Record<string, string> };
    for (const field of Object.keys(listingInput())) expect(fields).toHaveProperty([field]);
    const nested = (await list(listingInput({ specification: {} }))).body as { fields: Record<string, string> };
    expect(Object.keys(nested.fields).sort()).toEqual(SPECIFICATION_KEYS.map((key) => `specification.${key}`).sort());
  });

  test('Accepts Build and Battery for build and battery', async () => {
    const { build: _build, battery: _battery, ...rest } = specification();
    const { insertedId } = (await list(listingInput({ specification: { ...rest, Build: 'Glass', Battery: '4000 mAh' } }))).body as { insertedId: string };
    expect((await shop.call('GET', `/selectedItem/${insertedId}`)).body).toMatchObject({ specification: { build: 'Glass', battery: '4000 mAh' } });
  });

  test.each([
    ['a brand that the shop has not', { name: 'No such brand' }, 'name'],
    ['a blank model name', { model_name: ' \u200b ' }, 'model_name'],
    ['a model name of 201 characters', { model_name: 'x'.repeat(201) }, 'model_name'],
    ['a description of 5,001 characters', { description: 'x'.repeat(5001) }, 'description'],
    ['a NUL', { color: 'bl\u0000ue' }, 'color'],
    ['half a surrogate pair', { color: '\ud83d' }, 'color'],
    ['a script for a picture', { image: 'javascript:alert(1)' }, 'image'],
    ['an address of the machine’s own network for a picture', { image: 'http://169.254.169.254/latest/meta-data' }, 'image'],
    ['a picture of another site', { image: 'https://pictures.example.test/front.jpg' }, 'image'],
    ['a further picture of another site', { photos: ['https://pictures.example.test/back.jpg'] }, 'photos.0'],
    ['a picture that the shop has not', { image: FRONT.replace('0001/', '0009/') }, 'image'],
    ['an object for a text', { location: { $gt: '' } }, 'location'],
    ['a specification value of 1,001 characters', { specification: { ...specification(), SIM: 'x'.repeat(1001) } }, 'specification.SIM'],
    ['no amount', { resale_price: 'cheap' }, 'resale_price'],
    ['zero', { resale_price: '0' }, 'resale_price'],
    ['a negative price', { resale_price: -5 }, 'resale_price'],
    ['a price that no card can pay', { original_price: '1,000,000' }, 'original_price'],
    ['a price below what cards take', { resale_price: '0.49' }, 'resale_price'],
    ['a third of a cent', { resale_price: 10.333 }, 'resale_price'],
    ['a price that could be read as another', { resale_price: '$199.999' }, 'resale_price'],
    ['sixty thousand spaces in a price', { resale_price: `1${' '.repeat(60_000)}x` }, 'resale_price'],
  ])('Rejects %s at that field', async (_what, changes, field) => {
    const { status, body } = await list(listingInput(changes));
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid', fields: { [field]: expect.stringMatching(/\w/u) } });
  });

  test('Stores text in any script exactly', async () => {
    const text = '<script>alert(1)</script> "quotes" \u202eright to left\u202c 🙂👨‍👩‍👧 বাংলা 中文 عربى \'; drop table listings;--';
    const { insertedId } = (await list(listingInput({ description: text, model_name: text.slice(0, 100) }))).body as { insertedId: string };
    expect((await shop.call('GET', `/selectedItem/${insertedId}`)).body).toMatchObject({ description: text, model_name: text.slice(0, 100) });
  });

  test('Accepts photos by their absolute addresses', async () => {
    const image = `${shop.services.origin.url()}${FRONT}`;
    const { insertedId } = (await list(listingInput({ image }))).body as { insertedId: string };
    expect((await shop.call('GET', `/selectedItem/${insertedId}`)).body).toMatchObject({ image: FRONT });
  });

  test('Trims text and accepts a year as a number', async () => {
    const { insertedId } = (await list(listingInput({ model_name: '  Galaxy  ', purchase_year: 2021 }))).body as { insertedId: string };
    expect((await shop.call('GET', `/selectedItem/${insertedId}`)).body).toMatchObject({ model_name: 'Galaxy', purchase_year: '2021' });
  });
});

describe('Lists of listings', () => {
  test('A brand’s listings are sorted by price as numbers, both ways, and by age', async () => {
    for (const price of ['90', '1000', '250']) {
      await createListing(shop, seller, { name: 'Nokia', resale_price: price });
      shop.clock.advance(1000);
    }
    const pricesOf = async (query: string) => ((await shop.call('GET', `/products?name=nokia${query}`)).body as Wire[]).map((one) => one.resale_price);
    expect(await pricesOf('&sort=lowtohigh')).toEqual([90, 250, 1000]);
    expect(await pricesOf('&sort=hightolow')).toEqual([1000, 250, 90]);
    for (const sort of ['', '&sort=default', '&sort=sideways']) expect(await pricesOf(sort)).toEqual([250, 1000, 90]);
  });

  test('An unknown brand has no listings, and a brand’s name may be in any case', async () => {
    expect((await shop.call('GET', '/products?name=nosuchbrand')).body).toEqual([]);
    expect(idsOf((await shop.call('GET', '/products?name=nOkIa')).body)).toHaveLength(3);
  });

  test('No list has sold or removed listings', async () => {
    const [sold, removed] = [await createListing(shop, seller), await createListing(shop, seller)];
    await sellTo(shop, buyer, sold);
    await shop.call('DELETE', `/products/${removed}`, { as: seller.token });
    for (const path of ['/products', '/products?name=samsung', '/newArrivalProducts', '/advertise', '/searchProducts?search=galaxy']) {
      const ids = idsOf((await shop.call('GET', path)).body);
      expect(ids).not.toContain(sold);
      expect(ids).not.toContain(removed);
    }
    expect((await shop.call('GET', `/selectedItem/${sold}`)).body).toMatchObject({
      status: 'sold',
      similar: expect.arrayContaining([expect.objectContaining({ status: 'available' })]),
    });
    expect(await shop.call('GET', `/selectedItem/${removed}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test.each(['default', 'lowtohigh', 'hightolow'])('Paging by %s shows each listing once while rows come and go', async (sort) => {
    const made: string[] = [];
    for (let number = 0; number < 7; number++) made.push(await createListing(shop, seller, { name: 'Paging', resale_price: 100 + (number % 3) }));
    const seen: string[] = [];
    let path: string | null = `/products?name=paging&sort=${sort}&limit=2`;
    while (path) {
      const { body, headers } = await shop.call('GET', path);
      seen.push(...idsOf(body));
      if (seen.length === 2) await shop.call('DELETE', `/products/${seen[1]}`, { as: seller.token });
      path = /<\/api([^>]+)>; rel="next"/u.exec(String(headers.link ?? ''))?.[1] ?? null;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual([...made].sort());
    for (const id of made) await shop.call('DELETE', `/products/${id}`, { as: seller.token });
  });

  test.each(['limit=0', 'limit=-1', 'limit=many', 'limit=1.5', 'cursor=forged', 'cursor=W10', 'name=a&name=b'])('Rejects %s as malformed', async (query) => {
    expect(await shop.call('GET', `/products?${query}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  test('A cursor works for its own order only, and a huge limit counts as a hundred', async () => {
    const { headers } = await shop.call('GET', '/products?limit=1&sort=lowtohigh');
    const cursor = /cursor=([^&>]+)/u.exec(String(headers.link))?.[1];
    expect((await shop.call('GET', `/products?limit=1&sort=lowtohigh&cursor=${cursor}`)).status).toBe(200);
    expect((await shop.call('GET', `/products?limit=1&sort=hightolow&cursor=${cursor}`)).status).toBe(400);
    expect((await shop.call('GET', '/products?limit=1000000000')).status).toBe(200);
  });

  test('Only a seller can see the list of all their own listings', async () => {
    const mine = await createListing(shop, other);
    const path = `/products?email=${other.email}`;
    expect(idsOf((await shop.call('GET', path, { as: other.token })).body)).toEqual([mine]);
    expect((await shop.call('GET', path)).status).toBe(401);
    expect((await shop.call('GET', path, { as: seller.token })).status).toBe(403);
    expect((await shop.call('GET', `/products?email=${buyer.email}`, { as: buyer.token })).status).toBe(403);
  });

  describe('New arrivals', () => {
    const arrivals = async () => idsOf((await shop.call('GET', '/newArrivalProducts')).body);
    const listNext = async (by: Person, model_name: string) => {
      shop.clock.advance(1000);
      return createListing(shop, by, { model_name });
    };
    let began: number;
    beforeAll(() => {
      began = shop.clock.now();
    });
    // Each test's listings are too old to count for the next one's.
    beforeEach(() => shop.clock.advance(31 * 86_400_000));
    afterAll(() => shop.clock.advance(began - shop.clock.now()));

    test('New arrivals are the eight newest listings of the last thirty days', async () => {
      const old = await createListing(shop, await createPerson(shop, 'seller'), { model_name: 'Old one' });
      shop.clock.advance(31 * 86_400_000);
      const recent: string[] = [];
      for (let number = 0; number < 9; number++) recent.unshift(await listNext(await createPerson(shop, 'seller'), `Galaxy A${number}`));
      const { body } = await shop.call('GET', '/newArrivalProducts');
      expect(idsOf(body)).toEqual(recent.slice(0, 8));
      expect(idsOf((await shop.call('GET', '/newArrivalProducts?limit=3')).body)).toEqual(recent.slice(0, 3));
      expect(idsOf(body)).not.toContain(old);
      expect(Object.keys((body as object[])[0] ?? {}).sort()).toEqual(['_id', 'image', 'model_name', 'resale_price']);
    });

    test('New arrivals show no more than the two newest of a seller, however many they list', async () => {
      const [busy, calm] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
      const earlier = await listNext(calm, 'Galaxy S21');
      const ids: string[] = [];
      for (let number = 0; number < 12; number++) ids.unshift(await listNext(busy, `Galaxy M${number}`));
      expect(await arrivals()).toEqual([ids[0], ids[1], earlier]);
    });

    test.each([
      ['many models', (at: number) => `Galaxy N${at}`],
      ['one model', () => 'Galaxy N'],
    ])('New arrivals show other sellers’ phones beside thousands of newer ones of %s by one seller', async (_, nameOf) => {
      const earlier = await listNext(await createPerson(shop, 'seller'), 'Galaxy S21');
      const bulk = await createPerson(shop, 'seller');
      const first = await listNext(bulk, 'Galaxy Bulk');
      const row = await shop.services.db.selectFrom('listings').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
      const rows = Array.from({ length: 2500 }, (__, at) => ({ ...row, id: uuid(), model_name: nameOf(at), created_at: row.created_at + at + 1 }));
      for (let at = 0; at < rows.length; at += 100)
        await shop.services.db
          .insertInto('listings')
          .values(rows.slice(at, at + 100))
          .execute();
      shop.clock.advance(60_000);
      expect(await arrivals()).toContain(earlier);
      expect(await arrivals()).toHaveLength(3);
      await shop.services.db.deleteFrom('listings').where('seller_id', '=', bulk.id).where('id', '!=', first).execute();
    });

    test('New arrivals show one phone of a model, whichever way its name is written', async () => {
      const sellers = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller'), await createPerson(shop, 'seller')] as const;
      const another = await listNext(sellers[0], 'Galaxy S21 Ultra');
      await listNext(sellers[0], 'Galaxy S21');
      await listNext(sellers[1], 'samsung  GALAXY s21');
      const newest = await listNext(sellers[2], 'GalaxyS21');
      expect(await arrivals()).toEqual([newest, another]);
    });

    test('A new arrival that is sold or deleted leaves at once, and the next one takes its place', async () => {
      const by = await createPerson(shop, 'seller');
      const [third, second, first] = [await listNext(by, 'Galaxy Z1'), await listNext(by, 'Galaxy Z2'), await listNext(by, 'Galaxy Z3')];
      expect(await arrivals()).toEqual([first, second]);
      await sellTo(shop, await createPerson(shop, 'buyer'), first);
      expect(await arrivals()).toEqual([second, third]);
      await shop.call('DELETE', `/products/${second}`, { as: by.token });
      expect(await arrivals()).toEqual([third]);
    });
  });
});

describe('Search', () => {
  test('Finds every word in any case, in brand, model, color and storage, sorted', async () => {
    const dear = await createListing(shop, seller, { model_name: 'Xperia Ünique 5', color: 'Teal', storage: '256GB', resale_price: 500 });
    const cheap = await createListing(shop, seller, { model_name: 'Xperia ünique 5', color: 'Teal', storage: '256 GB', resale_price: 400 });
    await createListing(shop, seller, { model_name: 'Xperia Ünique 5', color: 'Red', storage: '64 GB' });
    const find = async (search: string, sort = '') => idsOf((await shop.call('GET', `/searchProducts?search=${encodeURIComponent(search)}${sort}`)).body);
    expect(await find('xperia ünique teal 256gb', '&sort=lowtohigh')).toEqual([cheap, dear]);
    expect(await find('  TEAL   Xperia ', '&sort=hightolow')).toEqual([dear, cheap]);
    expect(await find('xperia5teal')).toEqual([cheap, dear]);
    expect(await find('nothingcalledso')).toEqual([]);
  });

  test.each(['%', '_', '\\', "'; --", '100%_', '🙂', '.*', '"unbalanced', '(', '*'])('Searches for %j literally', async (search) => {
    const { status, body } = await shop.call('GET', `/searchProducts?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    expect(body).toEqual([]);
  });

  test.each(['', '?search=', '?search=%20%20', '?search=%E2%80%8B'])('Finds nothing for a blank search (%#)', async (query) => {
    for (const call of ['searchProducts', 'searchSuggestions']) expect(await shop.call('GET', `/${call}${query}`)).toMatchObject({ status: 200, body: [] });
  });

  test('Searches for the first 200 characters of a longer text', async () => {
    const id = await createListing(shop, seller, { model_name: 'Longfinder 9', color: 'Teal' });
    const find = async (text: string) => idsOf((await shop.call('GET', `/searchProducts?search=${encodeURIComponent(text)}`)).body);
    expect(await find(`Longfinder ${'🙂'.repeat(188)} nothingcalledso`)).toEqual([id]);
    expect(await find(`Longfinder ${'x'.repeat(10_000)}`)).toEqual(await find(`Longfinder ${'x'.repeat(189)}`));
  });

  test('Rejects a search with a character that no listing can have', async () => {
    expect(await shop.call('GET', '/searchProducts?search=%00')).toMatchObject({ status: 400 });
  });
});

describe('Deleting a listing', () => {
  test('Deleting a listing closes its unpaid bookings and ends its advertisement', async () => {
    const id = await createListing(shop, seller);
    await shop.call('POST', '/advertise', { as: seller.token, body: { _id: id } });
    const customer = await createPerson(shop, 'buyer');
    await createOrder(shop, customer, id);
    expect(await shop.call('DELETE', `/products/${id}`, { as: seller.token })).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
    expect((await shop.call('GET', `/bookings?email=${customer.email}`, { as: customer.token })).body).toMatchObject([
      { paid: false, closedReason: 'listing_removed' },
    ]);
    expect((await shop.call('GET', `/isAdvertise/${id}`)).body).toEqual({ isAdvertise: false });
    expect(await shop.call('DELETE', `/products/${id}`, { as: seller.token })).toMatchObject({ status: 200, body: { deletedCount: 0 } });
  });

  test('Only its seller can delete a listing', async () => {
    const id = await createListing(shop, seller);
    expect((await shop.call('DELETE', `/products/${id}`)).status).toBe(401);
    expect((await shop.call('DELETE', `/products/${id}`, { as: buyer.token })).status).toBe(403);
    expect((await shop.call('DELETE', `/products/${id}`, { as: admin.token })).status).toBe(403);
    expect((await shop.call('DELETE', `/products/${id}`, { as: other.token })).status).toBe(404);
    expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(200);
  });

  test('A sold listing can’t be deleted', async () => {
    const id = await createListing(shop, seller);
    await sellTo(shop, await createPerson(shop, 'buyer'), id);
    expect(await shop.call('DELETE', `/products/${id}`, { as: seller.token })).toMatchObject({ status: 409, body: { code: 'sold' } });
  });
});

describe('Categories and configuration', () => {
  test('Returns the categories with their fields', async () => {
    const { status, body } = await shop.call('GET', '/productCategories');
    expect(status).toBe(200);
    expect(body).toContainEqual({ _id: expect.any(String), name: 'Nokia', img: '/brands/nokia.svg', listings: 3 });
  });

  test('Returns the public configuration', async () => {
    expect((await shop.call('GET', '/config')).body).toEqual({
      shopName: 'Redial',
      identity: { kind: 'builtin', google: 'practice' },
      payouts: { kind: 'practice' },
      payments: { kind: 'practice', publishableKey: expect.stringMatching(/^pk_/u), apiBase: expect.any(String) },
      images: { kind: 'disk' },
      inspectionHours: 48,
      demo: true,
      contact: { phone: expect.any(String), email: expect.any(String) },
      community: expect.any(Array),
    });
  });
});
