import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hours, minutes } from '#contract/shared/durations.ts';
import { bookPhone, buyPhone, listPhone } from '#test/support/world/calls.ts';
import { open, PATIENCE } from './browser.ts';
import { addAdmin, addBuyer, addSeller, type Member, openStage, payWith, rows, type Seller, visitAs } from './conformance/stage.ts';

const shop = openStage();
const PHONE = { width: 360, height: 740 };
const IMEI = '356938035643809';

let seller: Seller;
let buyer: Member;
let page: Page;
let order: string;

beforeAll(async () => {
  [buyer, seller] = await Promise.all([addBuyer(shop.url, 'Cara Cards'), addSeller(shop.url, 'Sven Cards')]);
  const listing = {
    model_name: 'Carded 1',
    image: seller.image,
    resale_price: '250',
    mobile_number: '+1 555 0142',
    storage: '64 GB',
    color: 'Teal',
    imei: IMEI,
  };
  order = await bookPhone(buyer.client, await listPhone(seller.client, listing));
  for (let number = 2; number <= 10; number += 1)
    await listPhone(seller.client, { ...listing, imei: undefined, model_name: `Carded ${number}`, resale_price: String(200 + number) });
  ({ page } = await visitAs(shop, buyer));
  await page.setViewportSize(PHONE);
});

async function visibleText(of: Page): Promise<string> {
  return ((await rows(of).first().allInnerTexts())[0] ?? '').replaceAll('\n', ' | ');
}

async function expectOnFirstScreen(text: string | RegExp): Promise<void> {
  const place = page.getByRole('main').getByText(text).first();
  await place.waitFor();
  const box = await place.boundingBox();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0), String(text)).toBeLessThanOrEqual(PHONE.height);
}

/** Buyer and seller agree to meet at the old post office. */
async function agreeToMeet(inMs: number): Promise<void> {
  const proposal = { at: new Date(Date.now() + inMs).toISOString(), place: 'Old post office' };
  const { body } = await buyer.client.call('POST', `/api/orders/${order}/proposals`, proposal);
  const { insertedId } = body as { insertedId: string };
  const { status } = await seller.client.call('POST', `/api/orders/${order}/proposals/${insertedId}/answer`, { answer: 'accept' });
  expect(status).toBe(200);
}

test('On a phone an unpaid order is a card with photo, title, storage and color, price, state and actions, and no labels', async () => {
  await open(page, '/dashboard/myOrders');
  await rows(page).first().waitFor();
  const text = await visibleText(page);
  expect(text).toMatch(/Carded 1 .*64 GB · Teal .*\$200 .*Not paid yet, so it’s still on sale .*Pay .*Remove/u);
  expect(text).not.toMatch(/Title|Price|Payment|Product Image/u);
});

test('An order for a phone that its seller paused can’t be paid, and says why', async () => {
  const id = await listPhone(seller.client, { model_name: 'Carded 11', image: seller.image, resale_price: '211' });
  await bookPhone(buyer.client, id);
  expect((await seller.client.call('POST', '/api/ownListingChanges', { act: 'pause', ids: [id] })).status).toBe(200);
  await open(page, '/dashboard/myOrders');
  await page.getByText('The seller paused this listing. You can pay once it’s back on sale').waitFor();
  expect(await page.getByRole('link', { name: 'Pay for Carded 11' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Pay for Carded 1', exact: true }).waitFor();
  expect((await seller.client.call('POST', '/api/ownListingChanges', { act: 'sold_elsewhere', ids: [id] })).status).toBe(200);
});

test('Whoever had booked a phone that was removed and restored can book it again', async () => {
  const id = await listPhone(seller.client, { model_name: 'Carded 12', image: seller.image, resale_price: '212' });
  const closed = await bookPhone(buyer.client, id);
  const admin = await addAdmin(shop.url);
  expect((await admin.client.call('POST', '/api/decisions', { kind: 'removal', listingId: id, reason: 'It looks stolen.' })).status).toBe(201);
  const again = page.getByRole('link', { name: 'Book Carded 12 again' });
  await open(page, '/dashboard/myOrders');
  await page.getByText('Listing removed').waitFor();
  expect(await again.count()).toBe(0);
  expect((await admin.client.call('POST', `/api/removedItems/${id}/restore`)).status).toBe(200);
  await open(page, `/dashboard/payment/${closed}`);
  await page.getByText('The phone is on sale again.').waitFor();
  await again.waitFor();
  await open(page, '/dashboard/myOrders');
  await again.click();
  await page.getByLabel('Phone number').fill('555 0100');
  await page.getByLabel('Meeting location').fill('Station');
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await page.getByRole('link', { name: 'My Orders' }).last().click();
  await page.getByRole('link', { name: 'Pay for Carded 12' }).waitFor();
  expect(await again.count()).toBe(0);
});

test('The card fields stand on a phone’s first screen, below a warning that no real card belongs there', async () => {
  await open(page, `/dashboard/payment/${order}`);
  await page.getByText('No real card belongs here.').waitFor();
  await page.getByLabel('Card number').waitFor();
  for (const label of ['Card number', /^Expiry/u, 'CVC']) {
    const box = await page.getByLabel(label).boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  }
});

test('The payment page says in one line what protects the buyer, and links to the rest', async () => {
  await open(page, `/dashboard/payment/${order}`);
  const line = page.getByRole('paragraph').filter({ hasText: 'We hold your money until you’ve met, checked the phone and had time to try it.' });
  await line.getByRole('link', { name: 'Buyer protection' }).click();
  await page.waitForURL('**/help/buyer-protection');
  await page.getByRole('heading', { name: 'Buyer protection', level: 1 }).waitFor();
});

describe('Once it is paid', () => {
  beforeAll(async () => {
    await open(page, `/dashboard/payment/${order}`);
    await payWith(page, '4242 4242 4242 4242');
    await page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  }, PATIENCE.timeout * 3);

  test.each(['right away', 'after a reload'])('the first screen says %s where and when to meet, and how to reach the seller', async (when) => {
    if (when === 'after a reload') await page.reload();
    for (const text of ['Station hall', 'No time is set yet.', 'Sven Cards']) await expectOnFirstScreen(text);
    expect(await page.getByRole('main').getByRole('link', { name: '+1 555 0142' }).first().getAttribute('href')).toBe('tel:+15550142');
    expect(await page.getByRole('main').getByRole('link', { name: seller.email }).getAttribute('href')).toBe(`mailto:${seller.email}`);
    await page.getByText('Its IMEI ends in 3809.').waitFor();
  });

  test('“Something’s wrong” on the payment page leads to the report on the order', async () => {
    await open(page, `/dashboard/payment/${order}`);
    await page.getByRole('region', { name: 'Something’s wrong?' }).getByRole('link', { name: 'Something’s wrong' }).click();
    const report = page.getByRole('button', { name: 'Something’s wrong: report a problem with this order' });
    await expect.poll(async () => (await report.boundingBox())?.y ?? Number.POSITIVE_INFINITY, PATIENCE).toBeLessThan(PHONE.height);
    await report.click();
    await page.getByRole('heading', { name: 'What’s wrong?' }).waitFor();
  });

  test('My Orders and the seller’s My Sales say whom to meet and where', async () => {
    await open(page, '/dashboard/myOrders');
    await page.getByText('Arrange the meeting').waitFor();
    await page.getByText('Meet Sven Cards. You suggested: Station hall. +1 555 0142').waitFor();
    const { page: selling } = await visitAs(shop, seller);
    await selling.setViewportSize(PHONE);
    await open(selling, '/dashboard/mySales');
    await rows(selling).first().waitFor();
    expect(await visibleText(selling)).toMatch(
      /Carded 1 .*64 GB · Teal .*\$250 .*Cara Cards .*Arrange the meeting .*Suggested: Station hall .*Sold .*Held until the handover/u,
    );
  });

  test('The receipt names the shop, both people, the phone, the place and the transaction, and prints without the page around it', async () => {
    await open(page, `/dashboard/receipt/${order}`);
    const receipt = page.getByRole('article', { name: 'Receipt' });
    for (const text of ['Redial', 'Cara Cards', buyer.email, 'Sven Cards', 'Carded 1', '64 GB', 'Teal', 'ends in 3809', 'Station hall', '$250', /^pi_/u])
      await receipt
        .getByText(text, { exact: typeof text === 'string' })
        .first()
        .waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const around of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('button', { name: 'Print' })])
      expect(await around.isVisible()).toBe(false);
    const [paper, document] = [await receipt.boundingBox(), await page.getByRole('main').boundingBox()];
    expect(paper?.width ?? 0).toBeGreaterThan((document?.width ?? 0) * 0.85);
    await page.emulateMedia({ media: 'screen' });
  });

  test('The order’s first screen says how to reach the other side, and once it is agreed, when and where to meet; the code waits until then', async () => {
    await open(page, `/dashboard/orders/${order}`);
    for (const text of ['Arrange the meeting', 'Sven Cards', '+1 555 0142']) await expectOnFirstScreen(text);
    await agreeToMeet(hours(26));
    await page.reload();
    for (const text of ['Meet the seller', 'Old post office', 'Sven Cards', '+1 555 0142']) await expectOnFirstScreen(text);
    expect(await page.getByRole('link', { name: '+1 555 0142' }).getAttribute('href')).toBe('tel:+15550142');
    const opened = page.getByRole('heading', { name: 'The handover' });
    expect(await opened.count()).toBe(0);
    await page.getByRole('button', { name: 'Meeting right now? Confirm the handover' }).click();
    await opened.waitFor();

    await agreeToMeet(minutes(20));
    await page.reload();
    await opened.waitFor();
    await expectOnFirstScreen('Old post office');
  });
});

test('The buyer of a removed seller reads what to do, and no name or number', async () => {
  const [leaving, admin] = [await addSeller(shop.url, 'Lea Leaves'), await addAdmin(shop.url)];
  const staying = await addBuyer(shop.url, 'Bo Stays');
  const bought = await buyPhone(
    staying.client,
    await listPhone(leaving.client, { model_name: 'Carded 12', image: leaving.image, mobile_number: '+1 555 0143' }),
  );
  const sellers = (await admin.client.call('GET', '/api/users/sellers')).body as { _id: string; name: string }[];
  const { _id } = sellers.find(({ name }) => name === leaving.name) ?? { _id: '' };
  expect((await admin.client.call('DELETE', `/api/users/sellers/${_id}`)).body).toMatchObject({ deletedCount: 1 });
  const { page: buying } = await visitAs(shop, staying);
  await buying.setViewportSize(PHONE);
  await open(buying, '/dashboard/myOrders');
  await buying.getByText('The seller no longer has an account. Don’t meet them.').waitFor();
  await open(buying, `/dashboard/orders/${bought}`);
  await buying.getByRole('heading', { name: 'The seller no longer has an account' }).waitFor();
  await buying.getByRole('button', { name: 'Cancel the purchase' }).waitFor();
  for (const gone of ['Lea Leaves', '+1 555 0143', 'Confirm the handover']) expect(await buying.getByText(gone).count()).toBe(0);
  await open(buying, `/dashboard/payment/${bought}`);
  await buying.getByRole('link', { name: 'View the order' }).waitFor();
  expect(await buying.getByText('Before you take the phone').count()).toBe(0);
});

test('My Products searches and sorts all of a seller’s phones by its address', async () => {
  const { page: selling } = await visitAs(shop, seller);
  await open(selling, '/dashboard/myProducts');
  await selling.getByLabel('Sort').selectOption('lowtohigh');
  await expect.poll(async () => (await rows(selling).first().allInnerTexts())[0], PATIENCE).toContain('Carded 2');
  await selling.getByRole('searchbox', { name: 'Model or brand' }).fill('carded 10');
  await selling.keyboard.press('Enter');
  await expect.poll(() => rows(selling).count(), PATIENCE).toBe(1);
  expect(new URL(selling.url()).search).toBe('?search=carded+10&sort=lowtohigh');
  await selling.getByRole('searchbox', { name: 'Model or brand' }).fill('nothing like it');
  await selling.keyboard.press('Enter');
  await selling.getByText('Nothing found').waitFor();
});
