import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { TEXT_KEYS } from '#contract/listing-fields.ts';
import { csvFile, csvRow } from '#test/support/csv-files.ts';
import { bookPhone, buyPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { specification } from '#test/support/world/world.ts';
import { expectNoSidewaysScroll, resize } from './access.ts';
import { takenOver } from './browser.ts';
import { bare, joinedTexts, MARKUP, markupAt } from './naughty.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const ADMIN = 'admin@example.test';
const PASSWORD = 'practice123';
const SELLER = 'seller@example.test';
const BUYER = 'buyer@example.test';
const shop = openShop({ DEMO: 'false', LOG_LEVEL: 'error', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD });

const ids: string[] = [];
const orders: string[] = [];
let refunded: string;

beforeAll(async () => {
  const seller = createClient(shop.url);
  await seller.signUp(SELLER, 'seller', markupAt(0));
  const buyer = createClient(shop.url);
  await buyer.signUp(BUYER, 'buyer', markupAt(1));
  const image = await uploadPicture(seller);
  const facts = specification();
  for (const [at, key] of Object.keys(facts).entries()) facts[key] = joinedTexts[at] ?? 'nothing more';
  const FIELDS = TEXT_KEYS.filter((key) => key !== 'description');
  for (let round = 0; round < 4; round += 1) {
    const texts = Object.fromEntries(FIELDS.map((field, place) => [field, markupAt(round * FIELDS.length + place)]));
    const description = joinedTexts.slice(round, round + 5).join('\n');
    const id = await listPhone(seller, { ...texts, image, resale_price: '289', description, specification: facts });
    ids.push(id);
    orders.push(await bookPhone(buyer, id));
    await buyer.call('POST', '/api/reportedItems', { _id: id, reason: 'fake', note: markupAt(round) });
  }
  for (const [at, imei] of ['490154203237518', '356938035643809'].entries()) {
    const body = { imei, lostOn: '2026-01-02', place: markupAt(at), proof: joinedTexts[at] };
    expect((await buyer.call('POST', '/api/lostPhones', body)).status).toBe(201);
  }
  refunded = await undo(seller, buyer);
  await judge(seller, buyer, await listPhone(seller, { model_name: markupAt(2), image, resale_price: '289' }));
  await leaveUnfinished(seller);
}, 240_000);

async function made(reply: ReturnType<Client['call']>): Promise<string> {
  const { status, body } = await reply;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return (body as { insertedId: string }).insertedId;
}

/** Refunds a sale and rejects a proof of possession, each with a reason. Returns the order's id. */
async function undo(seller: Client, buyer: Client): Promise<string> {
  const admin = createClient(shop.url);
  await admin.signIn(ADMIN, PASSWORD);
  const phone = await listPhone(seller, { model_name: markupAt(22), image: await uploadPicture(seller) });
  const order = await buyPhone(buyer, phone);
  expect((await admin.call('POST', `/api/orders/${order}/refund`, { reason: markupAt(23), relist: true })).status).toBe(200);
  const code = await seller.call('POST', '/api/possessionCodes', { listing: phone });
  const { _id } = code.body as { _id: string };
  const sent = await seller.call('POST', `/api/possessionCodes/${_id}/photo`, { image: await uploadPicture(seller), shown: true });
  expect([code.status, sent.status]).toEqual([201, 200]);
  expect((await admin.call('POST', `/api/possessionPhotos/${_id}/decision`, { decision: 'refused', reason: markupAt(24) })).status).toBe(200);
  return order;
}

/** Creates reports, a decision, an open and a settled answer to it, and every text of the shop's own pages. */
async function judge(seller: Client, buyer: Client, listingId: string): Promise<void> {
  const admin = createClient(shop.url);
  await admin.signIn(ADMIN, PASSWORD);
  await made(buyer.call('POST', '/api/reportedItems', { _id: listingId, reason: 'stolen', note: joinedTexts[0] }));
  const decision = await made(admin.call('POST', '/api/decisions', { kind: 'hold', listingId, reason: markupAt(3) }));
  await made(seller.call('POST', `/api/myDecisions/${decision}/answer`, { text: joinedTexts[1] }));
  const answer = await made(buyer.call('POST', `/api/myDecisions/${decision}/answer`, { text: markupAt(4) }));
  await made(admin.call('POST', `/api/answers/${answer}/settle`, { reason: markupAt(5) }));

  const { values } = (await admin.call('GET', '/api/shopSettings')).body as { values: object };
  const lines = MARKUP.filter((text) => [...text.trim()].length <= 30 && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text.trim()));
  const lineAt = (at: number): string => lines[at % lines.length] ?? '';
  const three = <T>(make: (at: number) => T): T[] => [0, 1, 2].map(make);
  const texts = {
    shopName: lineAt(0),
    phone: lineAt(1),
    community: three((at) => ({ name: lineAt(2 + at), url: 'https://forum.example.test/' })),
    slides: three((at) => ({ claim: lineAt(5 + at), text: lineAt(8 + at), button: lineAt(11 + at) })),
    promises: three((at) => ({ qualityFeature: lineAt(14 + at), description: lineAt(17 + at) })),
  };
  expect((await admin.call('PUT', '/api/shopSettings', { ...values, ...texts, revision: 0 })).status).toBe(200);
}

/** Leaves a draft, and an import file with some rejected listings. */
async function leaveUnfinished(seller: Client): Promise<void> {
  const content = { brand: markupAt(6), model_name: markupAt(7), description: joinedTexts[2] };
  expect((await seller.call('PUT', `/api/drafts/${crypto.randomUUID()}`, { revision: 0, content })).status).toBe(200);
  const body = new FormData();
  const rows = Array.from({ length: 4 }, (_, at) => csvRow({ model_name: markupAt(8 + at), condition: markupAt(12 + at), resale_price: markupAt(16 + at) }));
  body.set('file', new Blob([csvFile(rows)], { type: 'text/csv' }), 'phones.csv');
  const { status } = await seller.call('POST', '/api/listingImports', body);
  expect(status).toBe(201);
}

async function visit(who: string | null) {
  const visitor = await shop.visitor();
  const ran: string[] = [];
  visitor.page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  if (who !== null) await enter(visitor.context, who, PASSWORD);
  return { page: visitor.page, ran };
}

/** Expects the page to show texts as plain text: nothing became an element, ran, or made the page wider than the screen. */
async function expectText(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await takenOver(page);
  const main = page.getByRole('main');
  await main.locator('h1, h2').first().waitFor();
  const parts = page.locator('header, main, footer');
  const elements = parts.locator('script, iframe, object, embed, base, meta, style, link, marquee, [onerror], [onload], [onclick], a[href^="javascript" i]');
  expect(await elements.evaluateAll((found) => found.map((element) => element.outerHTML.slice(0, 200))), path).toEqual([]);
  for (const width of [320, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `${path} at ${width} pixels`);
  }
}

type Visit = Awaited<ReturnType<typeof visit>>;

function dashboard(...names: string[]): string[] {
  return names.map((name) => `/dashboard${name && '/'}${name}`);
}

test('Pages show naughty strings as plain text', async () => {
  const [stranger, buyer, seller, admin] = await Promise.all([visit(null), visit(BUYER), visit(SELLER), visit(ADMIN)]);
  const walk = async ({ page }: Visit, paths: string[]): Promise<void> => {
    for (const path of paths) await expectText(page, path);
  };
  await Promise.all([
    walk(stranger, ['/', '/category/Samsung', '/search?search=script', `/compare?ids=${ids.join(',')}`, `/selected-items-details/${ids[0]}`]),
    walk(buyer, [`/booking-page/${ids[1]}`, ...dashboard('', 'myOrders', 'lostPhone', 'myData', `payment/${orders[2]}`, `receipt/${refunded}`)]),
    walk(seller, dashboard('', 'myProducts', 'mySales', 'importProducts', 'addAProducts')),
    walk(admin, dashboard('reportedItems', 'reviewQueue', 'payments', 'decisions', 'shopSettings', 'auditLog', 'lostPhones', 'allBuyers', 'allSellers')),
  ]);
  const shown = bare((await stranger.page.getByRole('main').textContent()) ?? '');
  for (const text of joinedTexts.slice(0, 25)) expect(shown).toContain(bare(text));
  expect([...stranger.ran, ...buyer.ran, ...seller.ran, ...admin.ran]).toEqual([]);
}, 240_000);
