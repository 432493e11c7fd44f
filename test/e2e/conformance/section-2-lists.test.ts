import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { buyPhone, listPhone } from '#test/support/world/calls.ts';
import { arrive, during, open, PATIENCE, takenOver, type Visitor } from '../browser.ts';
import {
  addAdmin,
  addBuyer,
  addSeller,
  COLUMNS,
  countColumns,
  expectPicture,
  fact,
  type Member,
  main,
  openStage,
  readListing,
  type Seller,
  visitAs,
} from './stage.ts';
import { statement } from './statement.ts';

const shop = openStage();
const MOBILE = '+351 900 123 456';
const PRICES = [300, 100, 500, 200, 400];

let page: Page;
let person: Visitor;
let seller: Seller;
let verified: Seller;
let buyer: Member;
let first: Listing;

function sell(by: Seller, model_name: string, price: number): Promise<string> {
  return listPhone(by.client, { model_name, image: by.image, resale_price: String(price), mobile_number: MOBILE });
}

beforeAll(async () => {
  [seller, verified, buyer] = await Promise.all([addSeller(shop.url, 'Lis Seller'), addSeller(shop.url, 'Vera Seller'), addBuyer(shop.url, 'Lis Buyer')]);
  const admin = await addAdmin(shop.url);
  const sellers = (await admin.client.call('GET', '/api/users/sellers?user=seller')).body as { _id: string; email: string }[];
  const id = sellers.find(({ email }) => email === verified.email)?._id;
  await admin.client.call('PUT', `/api/products/?email=${verified.email}&id=${id}`);
  const ids: string[] = [];
  for (const price of PRICES) ids.push(await sell(seller, `Listed ${price}`, price));
  await sell(verified, 'Listed by Vera', 600);
  first = await readListing(buyer, ids[0] ?? '');
  ({ page } = await shop.visitor());
  person = await visitAs(shop, buyer);
});

function cards(on: Page): Locator {
  return main(on).getByRole('article');
}

function cardOf(on: Page, model: string): Locator {
  return cards(on).filter({ has: on.getByRole('link', { name: model, exact: true }) });
}

function sortBy(on: Page): Locator {
  return main(on).getByRole('combobox', { name: /sort/iu });
}

async function pricesOn(on: Page): Promise<number[]> {
  return (await cards(on).allTextContents()).map((text) => Number(/\$(\d+)/u.exec(text)?.[1]));
}

async function openCategory(on: Page): Promise<void> {
  await open(on, '/category/Samsung');
  await cards(on).first().waitFor();
}

statement('2.category.title', async () => {
  await openCategory(page);
  await main(page).getByRole('heading', { name: 'Hurry up to buy!', exact: true }).waitFor();
});

statement('2.category.sort.options', async () => {
  await openCategory(page);
  expect(await sortBy(page).getByRole('option').allTextContents()).toEqual(['Default', 'Price Low > High', 'Price High > Low']);
});

function isTo(path: string): (request: Request) => boolean {
  return (request) => new URL(request.url()).pathname === path;
}

statement('2.category.sort.wire', async () => {
  await openCategory(page);
  await takenOver(page);
  for (const [label, value] of [
    ['Price Low > High', 'lowtohigh'],
    ['Price High > Low', 'hightolow'],
  ] as const) {
    const asked = await during(page.waitForRequest(isTo('/api/products')), () => sortBy(page).selectOption({ label }));
    const { searchParams } = new URL(asked.url());
    expect([searchParams.get('name'), searchParams.get('sort')]).toEqual(['Samsung', value]);
  }
  // From another sort order, the default one is requested by its name too.
  await open(page, '/category/Samsung?sort=lowtohigh');
  await takenOver(page);
  const asked = await during(page.waitForRequest(isTo('/api/products')), () => sortBy(page).selectOption({ label: 'Default' }));
  expect(new URL(asked.url()).searchParams.get('sort')).toBe('default');
});

statement('2.category.sort.order', async () => {
  await openCategory(page);
  await takenOver(page);
  const rising = [...PRICES, 600].toSorted((one, other) => one - other);
  await sortBy(page).selectOption({ label: 'Price Low > High' });
  await expect.poll(() => pricesOn(page), PATIENCE).toEqual(rising);
  await sortBy(page).selectOption({ label: 'Price High > Low' });
  await expect.poll(() => pricesOn(page), PATIENCE).toEqual(rising.toReversed());
});

function searchForm(on: Page): Locator {
  return main(on).getByRole('search');
}

statement('2.category.search.required', async () => {
  await openCategory(page);
  await takenOver(page);
  await searchForm(page).getByRole('button', { name: 'Search' }).click();
  const field = searchForm(page).getByRole('combobox');
  expect(await field.evaluate((input) => input instanceof HTMLInputElement && input.required && input.validity.valueMissing)).toBe(true);
  expect(page.url()).toBe(`${shop.url}/category/Samsung`);
});

statement('2.category.search.wire', async () => {
  await openCategory(page);
  await takenOver(page);
  await searchForm(page).getByRole('combobox').fill('Listed by Vera');
  const asked = await during(page.waitForRequest(isTo('/api/searchProducts')), () => searchForm(page).getByRole('button', { name: 'Search' }).click());
  expect(new URL(asked.url()).searchParams.get('search')).toBe('Listed by Vera');
  await expect.poll(() => cards(page).count(), PATIENCE).toBe(1);
  await cardOf(page, 'Listed by Vera').waitFor();
});

statement('2.category.columns', async () => {
  await openCategory(page);
  for (const { width, columns } of COLUMNS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await countColumns(cards(page)), `${width} pixels`).toBe(columns);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

statement('2.category.card.facts', async () => {
  await openCategory(page);
  await takenOver(page);
  const card = cardOf(page, first.model_name);
  await expectPicture(card.locator('img').first());
  await card.getByText('$300', { exact: true }).first().waitFor();
  await card.getByText(/^More/u).first().click();
  const facts = {
    Brand: first.brand,
    Condition: first.condition,
    Color: first.color,
    Storage: first.storage,
    'Original price': '$799',
    'Resale price': '$300',
    'Year of use': first.year_of_use,
    'Purchase year': first.purchase_year,
    Location: first.location,
    Posted: first.post_time,
  };
  for (const [name, value] of Object.entries(facts))
    await fact(card, name)
      .getByText(value, { exact: true })
      .or(fact(card, name).filter({ hasText: value }))
      .first()
      .waitFor();
  await card.getByText(first.description, { exact: true }).waitFor();
});

statement('2.category.card.seller', async () => {
  await openCategory(page);
  for (const [model, name, badges] of [
    [first.model_name, seller.name, 0],
    ['Listed by Vera', verified.name, 1],
  ] as const) {
    const card = cardOf(page, model);
    await card.getByText(name, { exact: true }).waitFor();
    expect(await card.getByTitle(/verified/iu).count()).toBe(badges);
  }
});

statement('2.category.card.mobile', async () => {
  await openCategory(page);
  await takenOver(page);
  const stranger = cardOf(page, first.model_name);
  await stranger.getByText(/^More/u).first().click();
  await fact(stranger, 'Mobile')
    .getByText(/log in/iu)
    .waitFor();
  expect(await stranger.getByText(MOBILE).count()).toBe(0);
  await openCategory(person.page);
  await takenOver(person.page);
  const known = cardOf(person.page, first.model_name);
  await known.getByText(/^More/u).first().click();
  await fact(known, 'Mobile').getByText(MOBILE, { exact: true }).waitFor();
});

statement('2.category.card.book', async () => {
  await openCategory(person.page);
  await takenOver(person.page);
  await cardOf(person.page, first.model_name)
    .getByRole('link', { name: /^Book Now/u })
    .click();
  await arrive(person.page, `${shop.url}/booking-page/${first._id}`);
});

statement('2.category.card.report', async () => {
  await openCategory(person.page);
  await cardOf(person.page, first.model_name).getByRole('button', { name: 'Report this item' }).waitFor();
});

statement('2.item.detail', async () => {
  const { page: own } = person;
  await open(own, `/selected-items-details/${first._id}`);
  await main(own).getByRole('heading', { name: first.model_name, level: 1, exact: true }).waitFor();
  expect(await main(own).getByRole('link', { name: 'Book Now', exact: true }).first().getAttribute('href')).toBe(`/booking-page/${first._id}`);
  await main(own).getByRole('button', { name: 'Report this item' }).first().waitFor();
  await expectPicture(main(own).getByRole('img').first());
});

statement('2.arrival.detail', async () => {
  const { page: own } = person;
  await open(own, `/selected-newArrival-items/${first._id}`);
  await main(own).getByRole('heading', { name: first.model_name, level: 1, exact: true }).waitFor();
  expect(await main(own).getByRole('link', { name: 'Book Now', exact: true }).first().getAttribute('href')).toBe(`/booking-page/${first._id}`);
});

statement('2.item.sold', async () => {
  const sold = await readListing(buyer, await sell(seller, 'Listed, sold', 150));
  await buyPhone(buyer.client, sold._id);
  await open(page, `/selected-items-details/${sold._id}`);
  await main(page).getByRole('heading', { name: sold.model_name, level: 1, exact: true }).waitFor();
  await main(page)
    .getByText(/\bsold\b/iu)
    .first()
    .waitFor();
  expect(await main(page).locator(`a[href="/booking-page/${sold._id}"]`).count()).toBe(0);
  await main(page).getByRole('heading', { name: 'Similar phones' }).waitFor();
  expect(
    await cards(page)
      .filter({ has: page.getByRole('link', { name: /^Book Now/u }) })
      .count(),
  ).toBeGreaterThan(0);
});

statement('2.category.sold', async () => {
  const sold = await readListing(buyer, await sell(seller, 'Listed, then sold', 150));
  await openCategory(page);
  await cardOf(page, sold.model_name).waitFor();
  await buyPhone(buyer.client, sold._id);
  for (const path of ['/category/Samsung', '/search?search=Listed', '/']) {
    await open(page, path);
    await cards(page).first().waitFor();
    expect(await cards(page).filter({ hasText: sold.model_name }).count(), path).toBe(0);
  }
});

statement('2.blogs.articles', async () => {
  await open(page, '/blogs');
  const questions = await main(page).getByRole('article').getByRole('heading').allTextContents();
  expect(questions).toHaveLength(4);
  for (const [index, topic] of [/state/iu, /prototyp/iu, /unit test/iu, /react.*angular.*vue/iu].entries()) expect(questions[index]).toMatch(topic);
});

statement('2.blogs.more', async () => {
  await open(page, '/blogs');
  await takenOver(page);
  const read = () => main(page).textContent();
  const before = await read();
  await main(page).getByRole('button', { name: 'Load more posts...', exact: true }).click();
  expect(await read()).toBe(before);
  expect(page.url()).toBe(`${shop.url}/blogs`);
});
