import { test } from 'vitest';
import { listPhone } from '#test/support/world/calls.ts';
import { open, takenOver } from './browser.ts';
import { addSeller, main, openStage, visitAs } from './conformance/stage.ts';
import { press, type } from './keys.ts';

const shop = openStage();

test('By keyboard alone, a seller changes the price of a listing', async () => {
  const seller = await addSeller(shop.url, 'Rita Moreno');
  await listPhone(seller.client, { model_name: 'Typed Anew 1', resale_price: '300', image: seller.image });

  const { page } = await visitAs(shop, seller);
  await open(page, '/dashboard/myProducts');
  await takenOver(page);
  await press(page, main(page).getByRole('link', { name: 'Edit Typed Anew 1' }));
  await type(page, page.getByLabel('Resale price'), '250');
  await press(page, page.getByRole('button', { name: 'Save changes' }));
  await page.getByText('Typed Anew 1 is updated.').waitFor();
  await main(page).getByText('$250').waitFor();
});

test('By keyboard alone, a seller passes the questions about a phone’s condition unanswered', async () => {
  const { page } = await visitAs(shop, await addSeller(shop.url, 'Ida Lovelace'));
  await open(page, '/dashboard/addAProducts?step=condition');
  await takenOver(page);
  await type(page, page.getByLabel('Condition', { exact: true }), 'Good');
  await press(page, page.getByRole('button', { name: /^Not known/u }));
  await press(page, page.getByRole('button', { name: 'Next: Price' }));
  await type(page, page.getByLabel('Resale price'), '250');
  await page.getByText('Saved. You can continue later').waitFor();
});
