import type { Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { PASSWORD } from '#test/support/world/values.ts';
import { PATIENCE, type Visitor, type VisitorOptions } from '../browser.ts';
import { enter } from '../people.ts';
import { openShop, type ShopUnderTest } from '../shop.ts';

// Shared by the statements' tests: the shop, its people, slow or failing replies, and helpers that read what a page shows.

export { PASSWORD };
export const ADMIN = 'admin@example.test';

export type Member = { client: Client; email: string; name: string };
export type Seller = Member & { image: string };

/** While its replies are intercepted, a browser caches nothing and warns that preloads were unused. */
export const INTERCEPTED = [/was preloaded using link preload but not used/u];

type Address = Parameters<Page['route']>[0];

/** Delayed replies: `asked` resolves at the first request, `release` releases them. */
export type Delayed = { asked: Promise<void>; release(): Promise<void> };

/** Settings of a shop that contains only its admin and its brands. */
export const EMPTY_SHOP = { DEMO: 'false', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD };

/** Opens a shop that contains only its admin and its brands. */
export const openStage = (settings: Record<string, string> = {}): ShopUnderTest => openShop({ ...EMPTY_SHOP, ...settings });

/** Adds an account that prepares a test's data through the API. */
export const addBuyer = (url: string, name: string): Promise<Member> => addMember(url, name, 'buyer');

let people = 0;

async function addMember(url: string, name: string, role: 'buyer' | 'seller'): Promise<Member> {
  const client = createClient(url);
  people += 1;
  // A second try at a test finds the accounts of the first.
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${people}@example.test`;
  await client.signUp(email, role, name);
  return { client, email, name };
}

/** The same for a seller, with a picture to list phones with. */
export async function addSeller(url: string, name: string): Promise<Seller> {
  const member = await addMember(url, name, 'seller');
  return { ...member, image: await uploadPicture(member.client) };
}

export async function addAdmin(url: string): Promise<Member> {
  const client = createClient(url);
  await client.signIn(ADMIN, PASSWORD);
  return { client, email: ADMIN, name: 'Admin' };
}

/** Opens a browser in which this person is logged in. */
export async function visitAs(shop: ShopUnderTest, { email }: Pick<Member, 'email'>, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await shop.visitor(options);
  await enter(visitor.context, email, PASSWORD);
  return visitor;
}

export const readListing = async ({ client }: Member, id: string): Promise<Listing> => (await client.call('GET', `/api/selectedItem/${id}`)).body as Listing;

/** Delays replies until they are released, or the test is over. */
export async function delay(page: Page, address: Address): Promise<Delayed> {
  const barrier = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const wait = async (route: Route): Promise<void> => {
    asked.resolve();
    await barrier.promise;
    await route.fallback();
  };
  await intercept(page, address, wait);
  const release = async (): Promise<void> => {
    barrier.resolve();
    if (!page.isClosed()) await page.unroute(address, wait);
  };
  onTestFinished(release);
  return { asked: asked.promise, release };
}

/** Routes requests; a browser may miss those of a page that is loading at that moment. */
async function intercept(page: Page, ...[address, handler]: Parameters<Page['route']>): Promise<void> {
  await page.waitForLoadState('domcontentloaded');
  await page.route(address, handler);
}

/** Replies with an error in the server's format. */
export function refuse(page: Page, address: Address, status: number, message = 'Refused for the test.', code = 'internal') {
  return answer(page, address, status, { message, code });
}

/** Replies in place of the server until undone, or the test is over. */
export async function answer(page: Page, address: Address, status: number, json: unknown): Promise<{ undo(): Promise<void> }> {
  const reply = (route: Route): Promise<void> => route.fulfill({ status, json });
  await intercept(page, address, reply);
  const undo = async (): Promise<void> => {
    if (!page.isClosed()) await page.unroute(address, reply);
  };
  onTestFinished(undo);
  return { undo };
}

/** Measures how long a text stays on the page, in milliseconds. Call it before the text appears; it resolves when the text is gone. */
export async function watchText(page: Page, text: string): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle((looked) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    let since: number | null = null;
    const look = (): void => {
      const there = document.body.textContent.includes(looked);
      if (there) since ??= performance.now();
      if (!there && since !== null) resolve(performance.now() - since);
      else requestAnimationFrame(look);
    };
    look();
    return { stayed: promise };
  }, text);
  return () => watch.evaluate(({ stayed }) => stayed);
}

/** How many cards share a row at these widths. */
export const COLUMNS = [
  { width: 375, columns: 1 },
  { width: 800, columns: 2 },
  { width: 1120, columns: 3 },
  { width: 1440, columns: 4 },
];

/** Returns the number of columns: how many boxes share the first one's row. */
export async function countColumns(boxes: Locator): Promise<number> {
  await boxes.first().waitFor();
  const tops = await boxes.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
  return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) <= 1).length;
}

/** Returns the value that follows a name in a list of facts. */
export function fact(place: Locator, name: string): Locator {
  return place
    .locator('dt', { hasText: new RegExp(`^${name}$`, 'u') })
    .locator('xpath=following-sibling::dd')
    .first();
}

/** Waits until a picture has loaded, not just its placeholder. */
export async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0), PATIENCE).toBe(true);
}

/** Expects the login form, with the page to return to. */
export async function expectSentToLogin(page: Page, from: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === from, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
}

/** Waits for the page's title. Returns the page's own part of it. */
export async function pageTitle(page: Page, shopName: string): Promise<string> {
  const parts = async () => (await page.title()).split(' | ');
  await expect.poll(async () => (await parts()).length === 2 && (await parts())[1] === shopName, PATIENCE).toBe(true);
  return (await parts())[0] ?? '';
}

/** Returns the red, green and blue of an element's text. */
export async function colorOf(text: Locator): Promise<{ red: number; green: number; blue: number }> {
  const channels = await text.evaluate((element) => {
    // A canvas converts any color syntax to channels.
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return [];
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return { red, green, blue };
}

/** Expects a message with a Retry button in place of the content, without a toast; Retry loads the content once the request works. */
export async function expectRetry(page: Page, failing: { undo(): Promise<void> }, content: Locator): Promise<void> {
  const button = page.getByRole('button', { name: 'Retry', exact: true });
  const retry = main(page).locator(button);
  await retry.first().waitFor();
  expect(await main(page).getByRole('alert').filter({ has: button }).first().textContent()).toMatch(/\w.*\.\s*Retry$/u);
  expect(await toastTexts(page)).toEqual([]);
  await failing.undo();
  await retry.first().click();
  await content.waitFor();
  await expect.poll(() => retry.count(), PATIENCE).toBe(0);
}

export const main = (page: Page): Locator => page.getByRole('main');

/** Returns the texts of the toasts. */
export function toastTexts(page: Page): Promise<string[]> {
  return page
    .locator('[role=status], [role=alert]')
    .evaluateAll((places) => places.filter((place) => !place.closest('main, header, footer')).map((place) => place.textContent?.trim() ?? ''))
    .then((texts) => texts.filter((text) => text !== ''));
}

/** Returns the column headings of the page's table. */
export async function columnsOf(page: Page): Promise<string[]> {
  await rows(page).first().waitFor();
  return (await main(page).getByRole('columnheader').allTextContents()).map((text) => text.trim());
}

/** Returns the rows of the page's table, without its headings. */
export function rows(page: Page): Locator {
  return main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
}

export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel(/^Expiry/u).fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}
