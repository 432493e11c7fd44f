import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { listPhone } from '#test/support/world/calls.ts';
import { open, PATIENCE } from '../browser.ts';
import { openProductForm, PRODUCT_FIELDS, pictureField, productField } from './listing-form.ts';
import {
  ADMIN,
  addBuyer,
  addSeller,
  columnsOf,
  delay,
  expectPicture,
  expectSentToLogin,
  type Member,
  main,
  openStage,
  rows,
  type Seller,
  visitAs,
} from './stage.ts';
import { statement } from './statement.ts';

/** Contains only the admin until the statements about headings are done. */
const shop = openStage();
const RESTRICTED = {
  orders: ['/dashboard/myOrders'],
  seller: ['/dashboard/addAProducts', '/dashboard/myProducts'],
  admin: ['/dashboard/allSellers', '/dashboard/allBuyers', '/dashboard/reportedItems'],
};
const MENU = {
  buyer: ['My Orders'],
  seller: ['Add A Product', 'My Products'],
  admin: ['All Sellers', 'All Buyers', 'Reported Items'],
};

let admin: Page;

beforeAll(async () => {
  ({ page: admin } = await visitAs(shop, { email: ADMIN }));
});

function loading(on: Page): Locator {
  return main(on)
    .getByRole('status')
    .filter({ hasText: /loading/iu });
}

/** Returns a table page's heading once it has this many rows. */
async function headingOf(on: Page, path: string, count: number): Promise<string> {
  await open(on, path);
  const heading = main(on).getByRole('heading', { level: 1 });
  await heading.waitFor();
  await expect.poll(() => loading(on).count(), PATIENCE).toBe(0);
  expect(await rows(on).count()).toBe(count);
  return ((await heading.textContent()) ?? '').trim();
}

function expectDifferent(headings: string[]): void {
  for (const text of headings) expect(text).toMatch(/\w/u);
  expect(new Set(headings).size, headings.join(' / ')).toBe(headings.length);
}

/** Expects these column names, in this order and no others. */
function expectColumns(shown: string[], names: string[]): void {
  expect(shown.map((name) => name.toLowerCase())).toEqual(names);
}

statement('2.sellers.headings', async () => {
  const none = await headingOf(admin, '/dashboard/allSellers', 0);
  await addSeller(shop.url, 'First Seller');
  const one = await headingOf(admin, '/dashboard/allSellers', 1);
  await addSeller(shop.url, 'Second Seller');
  expectDifferent([none, one, await headingOf(admin, '/dashboard/allSellers', 2)]);
});

statement('2.buyers.headings', async () => {
  const none = await headingOf(admin, '/dashboard/allBuyers', 0);
  await addBuyer(shop.url, 'First Buyer');
  const one = await headingOf(admin, '/dashboard/allBuyers', 1);
  await addBuyer(shop.url, 'Second Buyer');
  expectDifferent([none, one, await headingOf(admin, '/dashboard/allBuyers', 2)]);
});

describe('With a seller and a buyer', () => {
  let seller: Seller;
  let selling: Page;
  let buyer: Member;
  let buying: Page;
  const listings: string[] = [];

  const listAnother = async (): Promise<void> => {
    const model_name = `Dashing ${listings.length + 1}`;
    listings.push(await listPhone(seller.client, { model_name, image: seller.image, resale_price: '250' }));
  };

  beforeAll(async () => {
    [seller, buyer] = await Promise.all([addSeller(shop.url, 'Dora Seller'), addBuyer(shop.url, 'Dora Buyer')]);
    ({ page: selling } = await visitAs(shop, seller));
    ({ page: buying } = await visitAs(shop, buyer));
  });

  statement('2.my-products.headings', async () => {
    const none = await headingOf(selling, '/dashboard/myProducts', 0);
    await listAnother();
    const one = await headingOf(selling, '/dashboard/myProducts', 1);
    await listAnother();
    expectDifferent([none, one, await headingOf(selling, '/dashboard/myProducts', 2)]);
  });

  describe('With products', () => {
    beforeAll(async () => {
      while (listings.length < 2) await listAnother();
    });

    const report = (id: string | undefined) => buyer.client.call('POST', '/api/reportedItems', { _id: id, status: 'reported' });

    statement('2.reported.headings', async () => {
      const none = await headingOf(admin, '/dashboard/reportedItems', 0);
      await report(listings[0]);
      const one = await headingOf(admin, '/dashboard/reportedItems', 1);
      await report(listings[1]);
      expectDifferent([none, one, await headingOf(admin, '/dashboard/reportedItems', 2)]);
    });

    statement('2.my-products.columns', async () => {
      await open(selling, '/dashboard/myProducts');
      expectColumns((await columnsOf(selling)).slice(1), ['image', 'model name', 'price', 'sales status', 'advertise', 'delete']);
      const row = rows(selling).first();
      expect((await row.getByRole('cell').first().allInnerTexts())[0]?.trim()).toMatch(/^1\b/u);
      await expectPicture(row.locator('img'));
      await row.getByText('Dashing 2', { exact: true }).waitFor();
      await row.getByText('$250', { exact: true }).waitFor();
      await row.getByText('available', { exact: true }).waitFor();
      await row.getByRole('button', { name: /^Advertise/u }).waitFor();
      await row.getByRole('button', { name: /^Delete/u }).waitFor();
    });

    statement('2.sellers.columns', async () => {
      await open(admin, '/dashboard/allSellers');
      expectColumns(await columnsOf(admin), ['name', 'email', 'verification', 'delete']);
      const row = rows(admin).filter({ hasText: seller.email });
      await row.getByText(seller.name, { exact: true }).waitFor();
      expect(await row.getByTitle(/verified/iu).count()).toBe(0);
      await row.getByRole('button', { name: /verif/iu }).click();
      await row.getByTitle(/verified/iu).waitFor();
      await row.getByRole('button', { name: /^Delete/u }).waitFor();
    });

    statement('2.buyers.columns', async () => {
      await open(admin, '/dashboard/allBuyers');
      expectColumns(await columnsOf(admin), ['name', 'email', 'delete']);
      const row = rows(admin).filter({ hasText: buyer.email });
      await row.getByText(buyer.name, { exact: true }).waitFor();
      await row.getByRole('button', { name: /^Delete/u }).waitFor();
    });

    statement('2.reported.columns', async () => {
      await report(listings[0]);
      await open(admin, '/dashboard/reportedItems');
      expectColumns(await columnsOf(admin), ['image', 'name', 'delete']);
      const row = rows(admin).filter({ hasText: 'Dashing 1' });
      await expectPicture(row.locator('img'));
      await row.getByRole('button', { name: /^Delete/u }).waitFor();
    });

    const askToDelete = async (model: string): Promise<Locator> => {
      await open(selling, '/dashboard/myProducts');
      await rows(selling)
        .filter({ hasText: model })
        .getByRole('button', { name: /^Delete/u })
        .click();
      return selling.getByRole('dialog');
    };

    statement('2.delete.confirm', async () => {
      const dialog = await askToDelete('Dashing 1');
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
      await dialog.getByRole('button', { name: "Yes, I'm sure", exact: true }).waitFor();
      // Nothing has happened yet.
      expect((await seller.client.call('GET', `/api/selectedItem/${listings[0]}`)).status).toBe(200);
    });

    statement('2.delete.cancel', async () => {
      const dialog = await askToDelete('Dashing 1');
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await selling.reload();
      await rows(selling).filter({ hasText: 'Dashing 1' }).waitFor();
    });
  });

  statement('2.add-product.fields', async () => {
    await openProductForm(selling);
    for (const name of PRODUCT_FIELDS) expect(await productField(selling, name).isVisible(), name).toBe(true);
  });

  statement('2.add-product.image', async () => {
    await openProductForm(selling);
    expect(await pictureField(selling).getAttribute('accept')).toMatch(/image\//u);
  });

  const menu = (on: Page): Locator => on.getByRole('navigation', { name: 'Dashboard' });

  statement('2.dashboard.welcome', async () => {
    await open(buying, '/dashboard');
    await main(buying)
      .getByRole('heading', { name: new RegExp(`welcome.*${buyer.name}`, 'iu') })
      .waitFor();
  });

  statement('2.dashboard.person', async () => {
    await open(buying, '/dashboard');
    await menu(buying).getByText(buyer.name, { exact: true }).waitFor();
    await menu(buying).getByText(buyer.email, { exact: true }).waitFor();
    await expectPicture(menu(buying).locator('img').first());
  });

  statement('2.dashboard.spinner', async () => {
    const reply = await delay(buying, '**/api/users/admin/**');
    await open(buying, '/dashboard');
    await loading(buying).first().waitFor();
    expect(await menu(buying).count()).toBe(0);
    await reply.release();
    await menu(buying).waitFor();
  });

  const expectMenu = async (on: Page, role: keyof typeof MENU): Promise<void> => {
    await open(on, '/dashboard');
    await menu(on).waitFor();
    for (const [whose, names] of Object.entries(MENU))
      for (const name of names) expect(await menu(on).getByRole('link', { name, exact: true }).count(), name).toBe(whose === role ? 1 : 0);
  };

  statement('2.dashboard.buyer', () => expectMenu(buying, 'buyer'));
  statement('2.dashboard.seller', () => expectMenu(selling, 'seller'));
  statement('2.dashboard.admin', () => expectMenu(admin, 'admin'));

  const expectSentAway = async (people: Page[], paths: string[]): Promise<void> => {
    for (const on of people)
      for (const path of paths) {
        await open(on, path);
        await expectSentToLogin(on, path);
      }
  };

  statement('2.routes.orders', () => expectSentAway([selling, admin], RESTRICTED.orders));
  statement('2.routes.seller', () => expectSentAway([buying, admin], RESTRICTED.seller));
  statement('2.routes.admin', () => expectSentAway([buying, selling], RESTRICTED.admin));
});
