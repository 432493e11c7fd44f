import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#test/support/world/client.ts';
import { PASSWORD } from '#test/support/world/values.ts';
import { resize } from './access.ts';
import { takenOver } from './browser.ts';
import { createHand, type Hand, toText } from './hand.ts';
import { DEMO, DEMO_PASSWORD, enter } from './people.ts';
import { openShop } from './shop.ts';

const WIDTH = 360;
const HEIGHT = 740;
const BUYER = 'first-time@example.test';

const shop = openShop();
const tallies: string[] = [];
let listingId = '';

beforeAll(async () => {
  await createClient(shop.url).signUp(BUYER, 'buyer', 'Fay First');
});
afterAll(() => void process.stdout.write(`${tallies.join('\n')}\n`));

async function visit(email?: string, password = PASSWORD): Promise<Page> {
  const { page, context } = await shop.visitor({ expected: [{ url: /\/practice-cards\/v1\//u, status: 402 }] });
  if (email) await enter(context, email, password);
  await resize(page, WIDTH, HEIGHT);
  return page;
}

function note(name: string, hand: Hand): void {
  tallies.push(`${name}: ${toText(hand.tally())}`);
}

const main = (page: Page) => page.getByRole('main');

test('A visitor finds a phone under $250 and can judge it', async () => {
  const page = await visit();
  await page.goto('/');
  await takenOver(page);
  const hand = createHand(page);
  await hand.tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }));
  const box = main(page).getByRole('combobox').first();
  await hand.type(box, 'under 250');
  await box.press('Enter');
  await page.waitForURL('**search=under**');
  const card = main(page).getByRole('article').first();
  await hand.see(card.getByText(/^\$\d+/u).first());
  await hand.tap(card.getByRole('link').first());
  await page.waitForURL('**/selected-items-details/**');
  listingId = page.url().split('/').at(-1) ?? '';
  const [phone] = (await (await fetch(`${shop.url}/api/searchProducts?search=under%20250&limit=1`)).json()) as { resale_price: number }[];
  expect(phone?.resale_price).toBeLessThanOrEqual(250);
  await hand.see(
    main(page)
      .getByText(/^\$\d+/u)
      .first(),
  );
  await hand.see(main(page).getByText('Battery health').first());
  await hand.see(
    main(page)
      .getByText(/^(Usually \$|We can’t estimate)/u)
      .first(),
  );
  await hand.see(page.getByRole('region', { name: 'Seller' }));
  note('Find a phone under $250 and judge it', hand);
});

test('A buyer books it, and pays after a declined card', async () => {
  const page = await visit(BUYER);
  await page.goto(`/selected-items-details/${listingId}`);
  await takenOver(page);
  const hand = createHand(page);
  await hand.tap(
    page
      .getByRole('link', { name: /^Book Now/u })
      .filter({ visible: true })
      .first(),
  );
  await hand.type(page.getByLabel('Phone number'), '0800 555 01');
  await hand.type(page.getByLabel('Meeting location'), 'Main station');
  await hand.tap(page.getByRole('button', { name: 'Add to Order' }));
  await hand.tap(
    main(page)
      .getByRole('link', { name: /payment/u })
      .first(),
  );
  for (const [number, outcome] of [
    ['4000000000000002', main(page).getByText('Your card was declined.').first()],
    ['4242424242424242', main(page).getByRole('heading', { name: 'Congratulations!' })],
  ] as const) {
    await hand.type(page.getByLabel('Card number'), number);
    for (const [label, text] of [
      [/Expir/u, '1240'],
      [/CVC/u, '123'],
    ] as const)
      if ((await page.getByLabel(label).inputValue()) === '') await hand.type(page.getByLabel(label), text);
    await hand.tap(page.getByRole('button', { name: 'Pay', exact: true }));
    await hand.see(outcome);
  }
  await hand.see(main(page).getByText('Main station').first());
  await hand.see(main(page).locator('a[href^="tel:"]').first());
  note('Book and pay after a declined card', hand);
});

test('An admin judges a report', async () => {
  const reporter = createClient(shop.url);
  await reporter.signIn(BUYER, PASSWORD);
  const [phone] = (await (await fetch(`${shop.url}/api/products?limit=1`)).json()) as { _id: string; model_name: string }[];
  const name = phone?.model_name ?? '';
  const sent = await reporter.call('POST', '/api/reportedItems', { _id: phone?._id, status: 'reported', note: 'It does not start.' });
  expect(sent.status).toBeLessThan(300);
  const page = await visit(DEMO.admin, DEMO_PASSWORD);
  await page.goto('/dashboard');
  await takenOver(page);
  const hand = createHand(page);
  await hand.tap(
    main(page)
      .getByRole('link', { name: /review/iu })
      .first(),
  );
  const item = main(page).getByRole('article').filter({ hasText: name });
  for (const fact of [item.getByRole('link', { name }), item.getByText(/It does not start/u), item.getByText(/^Risk/u)]) await hand.see(fact.first());
  await hand.tap(item.getByRole('button', { name: /^Remove/u }).first());
  const dialog = page.getByRole('dialog');
  await hand.type(dialog.getByLabel('Reason'), 'It does not start');
  await hand.tap(dialog.getByRole('button', { name: 'Remove' }));
  await item.waitFor({ state: 'detached' });
  expect((await fetch(`${shop.url}/api/selectedItem/${phone?._id}`)).status).toBe(404);
  note('Judge a report', hand);
});
