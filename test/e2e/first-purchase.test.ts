import { beforeAll, expect, test } from 'vitest';
import { bookPhone, buyPhone, insertedId, listPhone, mustSucceed } from '#test/support/world/calls.ts';
import { open } from './browser.ts';
import { addAdmin, addBuyer, addSeller, type Member, main, openStage, payWith, type Seller, visitAs } from './conformance/stage.ts';

const shop = openStage();
let seller: Seller;
let phones = 0;

beforeAll(async () => {
  seller = await addSeller(shop.url, 'Sid Seller');
});

function newPhone(): Promise<string> {
  phones += 1;
  return listPhone(seller.client, { model_name: `Reduced ${phones}`, image: seller.image, resale_price: '289' });
}

/** Books with a number of the buyer's own: a shared one is one person's. */
async function book({ client }: Member, productId: string, phone: string): Promise<string> {
  return insertedId(mustSucceed(await client.call('POST', '/api/bookings', { productId, phone, meeting_location: 'Station hall' }), 'booking'));
}

test('A first purchase shows what it costs before booking, before paying, in My Orders and on the receipt', async () => {
  const buyer = await addBuyer(shop.url, 'Fay First');
  const listingId = await newPhone();
  const { page } = await visitAs(shop, buyer);
  await open(page, `/booking-page/${listingId}`);
  await main(page).getByText('You’ll pay $239: $50 off your first purchase.', { exact: true }).waitFor();
  await page.getByLabel('Phone number').fill('+1 555 700 0001');
  await page.getByLabel('Meeting location').fill('Station hall');
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await page.getByRole('link', { name: 'Go to payment' }).click();
  for (const text of ['First-purchase discount', '−$50', 'Total']) await main(page).getByText(text, { exact: true }).waitFor();
  expect(await main(page).getByText('$239', { exact: true }).count()).toBeGreaterThan(0);
  await payWith(page, '4242 4242 4242 4242');
  await main(page)
    .getByText(/congratulation/iu)
    .first()
    .waitFor();
  await open(page, '/dashboard/myOrders');
  await main(page).getByText('With $50 off your first purchase').waitFor();
  await main(page)
    .getByRole('link', { name: /Receipt/u })
    .click();
  for (const text of ['$289', '−$50', '$239']) await main(page).getByText(text, { exact: true }).waitFor();
});

test('After the first purchase, another booking says why it costs the full price before the card is asked for', async () => {
  const buyer = await addBuyer(shop.url, 'Tom Twice');
  const [first, second] = [await newPhone(), await newPhone()];
  const orderId = await book(buyer, second, '+1 555 700 0002');
  await buyPhone(buyer.client, first);
  const { page } = await visitAs(shop, buyer);
  await open(page, `/dashboard/payment/${orderId}`);
  await main(page).getByText('Full price: your first-purchase discount has been used.').waitFor();
  await open(page, '/dashboard/myOrders');
  await main(page).getByText('Full price: your first-purchase discount has been used.').waitFor();
});

test('A discount that is lost while the page is open is shown before the card can be charged', async () => {
  const buyer = await addBuyer(shop.url, 'Una Unsure');
  const orders = [await book(buyer, await newPhone(), '+1 555 700 0003'), await book(buyer, await newPhone(), '+1 555 700 0003')];
  const { page } = await visitAs(shop, buyer, { expected: [{ url: /\/api\/create-payment-intent$/u, status: 422 }] });
  let asked = 0;
  // The other order claims the discount after this page has read its price.
  await page.route('**/api/create-payment-intent', async (route) => {
    asked += 1;
    if (asked === 1) await buyer.client.call('POST', '/api/create-payment-intent', { price: 239, orderId: orders[1] });
    await route.continue();
  });
  await open(page, `/dashboard/payment/${orders[0]}`);
  await main(page).getByText('Full price: your first-purchase discount is being used for another order.').waitFor();
  await main(page).getByText('$289', { exact: true }).waitFor();
});

test('When the operator turns the discount off, its claim is gone', async () => {
  const listingId = await newPhone();
  mustSucceed(await seller.client.call('POST', '/api/advertise', { _id: listingId }), 'advertising');
  const { page } = await shop.visitor();
  await open(page, '/');
  await page.getByText('Get 20% off your first purchase', { exact: true }).waitFor();
  await page.getByText('Up to $50 off, once per person. We take it off when you book.').waitFor();
  const { client } = await addAdmin(shop.url);
  const { revision, values } = (await client.call('GET', '/api/shopSettings')).body as { revision: number; values: object };
  mustSucceed(await client.call('PUT', '/api/shopSettings', { ...values, firstPurchasePercent: 0, revision }), 'saving');
  await open(page, '/');
  await page.getByText('Get Discount On These Products!!!').waitFor();
  expect(await page.getByText(/first purchase/iu).count()).toBe(0);
  const buyer = await addBuyer(shop.url, 'Zoe Zero');
  const orderId = await bookPhone(buyer.client, listingId);
  const { page: paying } = await visitAs(shop, buyer);
  await open(paying, `/dashboard/payment/${orderId}`);
  await main(paying).getByText('$289', { exact: true }).waitFor();
});
