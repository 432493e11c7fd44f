import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Booking } from '#contract/orders.ts';
import { bookPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { arrive, type Expected, open, PATIENCE, type Visitor } from './browser.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

/** An empty shop: each test lists what it needs. */
const shop = openShop({ DEMO: 'false', FIRST_PURCHASE_PERCENT: '0' });
const PASSWORD = 'practice123';
const PRICE = '289.50';
const CARDS = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asksBank: '4000 0025 0000 3155' };
const SOLD = 'This phone was sold to another buyer.';

type Buyer = { client: Client; visitor: Visitor; page: Page };
type Phone = { id: string; model: string };

let seller: Client;
let image: string;
let buyer: Buyer;
let rival: Buyer;
let phones = 0;

async function createBuyer(name: string, expected: Expected[] = []): Promise<Buyer> {
  const email = `${name}@example.test`;
  const client = createClient(shop.url);
  await client.signUp(email, 'buyer', name);
  const visitor = await shop.visitor({ expected });
  await enter(visitor.context, email, PASSWORD);
  return { client, visitor, page: visitor.page };
}

beforeAll(async () => {
  seller = createClient(shop.url);
  await seller.signUp('seller@example.test', 'seller');
  image = await uploadPicture(seller);
  buyer = await createBuyer('buyer', [{ url: /\/practice-cards\/v1\//u, status: 402 }]);
  rival = await createBuyer('rival', [{ url: /\/api\/create-payment-intent$/u, status: 409 }]);
});

async function newPhone(): Promise<Phone> {
  phones += 1;
  const model = `Payable ${phones}`;
  return { id: await listPhone(seller, { model_name: model, image, resale_price: PRICE }), model };
}

/** Lists a new phone and has these buyers book it; returns their orders in the same order. */
async function booked(...buyers: Buyer[]): Promise<{ phone: Phone; orders: string[] }> {
  const phone = await newPhone();
  const orders: string[] = [];
  for (const { client } of buyers) orders.push(await bookPhone(client, phone.id));
  return { phone, orders };
}

function paymentPath(orderId: string | undefined): string {
  return `/dashboard/payment/${orderId}`;
}

async function readOrder({ client }: Buyer, orderId: string | undefined): Promise<Booking> {
  return (await client.call('GET', `/api/payment/${orderId}`)).body as Booking;
}

function payButton(page: Page) {
  return page.getByRole('button', { name: 'Pay', exact: true });
}

function rowOf(page: Page, { model }: Phone) {
  return page.getByRole('row').filter({ has: page.getByText(model, { exact: true }) });
}

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel(/^Expiry/u).fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await payButton(page).click();
}

/** Waits for the practice bank's page. */
async function atBank(page: Page): Promise<void> {
  await arrive(page, '**/practice-cards/challenge/**');
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  await page.getByText('$289.50').waitFor();
  await page.getByText('ending in 3155').waitFor();
}

async function expectCongratulation(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await page.getByText(/^pi_\w+$/u).waitFor();
}

/** Waits until the shop knows that an order is paid, whatever reported it. */
async function expectPaid(who: Buyer, orderId: string | undefined): Promise<void> {
  await expect.poll(() => readOrder(who, orderId), PATIENCE).toMatchObject({ paid: true });
}

async function expectPaidInMyOrders(page: Page, phone: Phone): Promise<void> {
  await open(page, '/dashboard/myOrders');
  await rowOf(page, phone).getByText('Paid', { exact: true }).waitFor();
  expect(await rowOf(page, phone).getByRole('link', { name: /^Pay/u }).count()).toBe(0);
}

test('A card that needs the bank’s confirmation pays once it is given', async () => {
  const { page } = buyer;
  const { phone, orders } = await booked(buyer);
  await open(page, paymentPath(orders[0]));
  await page.getByRole('heading', { name: phone.model, exact: true }).waitFor();
  await page.getByText('$289.50', { exact: true }).waitFor();
  await payWith(page, CARDS.asksBank);
  await atBank(page);
  expect(await readOrder(buyer, orders[0])).toMatchObject({ paid: false });
  await page.getByRole('button', { name: 'Complete' }).click();
  await arrive(page, `${shop.url}${paymentPath(orders[0])}`);
  await expectCongratulation(page);
  await expectPaidInMyOrders(page, phone);
});

test('A confirmation declined by the bank costs nothing, says so, and another card pays', async () => {
  const { page } = buyer;
  const { phone, orders } = await booked(buyer);
  await open(page, paymentPath(orders[0]));
  await payWith(page, CARDS.asksBank);
  await atBank(page);
  await page.getByRole('button', { name: 'Fail' }).click();
  await arrive(page, `${shop.url}${paymentPath(orders[0])}`);
  // The provider's own message, like every card error.
  await page.getByText('We are unable to authenticate your payment method. Please choose a different payment method and try again.', { exact: true }).waitFor();
  expect(await readOrder(buyer, orders[0])).toMatchObject({ paid: false, closedReason: null });
  await payWith(page, CARDS.pays);
  await expectCongratulation(page);
  await expectPaidInMyOrders(page, phone);
});

test('A buyer who returns from the bank’s page without an answer can still pay', async () => {
  const { page } = buyer;
  const { phone, orders } = await booked(buyer);
  await open(page, paymentPath(orders[0]));
  await payWith(page, CARDS.asksBank);
  await atBank(page);
  await page.goBack();
  await arrive(page, `${shop.url}${paymentPath(orders[0])}`);
  await payWith(page, CARDS.pays);
  await expectCongratulation(page);
  await expectPaidInMyOrders(page, phone);
});

test('A declined card says why, keeps the typed text, and can be replaced', async () => {
  const { page } = buyer;
  const { orders } = await booked(buyer);
  await open(page, paymentPath(orders[0]));
  await payWith(page, CARDS.declined);
  await page.getByText('Your card was declined.', { exact: true }).first().waitFor();
  expect(await page.getByLabel('Card number').inputValue()).toBe(CARDS.declined);
  expect(await readOrder(buyer, orders[0])).toMatchObject({ paid: false });
  await page.reload();
  await payWith(page, CARDS.pays);
  await expectCongratulation(page);
});

test('A tab closed after paying loses nothing, even before the shop knows of the payment', async () => {
  const { phone, orders } = await booked(buyer);
  const tab = await buyer.visitor.context.newPage();
  // The browser's own message never arrives: only the card provider's can complete the order.
  await tab.route('**/api/payments/*', () => {});
  await open(tab, paymentPath(orders[0]));
  await payWith(tab, CARDS.pays);
  await tab.getByText('Payment approved. Confirming your order…').waitFor();
  await tab.close();
  await expectPaid(buyer, orders[0]);

  await open(buyer.page, paymentPath(orders[0]));
  await buyer.page.getByRole('heading', { name: 'This order is paid' }).waitFor();
  await buyer.page.getByText(`${phone.model} is yours. There’s nothing left to pay.`).waitFor();
  await buyer.page.getByText(/^pi_\w+$/u).waitFor();
  await expectPaidInMyOrders(buyer.page, phone);
});

test('A tab closed at the bank after confirming loses nothing', async () => {
  const { phone, orders } = await booked(buyer);
  const tab = await buyer.visitor.context.newPage();
  await open(tab, paymentPath(orders[0]));
  await payWith(tab, CARDS.asksBank);
  await atBank(tab);
  const answered = Promise.withResolvers<number>();
  // The bank gets the answer, but the redirect to the shop never arrives.
  await tab.route('**/practice-cards/challenge/*', async (route) => {
    answered.resolve((await route.fetch({ maxRedirects: 0 })).status());
  });
  await tab.getByRole('button', { name: 'Complete' }).click({ noWaitAfter: true });
  expect(await answered.promise).toBe(303);
  await tab.close();
  await expectPaid(buyer, orders[0]);
  await expectPaidInMyOrders(buyer.page, phone);
});

test('While one buyer pays, another sees when to try again, and later that the phone is sold', async () => {
  const { phone, orders } = await booked(buyer, rival);
  await open(buyer.page, paymentPath(orders[0]));
  await buyer.page.getByText(/^Reserved for you for/u).waitFor();

  await open(rival.page, paymentPath(orders[1]));
  const refusal = rival.page.getByText(
    /^Another buyer is paying for this phone right now\. If they don’t finish, you can pay: try again in (a minute|\d+ minutes)\.$/u,
  );
  await refusal.waitFor();
  expect(await payButton(rival.page).isDisabled()).toBe(true);
  const again = rival.page.getByRole('button', { name: 'Try again' });
  await again.click();
  await refusal.waitFor();

  // The reservation belongs to its holder, however often they open the page.
  await buyer.page.reload();
  await payWith(buyer.page, CARDS.pays);
  await expectCongratulation(buyer.page);

  // Read without being asked for.
  await rival.page.getByText(SOLD, { exact: true }).waitFor();
  await again.waitFor({ state: 'detached' });
  expect(await payButton(rival.page).isDisabled()).toBe(true);

  await open(rival.page, '/dashboard/myOrders');
  await rowOf(rival.page, phone).getByText('Sold to another buyer', { exact: true }).waitFor();
  expect(await rowOf(rival.page, phone).getByRole('link', { name: /^Pay/u }).count()).toBe(0);
  await open(rival.page, paymentPath(orders[1]));
  await rival.page.getByText('Sold to another buyer', { exact: true }).waitFor();
  expect(await payButton(rival.page).count()).toBe(0);
  await expectPaidInMyOrders(buyer.page, phone);
});

test('A buyer whose phone another is paying for asks for it once, whatever their page still believes, and reads nothing in a hidden tab', async () => {
  const { orders } = await booked(buyer, rival);
  await open(buyer.page, paymentPath(orders[0]));
  await buyer.page.getByText(/^Reserved for you for/u).waitFor();
  const { page } = rival;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const count = (path: string) => asked.filter((one) => one === path).length;
  // As read before their own reservation ended.
  const order = `/api/payment/${orders[1]}`;
  await page.route(`**${order}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), heldUntil: new Date(Date.now() + 60_000).toISOString() } });
  });
  await open(page, paymentPath(orders[1]));
  await page.getByText(/^Another buyer is paying/u).waitFor();
  const before = count(order);
  await expect.poll(() => count(order), PATIENCE).toBeGreaterThan(before);
  expect(count('/api/create-payment-intent')).toBe(1);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  const hidden = count(order);
  await page.waitForTimeout(6000);
  expect(count(order)).toBe(hidden);
  await page.unroute(`**${order}`);
  await buyer.client.call('DELETE', `/api/orders/${orders[0]}/reservation`);
});

test('Releasing a phone frees it for others and leads to the list that still has the booking', async () => {
  const { phone, orders } = await booked(buyer);
  await open(buyer.page, paymentPath(orders[0]));
  await buyer.page.getByRole('button', { name: 'Release this phone' }).click();
  await arrive(buyer.page, /\/dashboard\/myOrders$/u);
  await rowOf(buyer.page, phone)
    .getByRole('link', { name: `Pay for ${phone.model}` })
    .waitFor();
  expect((await readOrder(buyer, orders[0])).heldUntil).toBeNull();
});

test('A buyer with My Orders open sees that another bought the phone when they look again', async () => {
  const { phone, orders } = await booked(buyer, rival);
  await open(rival.page, '/dashboard/myOrders');
  const pay = rowOf(rival.page, phone).getByRole('link', { name: `Pay for ${phone.model}` });
  await pay.waitFor();
  await open(buyer.page, paymentPath(orders[0]));
  await payWith(buyer.page, CARDS.pays);
  await expectCongratulation(buyer.page);
  await pay.click();
  await rival.page.getByText('Sold to another buyer', { exact: true }).waitFor();
  expect(await payButton(rival.page).count()).toBe(0);
});
