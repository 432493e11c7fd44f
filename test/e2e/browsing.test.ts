import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import { arrive, open, PATIENCE, takenOver } from './browser.ts';
import { readShop } from './shop.ts';

const shop = readShop();
const PHONE = { width: 360, height: 740 };
/** No phone of the demo shop costs more. */
const EVERYTHING = 'under5000';

let apple: Listing[];

async function read<T>(path: string): Promise<T> {
  return (await fetch(shop.url + path)).json() as Promise<T>;
}

beforeAll(async () => {
  apple = await read<Listing[]>('/api/products?name=Apple');
});

function cards(page: Page): Locator {
  return page.getByRole('article');
}

function shownModels(page: Page): Promise<string[]> {
  return cards(page).getByRole('heading', { level: 2 }).allInnerTexts();
}

function modelsOf(listings: Listing[]): string[] {
  return listings.map(({ model_name }) => model_name);
}

function expectShown(page: Page, listings: Listing[]): Promise<void> {
  return expect
    .poll(() => shownModels(page), PATIENCE)
    .toEqual(modelsOf(listings))
    .then(() => {});
}

function count(page: Page): Locator {
  return page.getByRole('main').getByRole('status').first();
}

function chip(page: Page, text: string): Locator {
  return page.getByRole('list', { name: 'Active filters' }).getByRole('link', { name: text });
}

function bar(page: Page): Locator {
  return page.getByRole('form', { name: 'Filters' });
}

function pill(page: Page, name: string): Locator {
  return bar(page).locator('summary', { hasText: name });
}

function phones(number: number): string {
  return number === 1 ? '1 phone' : `${number} phones`;
}

function withStorage(...sizes: string[]): Listing[] {
  return apple.filter(({ storage }) => sizes.includes(storage));
}

async function visitCategory(path = '/category/Apple', options: { phone?: boolean } = {}): Promise<Page> {
  const { page } = await shop.visitor({ expected: [{ url: /\/(category|api\/)/u, status: 400 }] });
  if (options.phone) await page.setViewportSize(PHONE);
  await open(page, path);
  await takenOver(page);
  return page;
}

describe('Filters', () => {
  test('A press on a choice’s text chooses it, and one elsewhere closes the panel', async () => {
    const page = await visitCategory();
    await pill(page, 'Storage').click();
    const choice = page.getByRole('checkbox', { name: /^128 GB/u });
    await page.locator('label').filter({ has: choice }).click();
    await arrive(page, '**/category/Apple?storage=128+GB');
    await expectShown(page, withStorage('128 GB'));
    expect(await choice.isVisible()).toBe(true);
    await page.getByRole('heading', { level: 1 }).click();
    await choice.waitFor({ state: 'hidden' });
  });

  test('Filters apply immediately, are part of the address, and survive a reload, Back and sharing', async () => {
    const page = await visitCategory();
    expect(await count(page).textContent()).toBe(phones(apple.length));
    await pill(page, 'Storage').click();
    await page.getByRole('checkbox', { name: /^64 GB/u }).check();
    await arrive(page, '**/category/Apple?storage=64+GB');
    await expectShown(page, withStorage('64 GB'));
    await page.getByRole('checkbox', { name: /^128 GB/u }).check();
    await arrive(page, '**/category/Apple?storage=64+GB&storage=128+GB');
    const both = withStorage('64 GB', '128 GB');
    expect(both.length).toBeGreaterThan(withStorage('64 GB').length);
    await expectShown(page, both);
    expect(await count(page).textContent()).toBe(phones(both.length));

    await page.reload();
    await takenOver(page);
    await expectShown(page, both);
    await chip(page, '128 GB').waitFor();

    const { page: friend } = await shop.visitor();
    await open(friend, page.url());
    await expectShown(friend, both);

    await page.goBack();
    await expectShown(page, withStorage('64 GB'));
    await pill(page, 'Storage').click();
    expect(await page.getByRole('checkbox', { name: /^128 GB/u }).isChecked()).toBe(false);
    await page.goForward();
    await expectShown(page, both);
    expect(await page.getByRole('checkbox', { name: /^128 GB/u }).isChecked()).toBe(true);
  });

  test('Filters keep the sort order, and sorting keeps the filters', async () => {
    const page = await visitCategory();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('lowtohigh');
    await arrive(page, '**/category/Apple?sort=lowtohigh');
    await pill(page, 'Storage').click();
    await page.getByRole('checkbox', { name: /^128 GB/u }).check();
    await arrive(page, '**/category/Apple?sort=lowtohigh&storage=128+GB');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('hightolow');
    await arrive(page, '**/category/Apple?storage=128+GB&sort=hightolow');
    await expectShown(
      page,
      withStorage('128 GB').toSorted((one, other) => other.resale_price - one.resale_price),
    );
  });

  test('A filter and a sort order chosen before the page shows either both count', async () => {
    const page = await visitCategory();
    await pill(page, 'Storage').click();
    const filter = await page.getByRole('checkbox', { name: /^128 GB/u }).elementHandle();
    await page.getByRole('combobox', { name: 'Sort by' }).evaluate((sort, checkbox) => {
      if (!(sort instanceof HTMLSelectElement && checkbox instanceof HTMLElement)) throw new Error('the list has a filter and an order');
      checkbox.click();
      sort.value = 'lowtohigh';
      sort.dispatchEvent(new Event('change', { bubbles: true }));
    }, filter);
    await arrive(page, '**/category/Apple?storage=128+GB&sort=lowtohigh');
    await expectShown(
      page,
      withStorage('128 GB').toSorted((one, other) => one.resale_price - other.resale_price),
    );
  });

  test('The price filter accepts what people type, and marks an invalid price', async () => {
    const page = await visitCategory();
    await pill(page, 'Price').click();
    await page.getByRole('textbox', { name: 'To' }).fill('$200');
    await page.getByRole('textbox', { name: 'To' }).press('Enter');
    await expectShown(
      page,
      apple.filter(({ resale_price }) => resale_price <= 200),
    );
    await chip(page, 'Up to $200').waitFor();

    await page.getByRole('textbox', { name: 'From' }).fill('cheap');
    await page.getByRole('button', { name: 'Apply price' }).click();
    await page.getByText('These filters don’t work').waitFor();
    const from = page.getByRole('textbox', { name: 'From' });
    expect(await from.getAttribute('aria-invalid')).toBe('true');
    expect(await from.inputValue()).toBe('cheap');
    await bar(page).getByText('The lowest price must be an amount in dollars').waitFor();
    // Nothing could match it.
    expect(await page.getByText('Save this search').count()).toBe(0);
    expect((await page.reload())?.status()).toBe(400);
    await takenOver(page);
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await arrive(page, '**/category/Apple');
    await expectShown(page, apple);
  });

  test('Removing a filter by its chip keeps the focus nearby and announces the count', async () => {
    const page = await visitCategory('/category/Apple?storage=64+GB&storage=128+GB&condition=good');
    await chip(page, 'Good').press('Enter');
    await expectShown(page, withStorage('64 GB', '128 GB'));
    expect(await count(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await count(page).textContent()).toBe(phones(withStorage('64 GB', '128 GB').length));
    await page.getByRole('link', { name: 'Clear all' }).click();
    await arrive(page, '**/category/Apple');
    await expectShown(page, apple);
    expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0);
  });

  test('Filters that match nothing come with advice', async () => {
    const page = await visitCategory('/category/Apple?storage=3+TB&color=Pink&verified=1');
    await page.getByText('No phones match').waitFor();
    expect(await count(page).textContent()).toBe('0 phones');
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await expectShown(page, apple);
  });

  test('Changing a filter keeps the focus and the view, or scrolls up to the first results', async () => {
    const page = await visitCategory(`/search?search=${EVERYTHING}`);
    await page.evaluate(() => window.scrollTo(0, 1500));
    await pill(page, 'Condition').click();
    const choice = page.getByRole('checkbox', { name: /^Very good/u });
    await choice.press('Space');
    await arrive(page, /condition=Very\+good/u);
    await expect.poll(() => choice.evaluate((element) => element === document.activeElement), PATIENCE).toBe(true);
    const bottom = await page.locator('#results').evaluate((results) => results.previousElementSibling?.getBoundingClientRect().bottom ?? 0);
    const top = await page.locator('#results').evaluate((results) => results.getBoundingClientRect().top);
    expect(Math.abs(top - bottom)).toBeLessThanOrEqual(24);
    await page.keyboard.press('Escape');
    expect(await pill(page, 'Condition').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await choice.isVisible()).toBe(false);
  });

  test('A search can be filtered by brand too', async () => {
    const page = await visitCategory(`/search?search=${EVERYTHING}`);
    await pill(page, 'Brand').click();
    await page.getByRole('checkbox', { name: /^Nokia/u }).check();
    const nokia = await read<Listing[]>('/api/products?name=Nokia');
    await expectShown(page, nokia);
    expect(new URL(page.url()).search).toBe(`?search=${EVERYTHING}&brand=Nokia`);
  });
});

describe('On a small screen', () => {
  test('Filters open in a sheet that shows how many phones are left', async () => {
    const page = await visitCategory('/category/Apple', { phone: true });
    const opener = page.getByRole('button', { name: 'Filters' });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^64 GB/u }).check();
    const shown = withStorage('64 GB');
    await sheet.getByRole('button', { name: `Show ${phones(shown.length)}` }).click();
    await sheet.waitFor({ state: 'hidden' });
    await arrive(page, '**/category/Apple?storage=64+GB');
    await expectShown(page, shown);
    expect(await page.getByRole('button', { name: 'Filters (1)' }).evaluate((element) => element === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Filters (1)' }).click();
    expect(await sheet.getByRole('checkbox', { name: /^64 GB/u }).isChecked()).toBe(true);
    await sheet.getByRole('link', { name: 'Clear all' }).click();
    await sheet.getByRole('button', { name: `Show ${phones(apple.length)}` }).waitFor();
    expect(await sheet.getByRole('checkbox', { name: /^64 GB/u }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await expectShown(page, apple);
  });

  test('Filters that don’t load say so, and the next press loads them', async () => {
    const { page } = await shop.visitor({ expected: [{ url: /\/assets\/\w+\.js$/u, status: 0 }] });
    await page.setViewportSize(PHONE);
    await page.goto('/category/Apple', { waitUntil: 'networkidle' });
    await takenOver(page);
    await page.route('**/assets/*.js', (route) => route.abort());
    const opener = page.getByRole('button', { name: 'Filters' });
    await opener.click();
    await page.getByText('Something didn’t load. Check your connection and try again.').waitFor();
    await page.unroute('**/assets/*.js');
    await opener.click();
    await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  });

  test('A choice stays under the finger while those above it change', async () => {
    const page = await visitCategory('/category/Apple', { phone: true });
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    // The last part of the sheet to load.
    await sheet.getByRole('button', { name: 'Use my location' }).waitFor();
    const models = sheet.getByRole('group', { name: 'Model' }).getByRole('checkbox');
    const choice = sheet.getByRole('group', { name: 'Purchase year' }).getByRole('checkbox').last();
    // Brings it into view, and waits until nothing covers it.
    await choice.hover();
    const [offered, before] = [await models.count(), await choice.boundingBox()];
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => models.count(), PATIENCE).toBeLessThan(offered);
    expect(await choice.boundingBox()).toEqual(before);
  });

  test.each([320, 360])('Nothing overflows at %i pixels with any filter on', async (width) => {
    const { page } = await shop.visitor();
    await page.setViewportSize({ width, height: 740 });
    for (const path of [
      '/',
      '/category/Apple?storage=64+GB&storage=128+GB&condition=good&priceTo=1000000',
      `/search?search=${'x'.repeat(200)}&color=${'y'.repeat(200)}`,
    ]) {
      await open(page, path);
      await takenOver(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0);
    }
  });
});

describe('Cards', () => {
  test('A card shows more facts without moving anything around it', async () => {
    const page = await visitCategory();
    const placesOf = () => page.getByRole('listitem').evaluateAll((items) => items.map((item) => JSON.stringify(item.getBoundingClientRect())));
    const second = cards(page).nth(1);
    await second.getByText('More', { exact: false }).first().scrollIntoViewIfNeeded();
    const before = await placesOf();
    await second.locator('summary').click();
    await second.getByText('Purchase year', { exact: true }).waitFor();
    expect(await placesOf()).toEqual(before);
  });

  test('A card leads to its phone wherever it is pressed', async () => {
    const page = await visitCategory();
    const picture = await cards(page).first().locator('img').boundingBox();
    await page.mouse.click((picture?.x ?? 0) + 20, (picture?.y ?? 0) + 20);
    await arrive(page, `**/selected-items-details/${apple[0]?._id}`);
  });
});

describe('Without JavaScript', () => {
  const plainVisit = async (path: string, viewport?: { width: number; height: number }): Promise<Page> => {
    const { page } = await shop.visitor({ javaScriptEnabled: false });
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(path);
    return page;
  };

  test('Filters are forms whose menus open without JavaScript', async () => {
    const page = await plainVisit('/category/Apple?sort=lowtohigh');
    await pill(page, 'Storage').first().click();
    await page
      .getByRole('checkbox', { name: /^64 GB/u })
      .first()
      .check();
    await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
    await page.waitForURL((url) => url.searchParams.get('storage') === '64 GB' && url.searchParams.get('sort') === 'lowtohigh');
    await expectShown(
      page,
      withStorage('64 GB').toSorted((one, other) => one.resale_price - other.resale_price),
    );
    await chip(page, '64 GB').click();
    await page.waitForURL('**/category/Apple?sort=lowtohigh');
    expect(await cards(page).count()).toBe(apple.length);
  });

  test('Filters work without JavaScript on a small screen too', async () => {
    const page = await plainVisit('/category/Apple', PHONE);
    expect(await page.getByRole('button', { name: 'Filters' }).count()).toBe(0);
    await pill(page, 'Storage').filter({ visible: true }).click();
    await page
      .getByRole('checkbox', { name: /^64 GB/u })
      .filter({ visible: true })
      .check();
    await page.getByRole('button', { name: 'Apply', exact: true }).filter({ visible: true }).first().click();
    await page.waitForURL((url) => url.searchParams.get('storage') === '64 GB');
    expect((await shownModels(page)).toSorted()).toEqual(modelsOf(withStorage('64 GB')).toSorted());
  });

  test('The next page keeps filters and order without JavaScript', async () => {
    const wanted = await read<Listing[]>(`/api/searchProducts?search=${EVERYTHING}&priceTo=400&sort=hightolow`);
    expect(wanted.length).toBeGreaterThan(SITE_PAGE_SIZE);
    const page = await plainVisit(`/search?search=${EVERYTHING}&priceTo=400&sort=hightolow`);
    await page.getByRole('link', { name: 'Load more' }).click();
    await page.waitForURL((url) => url.searchParams.has('cursor') && url.searchParams.get('priceTo') === '400');
    expect(await shownModels(page)).toEqual(modelsOf(wanted.slice(SITE_PAGE_SIZE, 2 * SITE_PAGE_SIZE)));
  });

  test('A page after the last phone says that there are no more, and leads to the beginning of the list', async () => {
    const { headers } = await fetch(`${shop.url}/api/products?limit=60&sort=lowtohigh`);
    const cursor = /cursor=([^&>]+)/u.exec(headers.get('link') ?? '')?.[1];
    const page = await plainVisit(`/phones?sort=lowtohigh&priceTo=100&cursor=${cursor}`);
    await page.getByText('No more phones.').waitFor();
    await page.getByRole('link', { name: 'Back to the first page' }).click();
    await page.waitForURL((url) => !url.searchParams.has('cursor') && url.searchParams.get('priceTo') === '100');
  });
});
