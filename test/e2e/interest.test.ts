import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { findOffer } from '#test/support/site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './access.ts';
import { during, open, PATIENCE, takenOver, type Visitor } from './browser.ts';
import { DEMO, enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const PHONE = { width: 360, height: 740 };
const BROWSER = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

/** Somebody whose browser doesn’t say that a program controls it. */
async function person(): Promise<Visitor> {
  const visitor = await shop.visitor();
  await visitor.context.setExtraHTTPHeaders({ 'user-agent': BROWSER });
  await visitor.context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  await visitor.page.setViewportSize(PHONE);
  return visitor;
}

async function look({ page }: Visitor, path: string): Promise<void> {
  const isCounted = (response: Response) => response.url().endsWith('/views');
  const counted = await during(page.waitForResponse(isCounted), () => open(page, path));
  expect(counted.status()).toBe(200);
}

test('A seller sees how many people looked at a phone, saved it, how its price compares, and what to do', async () => {
  const { own } = await findOffer(shop.url);
  const listing = `/selected-items-details/${own}`;
  const [stranger, buyer, seller] = [await person(), await person(), await person()];
  await enter(buyer.context, DEMO.buyer);
  await enter(seller.context, DEMO.seller);
  await look(stranger, listing);
  await look(stranger, listing);
  await look(buyer, listing);
  await look(seller, listing);
  const heart = buyer.page
    .getByRole('main')
    .getByRole('button', { name: /^Save: / })
    .first();
  if ((await heart.getAttribute('aria-pressed')) !== 'true') await heart.click();
  await expect.poll(() => heart.getAttribute('aria-pressed'), PATIENCE).toBe('true');

  const { page } = seller;
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await open(page, '/dashboard/myProducts');
  await takenOver(page);
  const more = page.locator(`[aria-label^="More for"]`);
  await more.first().waitFor();
  const owns = page.locator(`a[href="/dashboard/interest/${own}"]`);
  for (let at = 0; (await owns.count()) === 0; at += 1) {
    await more.nth(at).focus();
    await page.keyboard.press('Enter');
  }
  await owns.click();
  await page.getByRole('heading', { name: `Interest in ${name.trim()}` }).waitFor();
  const figure = (of: string) => page.locator('dl > div', { hasText: of }).locator('dd').textContent();
  expect([await figure('People today'), await figure('Person saved it')]).toEqual(['2', '1']);
  expect(await figure('for “')).toMatch(/^\d+(?:st|nd|rd|th)/u);
  await page.getByRole('region', { name: 'Suggestion' }).waitFor();
  await page
    .getByText(/Similar phones usually sell for \$/u)
    .first()
    .waitFor();
  await page.locator('summary', { hasText: 'Show as a table' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('table').getByRole('row').nth(1).textContent()).toMatch(/2$/u);
  await expectNoSidewaysScroll(page, 'the interest in a phone');
  await expectAccessibleInBothThemes(page, 'the interest in a phone');

  await open(buyer.page, `/dashboard/interest/${own}`);
  await buyer.page.getByRole('main').getByRole('heading').first().waitFor();
  expect(await buyer.page.getByText('People today').count()).toBe(0);
});
