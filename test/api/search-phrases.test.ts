import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Facets, SearchChip } from '#contract/search.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, specification } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;

type Phone = { model: string; brand?: string; price?: number; answers?: Record<string, string> } & Partial<Record<keyof typeof FACTS, string>>;

/** What a specification says of a phone unless the test says otherwise. */
const FACTS = {
  display_size: '6.7 inches',
  rear_camera: '8 MP',
  network: '4G LTE',
  SIM: 'Nano-SIM',
  lock_status: 'Locked to its carrier',
  contract: '24 months',
};

const PHONES: Phone[] = [
  { model: 'Pebble', price: 250, display_size: '5.8 inches', rear_camera: '50 MP f/1.8 wide, 12 MP f/2.2 ultrawide', network: 'GSM, 4G LTE, 5G' },
  { model: 'Pebble Lite', price: 280, display_size: '5.8 inches', lock_status: 'Unlocked', contract: 'None' },
  { model: 'Boulder', price: 350, rear_camera: '108 MP', answers: { screen: 'flawless', body: 'light', battery: 'strong', works: 'everything' } },
  { model: 'Boulder unlocked 5G with warranty', price: 390, brand: 'Sony' },
];

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  for (const phone of PHONES) await list(phone);
});
afterAll(() => shop.close());

function list({ model, brand = 'Nokia', price = 100, answers, ...facts }: Phone): Promise<string> {
  const details = { name: brand, brand, model_name: model, resale_price: price, ...(answers && { answers }) };
  return createListing(shop, seller, { ...details, specification: { ...specification(), ...FACTS, ...facts } });
}

async function modelsOf(search: string): Promise<string[]> {
  const { body } = await shop.call('GET', `/searchProducts?search=${encodeURIComponent(search)}`);
  return (body as { model_name: string }[]).map(({ model_name }) => model_name).sort();
}

async function facetsOf(search: string): Promise<Facets> {
  return (await shop.call('GET', `/productFacets?search=${encodeURIComponent(search)}`)).body as Facets;
}

async function chipsOf(search: string): Promise<SearchChip[]> {
  return (await facetsOf(search)).search?.chips ?? [];
}

test.each<[string, string[]]>([
  ['small phone under 300', ['Pebble', 'Pebble Lite']],
  ['small phone with a good camera under 300', ['Pebble']],
  ['5.8 inch', ['Pebble', 'Pebble Lite']],
  ['100 mp camera', ['Boulder']],
  ['no scratches, battery health 85%', ['Boulder']],
  ['without contract', ['Pebble Lite']],
  ['nokia not lite', ['Boulder', 'Pebble']],
  ['not sony', ['Boulder', 'Pebble', 'Pebble Lite']],
  ['sony or nokia over 300', ['Boulder', 'Boulder unlocked 5G with warranty']],
])('Narrows the results by what a search asks for: %s', async (search, expected) => {
  expect(await modelsOf(search)).toEqual(expected);
  const { total, search: understood } = await facetsOf(search);
  expect(total).toBe(expected.length);
  expect(understood).toMatchObject({ ignored: [], relaxed: false });
});

test('A phrase counts whether it is in the title or in the specification', async () => {
  expect(await modelsOf('unlocked')).toEqual(['Boulder unlocked 5G with warranty', 'Pebble Lite']);
  expect(await modelsOf('5g')).toEqual(['Boulder unlocked 5G with warranty', 'Pebble']);
  expect(await modelsOf('phone with warranty')).toEqual(['Boulder unlocked 5G with warranty']);
});

test('A wish that no phone meets hides nothing and is named', async () => {
  expect(await modelsOf('dual sim')).toHaveLength(PHONES.length);
  expect(await chipsOf('nokia dual sim')).toMatchObject([
    { label: 'Nokia', applied: true },
    { label: 'Dual SIM', typed: 'dual sim', applied: false },
  ]);
  expect(await modelsOf('cheap sony')).toEqual(['Boulder unlocked 5G with warranty']);
  expect(await modelsOf('sony under 200')).toEqual([]);
});

test('Chips show a search in the case in which each person typed it', async () => {
  for (const search of ['Pebble Under $300', 'PEBBLE under $300', 'pebble UNDER $300']) {
    const typed = await chipsOf(search);
    expect(typed.map((chip) => chip.typed)).toEqual([search.slice(0, 6), search.slice(7)]);
    expect(typed.map((chip) => chip.without)).toEqual([search.slice(7), search.slice(0, 6)]);
  }
});

test('Each chip says what it comes from, and the search without it finds what the filter hid', async () => {
  const search = 'small Phone with a GOOD camera, under $300 frobnicate';
  expect((await facetsOf(search)).search?.ignored).toEqual(['frobnicate']);
  const chips = await chipsOf(search);
  expect(chips.map(({ label, typed }) => [label, typed])).toEqual([
    ['Screen up to 6.1 in', 'small Phone'],
    ['Camera 12 MP or more', 'GOOD camera'],
    ['Up to $300', 'under $300'],
  ]);
  expect(chips.map(({ without }) => without)).toEqual([
    'GOOD camera, under $300 frobnicate',
    'small Phone under $300 frobnicate',
    'small Phone with a GOOD camera frobnicate',
  ]);
  expect(await modelsOf(chips[1]?.without ?? '')).toEqual(['Pebble', 'Pebble Lite']);
  expect(await chipsOf(chips[1]?.without ?? '')).toHaveLength(2);
});

test.each([
  ['small phone with a good camera and a big battery', ['good camera and a big battery', 'small phone big battery', 'small phone with a good camera']],
  ['cheap, with warranty', ['warranty', 'cheap']],
  ['nokia (under 200)', ['under 200', 'nokia']],
  [
    'small phone with a good camera under 300 that still gets updates',
    [
      'good camera under 300 that still gets updates',
      'small phone under 300 that still gets updates',
      'small phone with a good camera that still gets updates',
      'small phone with a good camera under 300',
    ],
  ],
])('What is left of “%s” without a chip reads as if it had been typed so', async (search, without) => {
  expect((await chipsOf(search)).map((chip) => chip.without)).toEqual(without);
});

test('A phrase in the middle of a name keeps apart what is on its two sides', async () => {
  const dual = await list({ model: 'Stone E Dual SIM (2nd gen)', SIM: 'Dual SIM' });
  const single = await list({ model: 'Stone E (2nd gen)', SIM: 'Dual SIM' });
  expect(await modelsOf('stone e dual sim (2nd gen)')).toContain('Stone E Dual SIM (2nd gen)');
  expect(await modelsOf('stone e2nd')).toEqual(['Stone E (2nd gen)']);
  for (const id of [dual, single]) await shop.call('DELETE', `/products/${id}`, { as: seller.token });
});

test('A word for small phones is a name where a phone is called so', async () => {
  expect(await modelsOf('nokia pocket')).toEqual(['Pebble', 'Pebble Lite']);
  const id = await list({ model: 'Pocket S' });
  expect(await modelsOf('nokia pocket')).toEqual(['Pocket S']);
  expect(await modelsOf('pocket size phone')).toEqual(['Pebble', 'Pebble Lite']);
  await shop.call('DELETE', `/products/${id}`, { as: seller.token });
});

test('Follows the facts of a phone that is listed, edited and removed', async () => {
  expect(await modelsOf('esim')).toHaveLength(PHONES.length);
  const id = await list({ model: 'Gravel', SIM: 'Nano-SIM and eSIM' });
  expect(await modelsOf('esim')).toEqual(['Gravel']);
  expect(await modelsOf('esim dual sim')).toEqual(['Gravel']);
  const edited = { revision: 1, specification: { ...specification(), ...FACTS, SIM: 'eSIM', network: '5G' } };
  expect((await shop.call('PATCH', `/products/${id}`, { as: seller.token, body: edited })).status).toBe(200);
  expect(await modelsOf('esim 5g')).toEqual(['Gravel']);
  expect((await chipsOf('esim dual sim')).map(({ applied }) => applied)).toEqual([true, false]);
  await shop.call('DELETE', `/products/${id}`, { as: seller.token });
  expect(await modelsOf('esim')).toHaveLength(PHONES.length);
});

test.each([
  'not not not not',
  '- - - -',
  'between between 3 and',
  'under under under 5',
  `${'1 or '.repeat(40)}`,
  '$'.repeat(200),
  '6.1"'.repeat(50),
  'battery health 999999999999%',
  'under $999999999999',
  'at least 0gb',
  'bought in 2999',
  'camera 0 mp',
  'no "<script>alert(1)</script>"',
  'constructor __proto__ toString',
])('Handles the nonsense %j', async (search) => {
  const { status, body } = await shop.call('GET', `/productFacets?search=${encodeURIComponent(search)}`);
  expect(status).toBe(200);
  expect((await modelsOf(search)).length).toBe(Math.min(100, (body as Facets).total));
});

test('Names every unknown word, however many there are', async () => {
  const unknown = Array.from({ length: 39 }, (_, index) => `q${String.fromCharCode(97 + (index % 26))}x${index < 26 ? 'z' : 'w'}`);
  expect((await facetsOf(`sony ${unknown.join(' ')}`)).search?.ignored).toEqual(unknown);
});

test('A word that every JavaScript object has is no unit of memory', async () => {
  expect((await facetsOf('at least 128 constructor')).search?.chips.map(({ label }) => label)).toEqual(['From $128']);
  expect((await facetsOf('128 constructor')).search?.ignored).toContain('constructor');
});
