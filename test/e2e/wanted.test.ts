import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findOffer } from '#test/support/site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './access.ts';
import { open, PATIENCE, takenOver } from './browser.ts';
import { isFocused } from './keys.ts';
import { DEMO, enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const PHONE = { width: 360, height: 740 };

type Sold = { _id: string; name: string; model_name: string };

test('A buyer posts a wanted ad, a seller sees it while listing and answers it with one tap, and the buyer is told', async () => {
  const { own } = await findOffer(shop.url);
  const onSale = (await (await fetch(`${shop.url}/api/products?limit=100`)).json()) as Sold[];
  const { name = '', model_name: model = '' } = onSale.find(({ _id }) => _id === own) ?? {};
  const [buyer, seller] = [await person(DEMO.buyer), await person(DEMO.seller)];

  // The lowest price makes it another search at each try; an ad's own price is its top price.
  const query = new URLSearchParams({ model, priceFrom: `${1 + Math.floor(Math.random() * 90)}.${10 + Math.floor(Math.random() * 90)}` });
  await open(buyer, `/category/${name}?${query}`);
  await takenOver(buyer);
  await buyer.getByRole('button', { name: 'Save this search' }).click();
  const post = buyer.getByRole('link', { name: 'Post a wanted ad' });
  await post.waitFor();
  await expectNoSidewaysScroll(buyer, 'a search that was just saved');
  await post.focus();
  await buyer.keyboard.press('Enter');
  const dialog = buyer.getByRole('dialog');
  await expect.poll(() => isFocused(dialog.getByLabel('Top price in dollars'))).toBe(true);
  await dialog.getByLabel('Top price in dollars').fill('0');
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await dialog.getByText('The top price must be at least $0.50.').waitFor();
  await dialog.getByLabel('Top price in dollars').fill('1990');
  await dialog.getByText(`Wanted: ${model}, up to $1,990, until`).waitFor();
  await seen(buyer, 'posting a wanted ad');
  await buyer.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Post', exact: true }).press('Enter');
  await buyer
    .getByRole('button', { name: /^Change the wanted ad/u })
    .first()
    .waitFor();
  await seen(buyer, 'a wanted ad in saved searches');

  await open(seller, '/wanted');
  await takenOver(seller);
  await seen(seller, 'wanted ads');
  await seller
    .getByRole('link', { name: `I have this phone: ${model}` })
    .first()
    .click();
  await seller.getByRole('link', { name: 'Show all fields on one page' }).click();
  const hint = seller.getByText('1 person wants this phone for up to $1,990.');
  await hint.waitFor();
  await seller.getByLabel('Resale price').fill('2100');
  await seller.getByText('1 person would pay up to $1,990 for this phone.').waitFor();

  await open(seller, `/dashboard/interest/${own}`);
  const answer = seller.getByRole('button', { name: `Answer: ${model}` }).first();
  await answer.waitFor();
  await seen(seller, 'the ads that a phone meets');
  await answer.focus();
  await seller.keyboard.press('Enter');
  await seller.getByText('Answered', { exact: true }).waitFor();

  await open(buyer, '/dashboard/updates');
  await buyer.getByText(`A seller has the phone you want: ${model}`).first().waitFor();
  await open(buyer, '/dashboard/searches');
  const ends = buyer.getByRole('button', { name: /^End ad/u });
  await ends.first().waitFor();
  const ads = await ends.count();
  await ends.first().click();
  // An earlier try may have left another.
  await expect.poll(() => ends.count(), PATIENCE).toBe(ads - 1);
  await buyer
    .getByRole('button', { name: /^Post a wanted ad/u })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await buyer
    .getByRole('button', { name: /^End ad/u })
    .first()
    .waitFor();

  const admin = await person(DEMO.admin);
  await open(admin, '/wanted');
  await admin
    .getByRole('button', { name: `Remove the wanted ad: ${model}` })
    .first()
    .click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('Posted by mistake.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await admin.getByText('The wanted ad is removed.').waitFor();
  await open(buyer, '/dashboard/searches');
  await buyer.getByText('We removed the wanted ad of this search.').first().waitFor();
});

test('A suspended seller reads why they can’t post a wanted ad instead of filling in its form, and why their listings are hidden', async () => {
  const { own } = await findOffer(shop.url);
  const reason = 'Rude to buyers.';
  const admin = await tokenOf(DEMO.admin);
  const suspended = await fetch(`${shop.url}/api/decisions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'suspension', listingId: own, reason }),
  });
  expect(suspended.status).toBe(201);

  const seller = await person(DEMO.seller);
  await open(seller, '/category/Samsung?priceFrom=20');
  await takenOver(seller);
  await seller.getByRole('button', { name: 'Save this search' }).click();
  await seller.getByRole('link', { name: 'Post a wanted ad' }).click();
  const why = seller.getByRole('region', { name: 'You can’t post wanted ads for now' });
  await why.getByText(`“${reason}”`).waitFor();
  expect(await seller.getByLabel('Top price in dollars').count()).toBe(0);
  await seen(seller, 'why there can be no wanted ad');
  const appeal = why.getByRole('button', { name: 'Appeal' });
  await appeal.press('Enter');
  await seller.getByLabel('Your appeal').fill('I was not.');
  await seller.keyboard.press('Escape');
  await expect.poll(() => isFocused(appeal)).toBe(true);

  // More decisions than a page has are newer.
  await seller.route(/\/api\/myDecisions\?(?!.*kind=)/u, (route) => route.fulfill({ json: [] }));
  await open(seller, '/dashboard/myProducts');
  await seller.getByRole('region', { name: 'Hidden for now' }).getByText(`“${reason}”`).waitFor();
});

async function tokenOf(email: string): Promise<string> {
  const { context } = await shop.visitor();
  await enter(context, email);
  return ((await (await context.request.get(`/api/jwt?email=${email}`)).json()) as { token: string }).token;
}

async function person(email: string): Promise<Page> {
  const { page, context } = await shop.visitor({ expected: [{ url: /\/wantedAd$/u, status: 422 }] });
  await page.setViewportSize(PHONE);
  await enter(context, email);
  return page;
}

async function seen(page: Page, where: string): Promise<void> {
  await expectNoSidewaysScroll(page, where);
  await expectAccessibleInBothThemes(page, where);
}
