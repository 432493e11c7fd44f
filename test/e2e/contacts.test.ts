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
  const reader = await shop.visitor();
  await signUp(reader.page, { name: 'Nele Neu', email: 'nele@example.test', password: 'longenough1' }, 'buyer');
  const { token } = (await (await reader.context.request.get('/api/jwt?email=nele@example.test')).json()) as { token: string };
  const reply = await reader.context.request.get('/api/products', { headers: { authorization: `Bearer ${token}` } });
  expect(await reply.text()).toContain(DEMO.seller);

  const { page, context } = await shop.visitor();
  await enter(context, DEMO.seller);
  await page.goto('/dashboard/myProducts');
  await page.getByText('1 person saw your number in the last 7 days.').waitFor();
});
