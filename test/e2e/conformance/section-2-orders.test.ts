import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import type { Booking } from '#contract/orders.ts';
import { bookPhone, buyPhone, listPhone } from '#test/support/world/calls.ts';
import { arrive, open, PATIENCE } from '../browser.ts';
import {
  addBuyer,
  addSeller,
  colorOf,
  columnsOf,
  expectPicture,
  type Member,
  main,
  openStage,
  payWith,
  readListing,
  rows,
  type Seller,
  visitAs,
} from './stage.ts';
import { statement } from './statement.ts';

// Without a first-purchase discount, so that prices are the phones' own.
const shop = openStage({ FIRST_PURCHASE_PERCENT: '0' });

let buyer: Member;
let seller: Seller;
let page: Page;
let phones = 0;
let listing: Listing;

async function newPhone(): Promise<Listing> {
  phones += 1;
  return readListing(buyer, await listPhone(seller.client, { model_name: `Orderly ${phones}`, image: seller.image, resale_price: String(200 + phones) }));
}

beforeAll(async () => {
  [buyer, seller] = await Promise.all([addBuyer(shop.url, 'Ora Buyer'), addSeller(shop.url, 'Ora Seller')]);
  listing = await newPhone();
  ({ page } = await visitAs(shop, buyer, { expected: [{ url: /\/(?:api|dashboard)\/payment\//u, status: 404 }] }));
});

async function openOrders(): Promise<void> {
  return void (await open(page, '/dashboard/myOrders'));
}

function heading(name: string): Promise<void> {
  return main(page).getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}

function rowOf({ model_name }: Pick<Listing, 'model_name'>): Locator {
  return rows(page).filter({ has: page.getByText(model_name, { exact: true }) });
}

statement('2.orders.none', async () => {
  await openOrders();
  await heading('You have not order any product');
});

statement('2.booking.phone', async () => {
  await open(page, `/booking-page/${listing._id}`);
  await main(page).getByRole('heading', { name: listing.model_name, exact: true }).waitFor();
  await expectPicture(main(page).getByRole('img', { name: listing.model_name }).first());
  for (const text of [listing.condition, listing.color, listing.storage, '$201']) await main(page).getByText(text, { exact: true }).first().waitFor();
});

statement('2.booking.specification', async () => {
  await open(page, `/booking-page/${listing._id}`);
  for (const value of Object.values(listing.specification)) await main(page).getByText(value, { exact: true }).first().waitFor();
});

statement('2.booking.form', async () => {
  await open(page, `/booking-page/${listing._id}`);
  const form = main(page).getByRole('form');
  await form.getByLabel('Phone number').waitFor();
  await form.getByLabel('Meeting location').waitFor();
  await form.getByRole('button', { name: 'Add to Order', exact: true }).waitFor();
});

let orderId: string;

describe('With an order', () => {
  beforeAll(async () => {
    orderId = await bookPhone(buyer.client, listing._id);
  });

  statement('2.orders.one', async () => {
    await openOrders();
    await rows(page).first().waitFor();
    await heading('My Order');
  });

  describe('With two orders', () => {
    beforeAll(async () => void (await bookPhone(buyer.client, (await newPhone())._id)));

    statement('2.orders.several', async () => {
      await openOrders();
      await expect.poll(() => rows(page).count(), PATIENCE).toBe(2);
      await heading('My Orders');
    });

    statement('2.orders.columns', async () => {
      await openOrders();
      expect((await columnsOf(page)).slice(1)).toEqual(['Product Image', 'Title', 'Price', 'Payment']);
      expect((await rows(page).nth(1).getByRole('cell').first().allInnerTexts())[0]?.trim()).toMatch(/^2\b/u);
      await expectPicture(rowOf(listing).locator('img'));
      await rowOf(listing).getByText('$201', { exact: true }).waitFor();
    });

    statement('2.orders.pay', async () => {
      await openOrders();
      await rowOf(listing)
        .getByRole('link', { name: /^Pay\b/u })
        .click();
      await arrive(page, `${shop.url}/dashboard/payment/${orderId}`);
    });

    statement('2.payment.page', async () => {
      await open(page, `/dashboard/payment/${orderId}`);
      await expectPicture(main(page).getByRole('img', { name: listing.model_name }).first());
      await main(page).getByText(listing.model_name, { exact: true }).first().waitFor();
      await main(page).getByText('$201', { exact: true }).first().waitFor();
      await main(page).getByLabel('Card number').waitFor();
      await main(page).getByRole('button', { name: 'Pay', exact: true }).waitFor();
    });

    statement('4.order.paid', async () => {
      await openOrders();
      await rowOf(listing)
        .getByRole('link', { name: /^Pay\b/u })
        .click();
      await payWith(page, '4242 4242 4242 4242');
      await main(page)
        .getByText(/congratulation/iu)
        .first()
        .waitFor();
      await openOrders();
      await rowOf(listing).getByText('Paid', { exact: true }).waitFor();
      expect(
        await rowOf(listing)
          .getByRole('link', { name: /^Pay\b/u })
          .count(),
      ).toBe(0);
    });

    describe('With a paid order', () => {
      let paid: Listing;
      let paidOrder: string;

      beforeAll(async () => {
        paid = await newPhone();
        await buyPhone(buyer.client, paid._id);
        const orders = (await buyer.client.call('GET', `/api/bookings?email=${buyer.email}`)).body as Booking[];
        paidOrder = orders.find(({ productId }) => productId === paid._id)?._id ?? '';
      });

      statement('2.orders.paid', async () => {
        await openOrders();
        const { red, green, blue } = await colorOf(rowOf(paid).getByText('Paid', { exact: true }));
        expect(green).toBeGreaterThan(Math.max(red, blue));
      });

      statement('2.payment.paid', async () => {
        await open(page, `/dashboard/payment/${paidOrder}`);
        await main(page)
          .getByText(/\bpaid\b/iu)
          .first()
          .waitFor();
        expect(await main(page).getByRole('button', { name: 'Pay', exact: true }).count()).toBe(0);
        expect(await main(page).getByLabel('Card number').count()).toBe(0);
      });
    });
  });
});

statement('2.orders.sold', async () => {
  const wanted = await newPhone();
  await bookPhone(buyer.client, wanted._id);
  const rival = await addBuyer(shop.url, 'Ora Rival');
  await buyPhone(rival.client, wanted._id);
  await openOrders();
  await rowOf(wanted).getByText('Sold to another buyer', { exact: true }).waitFor();
  expect(
    await rowOf(wanted)
      .getByRole('link', { name: /^Pay\b/u })
      .count(),
  ).toBe(0);
});

statement('2.orders.removed', async () => {
  const wanted = await newPhone();
  await bookPhone(buyer.client, wanted._id);
  await seller.client.call('DELETE', `/api/products/${wanted._id}`);
  await openOrders();
  const payment = rowOf(wanted).getByRole('cell').last();
  await payment.filter({ hasText: /\w+ \w+/u }).waitFor();
  expect(await payment.getByRole('link', { name: /^Pay/u }).count()).toBe(0);
});

statement('2.payment.stranger', async () => {
  const stranger = await addBuyer(shop.url, 'Ora Stranger');
  const theirs = await bookPhone(stranger.client, (await newPhone())._id);
  expect((await open(page, `/dashboard/payment/${theirs}`))?.status()).toBe(404);
  await main(page)
    .getByText(/can.t be found|not found/iu)
    .first()
    .waitFor();
  expect(await main(page).getByRole('button', { name: 'Pay', exact: true }).count()).toBe(0);
});

statement('2.booking.no-orders', async () => {
  const other = await addSeller(shop.url, 'Ora Other');
  const { page: own } = await visitAs(shop, other);
  await open(own, `/booking-page/${(await newPhone())._id}`);
  await own.getByLabel('Phone number').fill('anything');
  await own.getByLabel('Meeting location').fill('anywhere');
  await own.getByRole('button', { name: 'Add to Order', exact: true }).click();
  const toPayment = main(own).locator('a[href^="/dashboard/payment/"]');
  await toPayment.waitFor();
  expect(await main(own).locator('a[href="/dashboard/myOrders"]').count()).toBe(0);
  await toPayment.click();
  await own.getByRole('button', { name: 'Pay', exact: true }).waitFor();
});
