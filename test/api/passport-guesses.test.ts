import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDigitOf } from '#contract/imei.ts';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Db } from '#server/db/tables.ts';
import { askByOwnName, createTestApp, type TestApp } from '#test/support/app.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';

const GUESSES = 100_000;
const AT_ONCE = 50;

let shop: TestApp;
let app: FastifyInstance;
let heard: Db;
let statements: string[] = [];
let passportId: string;
const imei = newImei();

beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
  heard = openDatabase(shop.config.database, { onQuery: ({ sql }) => statements.push(sql) });
  app = await createApp({ ...shop.services, db: heard, reads: heard }, { logLevel: 'silent', checkReplies: false, dev: false });
  askByOwnName(app);
  await app.ready();
  const listingId = await createListing(shop, await createPerson(shop, 'seller'), { imei });
  passportId = ((await shop.call('GET', `/selectedItem/${listingId}`)).body as { passport: string }).passport;
});
afterAll(async () => {
  await app.close();
  await heard.destroy();
  await shop.close();
});

/** IMEIs with the phone's own type: the few that somebody who knows the model would try, its own among them. */
function* imeisLikeIt(): Generator<string> {
  const type = imei.slice(0, 8);
  const start = Number(imei.slice(8, 14)) - GUESSES / 2;
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const body = type + String((start + guess + 1_000_000) % 1_000_000).padStart(6, '0');
    yield body + checkDigitOf(body);
  }
}

async function ask(guess: string) {
  const { statusCode, body, headers } = await app.inject(`/api/passports/${encodeURIComponent(guess)}`);
  return JSON.stringify([statusCode, body, headers['content-type'], headers['content-length'], headers['cache-control']]);
}

test('100,000 guessed IMEIs, the phone’s own among them, get the same reply', async () => {
  const guesses = [...imeisLikeIt()];
  expect(guesses).toContain(imei);
  const replies = new Set<string>();
  for (let from = 0; from < guesses.length; from += AT_ONCE)
    for (const reply of await Promise.all(guesses.slice(from, from + AT_ONCE).map(ask))) replies.add(reply);
  expect([...replies]).toEqual([expect.stringContaining('[404,')]);
}, 600_000);

test('A phone’s IMEI, its stored and its plain hash, and an address that is almost right get the reply of any other, by the same statements', async () => {
  const { hash } = shop.services.phoneKeys.of(imei);
  const almost = passportId.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A'));
  const plain = createHash('sha256').update(imei).digest('hex');
  const asked: [string, string[]][] = [];
  for (const guess of ['nothing', imei, imei.slice(0, 14), hash, plain, almost, passportId.toUpperCase(), `${passportId}A`]) {
    statements = [];
    asked.push([await ask(guess), statements]);
  }
  for (const one of asked) expect(one).toEqual(asked[0]);
  expect(asked[0]?.[1]).toHaveLength(2);
  expect(asked[0]?.[1].join('\n')).not.toContain('imei_hash');
  // What is there takes the same statements, too.
  statements = [];
  await ask(passportId);
  expect(statements).toEqual(asked[0]?.[1]);
});

test('The pages of guessed addresses are the same 404 page', async () => {
  const { hash } = shop.services.phoneKeys.of(imei);
  const pages = await Promise.all(
    ['nothing', imei, hash].map(async (guess) => {
      const { statusCode, body } = await shop.app.inject({ url: `/passports/${guess}`, headers: { accept: 'text/html' } });
      return [statusCode, body.replaceAll(guess, '…')];
    }),
  );
  for (const page of pages) expect(page).toEqual(pages[0]);
  expect(pages[0]?.[0]).toBe(404);
});
