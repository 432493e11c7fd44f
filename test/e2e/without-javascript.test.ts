import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { WantedAd } from '#contract/alerts/wanted.ts';
import type { Listing } from '#contract/listings.ts';
import { conditionFacts } from '#contract/shared/condition-answers.ts';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import { createClient } from '#test/support/world/client.ts';
import { PATIENCE } from './browser.ts';
import { fact } from './conformance/stage.ts';
import { DEMO, DEMO_PASSWORD } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();
/** No phone of the demo shop costs more. */
const EVERYTHING = 'under5000';
let page: Page;
let apple: Listing[];
let everything: Listing[];
/** The sellers' contact details that only logged-in users may read. */
let contacts: string[];

async function read<T>(path: string): Promise<T> {
  return (await fetch(shop.url + path)).json() as Promise<T>;
}

beforeAll(async () => {
  ({ page } = await shop.visitor({ javaScriptEnabled: false }));
  apple = await read<Listing[]>('/api/products?name=Apple');
  const buyer = createClient(shop.url);
  await buyer.signIn(DEMO.buyer, DEMO_PASSWORD);
  const known = (await buyer.call('GET', '/api/products?name=Apple')).body as Listing[];
  contacts = [...new Set(known.flatMap(({ mobile_number, sellerEmail }) => [mobile_number, sellerEmail]))];
  everything = await read<Listing[]>(`/api/searchProducts?search=${EVERYTHING}`);
});

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US')}`;
}

function cards(): Locator {
  return page.getByRole('article');
}

async function idOf(link: Locator): Promise<string> {
  return (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
}

/** Returns the ids of the listings that the page's cards link to, in order. */
async function shownIds(): Promise<string[]> {
  return Promise.all((await cards().getByRole('heading').getByRole('link').all()).map(idOf));
}

function idsOf(listings: Listing[]): string[] {
  return listings.map(({ _id }) => _id);
}

function byPrice(listings: Listing[]): number[] {
  return listings.map(({ resale_price }) => resale_price).toSorted((one, other) => one - other);
}

function pricesOf(ids: string[], listings: Listing[]): number[] {
  return ids.map((id) => listings.find(({ _id }) => _id === id)?.resale_price ?? Number.NaN);
}

/** Finds the text inside a noscript element, which locators by text skip. */
function needsJavaScript(): Locator {
  return page.locator('main p', { hasText: 'This page needs JavaScript. Browsing and searching the shop work without it.' });
}

/** Without JavaScript a browser loads all pictures immediately, wherever they are. */
async function expectPictures(pictures: Locator): Promise<void> {
  const countShown = () => pictures.evaluateAll((images) => images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length);
  await expect.poll(countShown, PATIENCE).toBe(await pictures.count());
}

/** Expects that nothing the server sent, visible or not, contains a seller's number or address. */
async function expectNoContacts(): Promise<void> {
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('"mobile_number":"•••');
  expect(contacts).toContain(DEMO.seller);
  for (const contact of contacts) expect(html).not.toContain(contact);
}

test('Every page has its own title with the shop’s name', async () => {
  const titles: [path: string, page: string][] = [
    ['/', 'Home'],
    ['/category/apple', 'Apple'],
    ['/search', 'Search'],
    ['/search?search=pixel', 'Search: pixel'],
    [`/selected-items-details/${apple[0]?._id}`, apple[0]?.model_name ?? ''],
    [`/selected-newArrival-items/${apple[0]?._id}`, apple[0]?.model_name ?? ''],
    ['/blogs', 'FAQ'],
    ['/login', 'Login'],
    ['/signup', 'Sign Up'],
    ['/reset-password', 'Reset Password'],
    ['/mailbox', 'Mailbox'],
    [`/booking-page/${apple[0]?._id}`, 'Booking'],
    ['/dashboard', 'Dashboard'],
    ['/dashboard/myOrders', 'My Orders'],
    ['/dashboard/addAProducts', 'Add A Product'],
    ['/dashboard/myProducts', 'My Products'],
    ['/dashboard/allSellers', 'All Sellers'],
    ['/dashboard/allBuyers', 'All Buyers'],
    ['/dashboard/reportedItems', 'Reported Items'],
    ['/dashboard/removedItems', 'Removed Items'],
    ['/dashboard/lostPhones', 'Lost Phones'],
    ['/dashboard/operations', 'Operations'],
    ['/dashboard/lostPhone', 'Lost Phone'],
    ['/dashboard/security', 'Security'],
    ['/dashboard/payment/any', 'Page not found'],
    ['/booking-page/any', 'Page not found'],
    ['/nowhere', 'Page not found'],
  ];
  for (const [path, name] of titles) {
    const html = await (await fetch(shop.url + path)).text();
    expect(html, path).toContain(`<title>${name} | Redial</title>`);
  }
});

test('The home page is complete without JavaScript', async () => {
  await page.goto('/');
  for (const name of ['New Arrivals', 'Explore Popular Brands', 'Our promises', 'Get Discount On These Products!!!'])
    expect(await page.getByRole('heading', { name, exact: true }).count(), name).toBe(1);
  for (const text of ['Discount Offer!', 'Get 20% off your first purchase', 'To get best value for money shop form our website.', 'Join with us:'])
    expect(await page.getByText(text, { exact: true }).count(), text).toBe(1);
  for (const name of ['Fast delivery', 'Best quality', 'Free return']) expect(await page.getByRole('heading', { name, exact: true }).count(), name).toBe(1);

  const arrivals = await read<Listing[]>('/api/newArrivalProducts');
  const offers = await read<Listing[]>('/api/advertise?limit=24');
  const brands = await read<{ name: string }[]>('/api/productCategories');
  expect(arrivals).toHaveLength(8);
  expect(offers.length).toBeGreaterThanOrEqual(12);
  expect(brands.length).toBeGreaterThanOrEqual(10);
  for (const [path, listings] of [
    ['/selected-newArrival-items/', arrivals],
    ['/selected-items-details/', offers],
  ] as const) {
    for (const { _id, model_name, resale_price } of listings) {
      const card = cards().filter({ has: page.locator(`a[href="${path}${_id}"]`) });
      expect(await card.getByRole('heading', { name: model_name, exact: true }).count(), model_name).toBe(1);
      expect(await card.getByText(dollars(resale_price), { exact: true }).count(), model_name).toBe(1);
      expect(await idOf(card.getByRole('link', { name: `Checkout Now: ${model_name}` }))).toBe(_id);
    }
  }
  for (const { name } of brands) expect(await page.locator(`#popular-brands a[href="/category/${name}"]`).count(), name).toBe(1);
  await expectPictures(page.getByRole('main').locator('img'));
});

test('A category shows every fact of its phones, but no seller’s number to visitors', async () => {
  await page.goto('/category/Apple');
  await page.getByRole('heading', { name: 'Hurry up to buy!', level: 1 }).waitFor();
  expect(await shownIds()).toEqual(idsOf(apple));
  for (const [index, listing] of apple.entries()) {
    const card = cards().nth(index);
    await card.locator('summary').click();
    const facts = {
      Brand: listing.brand,
      Condition: listing.condition,
      Color: listing.color,
      Storage: listing.storage,
      'Original price': dollars(listing.original_price),
      'Resale price': dollars(listing.resale_price),
      'Year of use': listing.year_of_use,
      'Purchase year': listing.purchase_year,
      Mobile: 'Log in to see it',
      Location: listing.location,
      Posted: listing.post_time,
    };
    for (const [name, value] of Object.entries(facts)) expect(await fact(card, name).textContent(), `${name} of ${listing.model_name}`).toBe(value);
    await card.getByText(listing.description, { exact: true }).waitFor();
    await card.getByText(listing.seller_name, { exact: true }).waitFor();
    expect(await card.getByText('Verified seller').count(), listing.seller_name).toBe(listing.seller_verify ? 1 : 0);
    expect(await idOf(card.getByRole('link', { name: `Book Now: ${listing.model_name}` }))).toBe(listing._id);
    await card.getByRole('link', { name: 'Report this item' }).waitFor();
  }
  await expectNoContacts();
  await expectPictures(cards().locator('img'));
});

test('A form sorts a category by price', async () => {
  await page.goto('/category/Apple');
  const sortBy = async (label: string) => {
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label });
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
  };
  await sortBy('Price Low > High');
  await page.waitForURL('**/category/Apple?sort=lowtohigh');
  expect(pricesOf(await shownIds(), apple)).toEqual(byPrice(apple));
  await sortBy('Price High > Low');
  await page.waitForURL('**/category/Apple?sort=hightolow');
  expect(pricesOf(await shownIds(), apple)).toEqual(byPrice(apple).toReversed());
  expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('hightolow');
});

test('Search works as a form, keeps the typed text, and sorts its results', async () => {
  const found = await read<Listing[]>('/api/searchProducts?search=pixel');
  await page.goto('/category/Apple');
  const search = page.getByRole('search', { name: 'Phones', exact: true });
  await search.getByRole('searchbox').fill('pixel');
  await search.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/search?search=pixel');
  await page.getByRole('heading', { name: 'Phones for “pixel”', level: 1 }).waitFor();
  expect(found.length).toBeGreaterThan(1);
  expect(await shownIds()).toEqual(idsOf(found));
  expect(await search.getByRole('searchbox').inputValue()).toBe('pixel');

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('lowtohigh');
  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.waitForURL('**/search?search=pixel&sort=lowtohigh');
  expect(pricesOf(await shownIds(), found)).toEqual(byPrice(found));

  await search.getByRole('searchbox').fill('zzzz qqqq');
  await search.getByRole('button').click();
  await page.getByText('No results for “zzzz qqqq”').waitFor();
  expect(await cards().count()).toBe(0);
});

test('Long results are paged by links, each phone once, in the requested order', async () => {
  expect(everything.length).toBeGreaterThan(2 * SITE_PAGE_SIZE);
  await page.goto(`/search?search=${EVERYTHING}&sort=lowtohigh`);
  const more = page.getByRole('link', { name: 'Load more' });
  const seen = await shownIds();
  expect(seen).toHaveLength(SITE_PAGE_SIZE);
  while (await more.count()) {
    const before = page.url();
    await more.click();
    await page.waitForURL((url) => url.href !== before && url.searchParams.get('sort') === 'lowtohigh' && url.searchParams.get('search') === EVERYTHING);
    seen.push(...(await shownIds()));
  }
  expect(seen.toSorted()).toEqual(idsOf(everything).toSorted());
  expect(pricesOf(seen, everything)).toEqual(byPrice(everything));
  await page.getByRole('link', { name: 'Back to the first page' }).click();
  await page.waitForURL(`**/search?search=${EVERYTHING}&sort=lowtohigh`);
  expect(await shownIds()).toEqual(seen.slice(0, SITE_PAGE_SIZE));
});

test.each(['/selected-items-details/', '/selected-newArrival-items/'])('A phone’s page is complete without JavaScript: %s', async (path) => {
  const [listing] = apple;
  if (!listing) throw new Error('the demo shop sells no Apple');
  await page.goto(path + listing._id);
  await page.getByRole('heading', { name: listing.model_name, level: 1, exact: true }).waitFor();
  const main = page.getByRole('main');
  for (const text of [dollars(listing.resale_price), dollars(listing.original_price), listing.description, listing.seller_name])
    await main.getByText(text, { exact: true }).first().waitFor();
  for (const [name, value] of [
    ['Brand', listing.brand],
    ['Condition', listing.condition],
    ['Color', listing.color],
    ['Year of use', listing.year_of_use],
    ['Purchase year', listing.purchase_year],
  ] as const)
    expect(await fact(main, name).textContent(), name).toBe(value);
  for (const title of ['Description', 'Specification', 'Display', 'Camera', 'Performance', 'Battery', 'Body', 'Network', 'Sale'])
    await main.getByRole('heading', { name: title, exact: true }).waitFor();
  for (const value of Object.values(listing.specification)) expect(await main.getByText(value, { exact: true }).count(), value).toBeGreaterThan(0);
  const seller = main.getByRole('region', { name: 'Seller' });
  for (const name of ['Mobile', 'Email']) expect(await fact(seller, name).textContent(), name).toBe('Log in to see it');
  await expectNoContacts();
  await main.getByRole('link', { name: 'Report this item' }).first().waitFor();
  await expectPictures(main.locator('img'));
});

test('Book Now leads to a page that says it needs JavaScript', async () => {
  await page.goto(`/selected-items-details/${apple[0]?._id}`);
  await page.getByRole('link', { name: 'Book Now', exact: true }).click();
  await page.waitForURL(`**/booking-page/${apple[0]?._id}`);
  await needsJavaScript().waitFor();
  await page.getByRole('search', { name: 'All phones' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Redial' }).click();
  await page.getByRole('heading', { name: 'Explore Popular Brands' }).waitFor();
});

test('The account menu opens without JavaScript, and its pages say they need it', async () => {
  for (const [name, path] of [
    ['Register', '/signup'],
    ['Log In', '/login'],
  ] as const) {
    await page.goto('/');
    await page.getByText('Account', { exact: true }).click();
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await needsJavaScript().waitFor();
  }
});

test('The FAQ shows its four articles without JavaScript', async () => {
  await page.goto('/blogs');
  const questions = await page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(questions).toEqual([
    'What are the different ways to manage state in a React application?',
    'How does prototypal inheritance work?',
    'What is a unit test, and why should we write unit tests?',
    'React vs. Angular vs. Vue: how do they compare?',
  ]);
  for (const text of await page.getByRole('article').allTextContents()) expect(text.length).toBeGreaterThan(500);
  await page.getByRole('button', { name: 'Load more posts...' }).waitFor();
});

test('Condition facts come first on a phone’s page without JavaScript', async () => {
  const listing = apple.find(({ answers }) => Object.values(answers).every((answer) => answer !== '' && answer !== 'unknown'));
  if (!listing) throw new Error('nobody in the demo shop has answered all questions about an Apple');
  await page.goto(`/selected-items-details/${listing._id}`);
  for (const { label, value } of conditionFacts(listing.answers)) expect(await fact(page.getByRole('main'), label).textContent(), label).toBe(value);
});

test('A phone’s earlier price shows without JavaScript', async () => {
  const seller = createClient(shop.url);
  await seller.signIn(DEMO.seller, DEMO_PASSWORD);
  const own = (await seller.call('GET', `/api/products?email=${DEMO.seller}`)).body as Listing[];
  const { _id, resale_price } = own.find(({ status, paused }) => status === 'available' && !paused) ?? { _id: '', resale_price: 0 };
  await seller.call('POST', '/api/ownListingChanges', { act: 'price', ids: [_id], percent: -10, prices: [resale_price] });
  await page.goto(`/selected-items-details/${_id}`);
  await page.getByText(new RegExp(`^\\${dollars(resale_price)} until `, 'u')).waitFor();
});

test('A search’s chips and the wanted phones are links and text without JavaScript', async () => {
  await page.goto('/search?search=apple+phone+with+a+good+battery+under+900');
  const chips = page.getByRole('list', { name: 'Understood as' }).getByRole('listitem');
  await chips.filter({ hasText: 'Up to $900' }).getByRole('link').click();
  await page.waitForURL((url) => url.pathname === '/search' && !url.searchParams.get('search')?.includes('900'));
  expect(await chips.filter({ hasText: 'Up to $900' }).count()).toBe(0);

  const buyer = createClient(shop.url);
  await buyer.signIn(DEMO.buyer, DEMO_PASSWORD);
  const saved = (await buyer.call('POST', '/api/savedSearches', { search: 'pixel 6' })).body as { insertedId: string };
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await buyer.call('PUT', `/api/savedSearches/${saved.insertedId}/wantedAd`, { topPrice: '260', until });
  const [ad] = await read<WantedAd[]>('/api/wantedAds');
  await page.goto('/wanted');
  const row = page.getByRole('main').getByRole('listitem').first();
  for (const text of [ad?.title ?? '', '$260']) await row.getByText(text).first().waitFor();
});
