import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { isBlank, isStorable } from '#contract/text.ts';
import { createClient } from '#test/client.ts';
import { specification } from '#test/factories.ts';
import { expectNoSidewaysScroll, resize } from './access.ts';
import { takenOver } from './browser.ts';
import { book, list, uploadPicture } from './goods.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const ADMIN = 'admin@example.test';
const PASSWORD = 'practice123';
const SELLER = 'seller@example.test';
const BUYER = 'buyer@example.test';
const shop = openShop({ DEMO: 'false', LOG_LEVEL: 'error', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD });

const WHOLE = 900;
const FIELD = 200;
const STORABLE = naughty.filter((text) => !isBlank(text) && isStorable(text));
/** Markup, and what begins or ends it. */
const MARKUP = STORABLE.filter((text) => /[<>]|javascript:/iu.test(text) && [...text.trim()].length <= FIELD);

/** All of them, as few texts as hold them. */
const packed = STORABLE.reduce<string[]>((texts, text) => {
  const last = texts.at(-1);
  if (last === undefined || [...last].length + [...text].length >= WHOLE) texts.push(text.trim());
  else texts[texts.length - 1] = `${last}\n${text}`.trim();
  return texts;
}, []);

const markupAt = (at: number): string => MARKUP[at % MARKUP.length] ?? '';

const ids: string[] = [];
const orders: string[] = [];

beforeAll(async () => {
  const seller = createClient(shop.url);
  const token = await seller.signUp(SELLER, 'seller', markupAt(0));
  const buyer = createClient(shop.url);
  await buyer.signUp(BUYER, 'buyer', markupAt(1));
  const image = await uploadPicture(shop.url, token);
  const facts = specification();
  for (const [at, key] of Object.keys(facts).entries()) facts[key] = packed[at] ?? 'nothing more';
  const FIELDS = ['model_name', 'brand', 'location', 'condition', 'color', 'storage', 'year_of_use', 'purchase_year', 'mobile_number'];
  for (let round = 0; round < 4; round += 1) {
    const texts = Object.fromEntries(FIELDS.map((field, place) => [field, markupAt(round * FIELDS.length + place)]));
    const description = packed.slice(round, round + 5).join('\n');
    const id = await list(seller, { ...texts, image, resale_price: '289', description, specification: facts } as unknown as Parameters<typeof list>[1]);
    ids.push(id);
    orders.push(await book(buyer, id));
    await buyer.call('POST', '/api/reportedItems', { _id: id });
  }
  for (const [at, imei] of ['490154203237518', '356938035643809'].entries()) {
    const body = { imei, lostOn: '2026-01-02', place: markupAt(at), proof: packed[at] };
    expect((await buyer.call('POST', '/api/lostPhones', body)).status).toBe(201);
  }
}, 180_000);

const bare = (text: string): string => text.replace(/[\s\p{Cf}\p{Cc}\ufeff]/gu, '');

const visit = async (who: string | null) => {
  const visitor = await shop.visitor();
  const ran: string[] = [];
  visitor.page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  if (who !== null) await enter(visitor.context, who, PASSWORD);
  return { page: visitor.page, ran };
};

/** The page shows texts as texts: nothing of them became an element, ran, or made the page wider than the screen. */
const expectText = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'networkidle' });
  await takenOver(page);
  const main = page.getByRole('main');
  await main.locator('h1, h2').first().waitFor();
  const made = main.locator('script, iframe, object, embed, base, meta, style, link, marquee, [onerror], [onload], [onclick], a[href^="javascript" i]');
  expect(await made.evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 200))), path).toEqual([]);
  for (const width of [320, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `${path} at ${width} pixels`);
  }
};

test('pages show naughty strings as the texts they are', async () => {
  const stranger = await visit(null);
  for (const path of ['/', '/category/Samsung', '/search?search=script', `/compare?ids=${ids.join(',')}`]) await expectText(stranger.page, path);
  await expectText(stranger.page, `/selected-items-details/${ids[0]}`);
  const shown = bare((await stranger.page.getByRole('main').textContent()) ?? '');
  for (const text of packed.slice(0, 25)) expect(shown).toContain(bare(text));

  const buyer = await visit(BUYER);
  for (const path of [
    `/booking-page/${ids[1]}`,
    '/dashboard',
    '/dashboard/myOrders',
    '/dashboard/lostPhone',
    '/dashboard/myData',
    `/dashboard/payment/${orders[2]}`,
  ])
    await expectText(buyer.page, path);
  const seller = await visit(SELLER);
  for (const path of ['/dashboard', '/dashboard/myProducts']) await expectText(seller.page, path);
  const admin = await visit(ADMIN);
  for (const path of ['/dashboard/reportedItems', '/dashboard/lostPhones', '/dashboard/allBuyers', '/dashboard/allSellers']) await expectText(admin.page, path);
  expect([...stranger.ran, ...buyer.ran, ...seller.ran, ...admin.ran]).toEqual([]);
}, 240_000);
