import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Composition, compose } from '#server/composition.ts';
import { readConfig } from '#server/config/config.ts';
import { bookPhone } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { LIMIT, newestOnSale } from '../../bench/asking.ts';
import { type PreparedShop, prepareShop } from '../../bench/databases/prepare.ts';
import { generate } from '../../bench/load/generate.ts';
import type { Visit } from '../../bench/load/visits.ts';
import { type Check, isFound, isFoundExactly, isList, isListing, isListPage } from '../../bench/oracle/checks.ts';
import { createOracle } from '../../bench/oracle/oracle.ts';
import { isOnSale } from '../../bench/oracle/survey.ts';
import { checkAll, checkWritten } from '../../bench/oracle/verdict.ts';
import { createShop } from '../../bench/shop/ingredients.ts';
import { createListingSource } from '../../bench/shop/listings.ts';
import { buyerEmail } from '../../bench/shop/people.ts';
import { BOOKED } from '../../bench/writing.ts';
import { formatPrice } from '../../src/web/ui/money.ts';

const shop = await createShop({ seed: 1, size: 2000, end: Date.UTC(2026, 0, 16) });
const source = createListingSource({ ...shop, images: ['/images/none/1280.webp'] });
const oracle = createOracle(shop);
const folder = mkdtempSync(join(tmpdir(), 'redial-bench-test-'));
let prepared: PreparedShop;
let composed: Composition;
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  prepared = await prepareShop(shop, { folder, postgresUrl: process.env.TEST_DATABASE_URL ?? null });
  const config = { ...readConfig({ DATA_DIR: prepared.dataDir, PORT: '80' }), database: prepared.database };
  composed = await compose(config, { onFault: () => undefined });
  app = await createApp(composed.services, { logLevel: 'silent', checkReplies: false, dev: false });
});
afterAll(async () => {
  await app.close();
  await composed.close();
  rmSync(folder, { recursive: true, force: true });
});

const LIST: Visit = { path: `/api/products?name=Samsung&limit=${LIMIT}` };
const [newest] = newestOnSale({ source }, 0, 1);
const LISTING: Visit = { path: `/api/selectedProducts/${newest?.id}` };
type Item = { _id: string; resale_price: number; mobile_number: string };

async function bodyOf({ path, headers }: Visit): Promise<string> {
  const { statusCode, body } = await app.inject({ url: path, headers });
  expect(statusCode).toBe(200);
  return body;
}

test('Accepts what the shop replies', async () => {
  const buyer = createClient({ app });
  const headers = { authorization: `Bearer ${await buyer.signIn(buyerEmail(1))}` };
  const checks: [Visit, Check][] = [
    [LIST, isList],
    [{ ...LIST, headers }, isList],
    [{ path: `${LIST.path}&sort=oldest` }, isList],
    [{ path: `${LIST.path}&sort=lowtohigh` }, isList],
    [{ path: `${LIST.path}&sort=hightolow` }, isList],
    [LISTING, isListing],
    [{ ...LISTING, headers }, isListing],
    [{ path: `/api/searchProducts?search=galaxy&limit=${LIMIT}` }, isFound],
  ];
  for (const [visit, check] of checks) expect([visit.path, check(oracle, visit, await bodyOf(visit))]).toEqual([visit.path, null]);
});

test('Names what is wrong with a list or a listing', async () => {
  const items = JSON.parse(await bodyOf(LIST)) as Item[];
  const [first, second, ...others] = items;
  const sold = Array.from({ length: source.size }, (_, at) => source.rowAt(at)).find((row) => !isOnSale(row));
  const contact = oracle.find(second?._id ?? '')?.mobile_number;
  const faultOf = (list: unknown[], check: Check = isList): string | null => check(oracle, LIST, JSON.stringify(list));
  expect(faultOf([second, first, ...others])).toContain(`${second?._id} is in place 1`);
  expect(faultOf([second, ...others])).toContain(`${second?._id} is in place 1`);
  expect(faultOf(items.slice(0, -1))).toContain('nothing is in place 24');
  expect(faultOf([{ ...first, resale_price: 1 }, second, ...others])).toContain('resale_price 1 instead of');
  expect(faultOf([{ ...first, _id: sold?.id }, second, ...others])).toContain('is not on sale');
  expect(faultOf([{ ...first, _id: uuid() }, second, ...others])).toContain('does not exist');
  expect(faultOf([first, { ...second, mobile_number: contact }, ...others])).toContain('shows a contact');
  expect(faultOf([first, first], isFound)).toContain('twice');
  const other: Visit = { path: `/api/selectedProducts/${second?._id}` };
  expect(isListing(oracle, other, await bodyOf(LISTING))).toContain('instead');
  const page = items.map(({ _id }) => `{"url":"https://shop.test/selected-items-details/${_id}"}`).join('');
  expect(isListPage(oracle, { path: '/category/Samsung' }, page)).toContain('price is missing');
});

describe('Of a shop with few phones', () => {
  const FEW = 60;
  const few = { ...shop, size: FEW };
  const rows = Array.from({ length: FEW }, (_, at) => createListingSource({ ...few, images: ['/images/none/1280.webp'] }).rowAt(at)).filter(isOnSale);
  const ofFew = createOracle(few);
  const samsung = rows.filter(({ category_id }) => category_id === few.categories.get('Samsung')).toSorted((one, other) => one.price_cents - other.price_cents);
  const checkPage = (listed: typeof rows): string | null => {
    const page = listed.map(({ id, price_cents }) => `{"url":"https://shop.test/selected-items-details/${id}"} ${formatPrice(price_cents / 100)}`).join('');
    return isListPage(ofFew, { path: '/category/Samsung?sort=lowtohigh' }, page);
  };

  test('Expects no more phones than there are, the cheapest of them first', () => {
    const [cheapest, second, ...others] = samsung;
    const stray = rows.find(({ category_id }) => category_id !== cheapest?.category_id);
    if (!cheapest || !second || !stray) throw new Error('there are too few');
    expect(samsung.length).toBeLessThan(LIMIT);
    expect(checkPage(samsung)).toBeNull();
    expect(checkPage(samsung.slice(1))).toContain('listings instead of');
    expect(checkPage([cheapest, cheapest, ...others])).toContain('twice');
    expect(checkPage([stray, second, ...others])).toContain('is no Samsung');
    expect(checkPage([second, cheapest, ...others])).toContain('is in place 1');
  });

  test('Expects a model first only if it is on sale', () => {
    const names = new Set(rows.map(({ model_name }) => model_name));
    const missing = few.models.find(({ name }) => ![...names].some((one) => one.includes(name)))?.name ?? '';
    const check = (search: string): string | null => isFoundExactly(ofFew, { path: `/api/searchProducts?${new URLSearchParams({ search })}` }, '[]');
    expect(check(missing)).toBeNull();
    expect(check(samsung[0]?.model_name.toUpperCase() ?? '')).toContain('found nothing first');
  });
});

test('Finds the one wrong reply among many, and counts it', async () => {
  const right = await bodyOf(LIST);
  const wrong = JSON.stringify((JSON.parse(right) as Item[]).toReversed());
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.setHeader('content-encoding', 'gzip').end(gzipSync(asked === 17 ? wrong : right));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const plan = {
    ...{ port: (server.address() as AddressInfo).port, pids: [], seed: 1, connections: 3, headers: {} },
    ...{ warmUp: { minMs: 0, visits: 0, maxMs: 0 }, measureMs: 60_000, storeEvery: 1 },
  };
  const visits = Array.from({ length: 40 }, () => LIST);
  const { seen } = await generate({ ...plan, visits, order: 'once' });
  expect(checkAll(oracle, visits, { seen, check: isList })).toMatchObject({ replies: 40, wrong: 1, first: expect.stringContaining('in place 1') });
  asked = 0;
  const again = await generate({ ...plan, visits: [LIST], order: 'any', measureMs: 500 });
  expect(again.seen.map(({ times }) => times).toSorted((one, other) => one - other)).toEqual([1, asked - 1]);
  expect(checkAll(oracle, [LIST], { seen: again.seen, check: isList })).toMatchObject({ replies: asked, wrong: 1 });
  server.closeAllConnections();
  server.close();
});

test('Finds an acknowledged write that is not in the database', async () => {
  const buyer = createClient({ app });
  await buyer.signIn(buyerEmail(2));
  const orderId = await bookPhone(buyer, newest?.id ?? '');
  const lostId = uuid();
  const seen = [orderId, lostId].map((insertedId, visit) => ({ visit, times: 1, encoding: 'identity', body: Buffer.from(JSON.stringify({ insertedId })) }));
  expect(await checkWritten(composed.services.db, seen, BOOKED)).toEqual({ replies: 2, wrong: 1, first: `orders lacks ${lostId}` });
  expect(await checkWritten(composed.services.db, seen.slice(0, 1), BOOKED)).toEqual({ replies: 1, wrong: 0, first: null });
});
