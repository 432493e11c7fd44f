import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { findListing } from '#test/support/site.ts';
import { expectAccessibleInBothThemes } from './access.ts';
import { takenOver } from './browser.ts';
import { DEMO, enter, signUp } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();

test('A user at the daily limit of sellers’ numbers sees when they can view more', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, DEMO.buyer);
  // The demo shop has fewer sellers than the daily limit.
  await page.route(/\/api\/(selectedProducts|selectedItem|newArrivalItem)\//u, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), mobile_number: '•••', sellerEmail: '•••' } });
  });
  const moreAt = new Date(Date.now() + 3_600_000).toISOString();
  await page.route('**/api/contactViews', (route) => route.fulfill({ json: { seen: 60, limit: 60, moreAt, needsVerification: false, viewers: 0 } }));
  await page.goto(`/selected-items-details/${await findListing(shop.url)}`);
  await takenOver(page);
  await page
    .getByText(/^You’ve reached today’s limit for viewing sellers’ contact details\. You can see more from \w+/u)
    .first()
    .waitFor();
  await expectAccessibleInBothThemes(page, 'a listing whose seller is not shown today');
});

test('A seller sees how many people saw their number', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, DEMO.seller);
  // Whoever looked at one of their phones before counts as well.
  const { viewers } = (await (await readAs(context, DEMO.seller, '/api/contactViews')).json()) as { viewers: number };
  expect(viewers).toBeLessThanOrEqual(1);

  const reader = await shop.visitor();
  await signUp(reader.page, { name: 'Nele Neu', email: 'nele@example.test', password: 'longenough1' }, 'buyer');
  expect(await (await readAs(reader.context, 'nele@example.test', '/api/products')).text()).toContain(DEMO.seller);

  await page.goto('/dashboard/myProducts');
  await page.getByText(`${viewers === 0 ? '1 person' : '2 people'} saw your number in the last 7 days.`).waitFor();
});

async function readAs({ request }: BrowserContext, email: string, path: string) {
  const { token } = (await (await request.get(`/api/jwt?email=${email}`)).json()) as { token: string };
  return request.get(path, { headers: { authorization: `Bearer ${token}` } });
}
