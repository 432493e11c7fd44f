import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { openDatabase } from '#server/db/database.ts';
import { ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { backgroundJobs } from '#server/process/jobs.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { plantBacklog } from '#test/support/backlog/plant-backlog.ts';
import { temporaryRoot } from '#test/support/temporary-root.ts';
import { freeReservations } from '#test/support/world/world.ts';
import { prepareShop } from '../../bench/databases/prepare.ts';
import { createShop } from '../../bench/shop/ingredients.ts';
import { expectedOf } from './authorization/expected.ts';
import { CALLER_KINDS, type Caller, createPeople, type People } from './authorization/people.ts';
import { REQUESTS, worldFor } from './authorization/requests.ts';
import { isAllowed, SMALL } from './plans/exceptions.ts';
import { countRows, createScanFinder } from './plans/scans.ts';
import { collectStatements } from './plans/statements.ts';

const LISTINGS = 100_000;
/** Rows of each kind that background jobs work on. */
const BACKLOG = 100;

const folder = mkdtempSync(join(temporaryRoot(), 'redial-plans-'));
const statements = collectStatements();
let shop: TestApp;
let people: People;

beforeAll(async () => {
  const size = { seed: 1, size: LISTINGS, end: Date.UTC(2026, 0, 16) };
  const filled = await prepareShop(await createShop(size), { folder, postgresUrl: process.env.TEST_DATABASE_URL ?? null });
  shop = await createTestApp({}, { filled, checkReplies: false, breaksDatabase: true, onQuery: (query) => statements.note(query) });
  await ensurePhoneModels(shop.services);
  await plantBacklog(shop.services.db, { now: shop.clock.now(), size: BACKLOG });
  people = await createPeople(shop);
}, 300_000);
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Registering ends being unregistered, and deleting an account ends all. */
const LAST: CallName[] = ['POST /users', 'DELETE /personalData'];

/** Lists in orders and with filters that the plain calls don't have. */
const LISTS = [
  ...['default', 'oldest', 'lowtohigh', 'hightolow'].flatMap((sort) => [`/products?sort=${sort}&limit=24`, `/products?name=samsung&sort=${sort}&limit=24`]),
  '/products?name=samsung&storage=128gb&limit=24',
  '/searchProducts?search=galaxy&limit=24',
  '/searchSuggestions?search=gal',
  ...['users/buyers', 'users/sellers', 'reportedItems', 'payments', 'removedItems', 'decisions', 'reviewQueue'].flatMap((list) => [
    `/${list}?search=galaxy&sort=oldest&limit=1`,
    `/${list}?limit=1`,
  ]),
  ...['matrix', '555 010 0199', '$289', '4242', 'pi_1234'].map((typed) => `/find?search=${encodeURIComponent(typed)}&limit=1`),
];

/** Makes a call with the caller's own rows. Returns what was wrong, if it wasn't allowed. */
async function call(name: CallName, caller: Caller): Promise<string | null> {
  const endpoint: Endpoint = calls[name];
  if (expectedOf(endpoint, caller, 'own') !== 'done') return null;
  await freeReservations(shop);
  const world = worldFor(shop, people, endpoint.access === 'identity' && caller.person ? { ...caller, role: 'buyer' } : caller, 'own');
  const { path, body, payload, type, cookie, done } = await REQUESTS[name](world);
  const isByCookie = endpoint.access === 'identity' || caller.kind === 'cookie';
  const proof = isByCookie ? { cookie: caller.cookie ?? '' } : { authorization: `Bearer ${caller.person?.token}` };
  const headers = { ...(caller.person && proof), ...(type && { 'content-type': type }), ...(cookie && { cookie }) };
  const [method = ''] = name.split(' ');
  const sent = await shop.app.inject({ method: method as 'GET', url: `/api${path}`, headers, payload: payload ?? (body as object | undefined) });
  return sent.statusCode < 300 || sent.statusCode === done ? null : `${name} as ${caller.kind}: ${sent.statusCode} ${sent.body.slice(0, 100)}`;
}

test('No statement reads a large table whole, of calls or of background work', async () => {
  const names = Object.keys(calls) as CallName[];
  const refused: string[] = [];
  for (const name of [...names.filter((one) => !LAST.includes(one)), ...LAST]) {
    statements.nowFrom(name);
    for (const kind of CALLER_KINDS) {
      const fault = await call(name, people.callers[kind]);
      if (fault !== null) refused.push(fault);
    }
  }
  expect(refused).toEqual([]);
  for (const path of LISTS) {
    statements.nowFrom(path);
    expect(await shop.call('GET', path, { as: path.startsWith('/products?') ? undefined : people.callers.admin.person?.token })).toMatchObject({ status: 200 });
  }
  const heard = openDatabase(shop.config.database, { onQuery: (query) => statements.note(query) });
  for (const { name, work } of backgroundJobs(shop.app, { ...shop.services, db: heard, reads: heard })) {
    statements.nowFrom(`job ${name}`);
    await work();
  }
  await heard.destroy();
  const { db } = shop.services;
  // As in production: SQLite plans without knowing what tables contain.
  if (shop.config.database.kind === 'postgres') await sql`analyze`.execute(db);
  const tables = await countRows(db);
  const scansOf = createScanFinder(db, shop.config.database.kind, tables);
  const found: string[] = [];
  for (const statement of statements.all()) {
    const scans = (await scansOf(statement)).filter(({ table }) => !(table in SMALL) && !isAllowed(statement, table));
    for (const { how } of scans) found.push(`${statement.from}: ${how}\n  ${statement.shape}`);
  }
  expect(statements.all().length).toBeGreaterThan(400);
  expect(found).toEqual([]);
}, 900_000);
