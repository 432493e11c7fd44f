import type { Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { PASSWORD } from '#test/support/world/values.ts';
import { PATIENCE, type Visitor, type VisitorOptions } from '../browser.ts';
import { enter } from '../people.ts';
import { openShop, type ShopUnderTest } from '../shop.ts';

// What the tests of the statements have in common: the shop they look at, the people in it, replies that are slow or fail,
// and ways to see what a person sees.

export { PASSWORD };
export const ADMIN = 'admin@example.test';

export type Member = { client: Client; email: string; name: string };
export type Seller = Member & { image: string };

/** While its replies are intercepted a browser keeps nothing, and remarks that what it read ahead was for nothing. */
export const INTERCEPTED = [/was preloaded using link preload but not used/u];

type Address = Parameters<Page['route']>[0];

/** Replies that are kept back: when the first was asked for, and the end of it. */
export type Delayed = { asked: Promise<void>; letGo(): Promise<void> };

/** A shop with nothing in it but its admin and its brands. */
export function openStage(settings: Record<string, string> = {}): ShopUnderTest {
  return openShop({ DEMO: 'false', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD, ...settings });
}

/** Somebody with an account, who does through the API what a test needs to have happened. */
export const addBuyer = (url: string, name: string): Promise<Member> => addMember(url, name, 'buyer');

async function addMember(url: string, name: string, role: 'buyer' | 'seller'): Promise<Member> {
  const client = createClient(url);
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`;
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

/** A browser in which this person is logged in. */
export async function visitAs(shop: ShopUnderTest, { email }: Pick<Member, 'email'>, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await shop.visitor(options);
  await enter(visitor.context, email, PASSWORD);
  return visitor;
}

export const readListing = async ({ client }: Member, id: string): Promise<Listing> => (await client.call('GET', `/api/selectedItem/${id}`)).body as Listing;

/** Keeps replies back until they are let go, or the test is over. */
export async function delay(page: Page, address: Address): Promise<Delayed> {
  const barrier = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const wait = async (route: Route): Promise<void> => {
    asked.resolve();
    await barrier.promise;
    await route.fallback();
  };
  await intercept(page, address, wait);
  const letGo = async (): Promise<void> => {
    barrier.resolve();
    if (!page.isClosed()) await page.unroute(address, wait);
  };
  onTestFinished(letGo);
  return { asked: asked.promise, letGo };
}

/** A browser may miss requests of a page that it was arriving at when it was told to intercept them. */
async function intercept(page: Page, ...[address, handler]: Parameters<Page['route']>): Promise<void> {
  await page.waitForLoadState('domcontentloaded');
  await page.route(address, handler);
}

/** A refusal as the server words one. */
export function refuse(page: Page, address: Address, status: number, message = 'Refused for the test.', code = 'internal') {
  return answer(page, address, status, { message, code });
}

/** Answers in the server's place until it is undone, or the test is over. */
export async function answer(page: Page, address: Address, status: number, json: unknown): Promise<{ undo(): Promise<void> }> {
  const reply = (route: Route): Promise<void> => route.fulfill({ status, json });
  await intercept(page, address, reply);
  const undo = async (): Promise<void> => {
    if (!page.isClosed()) await page.unroute(address, reply);
  };
  onTestFinished(undo);
  return { undo };
}

/** How long a text stays on the page, in milliseconds. To be called before it appears; it answers when the text is gone. */
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

/** In how many columns these boxes stand: as many as share the first one's row. */
export async function countColumns(boxes: Locator): Promise<number> {
  await boxes.first().waitFor();
  const tops = await boxes.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
  return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) <= 1).length;
}

/** What a name in a list of facts is followed by. */
export function fact(place: Locator, name: string): Locator {
  return place
    .locator('dt', { hasText: new RegExp(`^${name}$`, 'u') })
    .locator('xpath=following-sibling::dd')
    .first();
}

/** Waits until a picture is there, and not merely its place. */
export async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0), PATIENCE).toBe(true);
}

/** The form to sign in with, kept for the page that somebody came from. */
export async function expectSentToLogin(page: Page, from: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === from, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
}

/** Waits for the page's title. Returns the part that is the page's own. */
export async function pageTitle(page: Page, shopName: string): Promise<string> {
  const parts = async () => (await page.title()).split(' | ');
  await expect.poll(async () => (await parts()).length === 2 && (await parts())[1] === shopName, PATIENCE).toBe(true);
  return (await parts())[0] ?? '';
}

/** Red, green and blue of an element's text. */
export async function colorOf(text: Locator): Promise<{ red: number; green: number; blue: number }> {
  const channels = await text.evaluate((element) => {
    // Whatever way the color is written in, a canvas tells its channels.
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return [];
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return { red, green, blue };
}

/** A sentence with a Retry button in the content's place and no toast; Retry brings the content once the reply can be had. */
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

/** What the shop says outside of the page itself: its toasts. */
export function toastTexts(page: Page): Promise<string[]> {
  return page
    .locator('[role=status], [role=alert]')
    .evaluateAll((places) => places.filter((place) => !place.closest('main, header, footer')).map((place) => place.textContent?.trim() ?? ''))
    .then((texts) => texts.filter((text) => text !== ''));
}

/** What the columns of the page's table are called. */
export async function columnsOf(page: Page): Promise<string[]> {
  await rows(page).first().waitFor();
  return (await main(page).getByRole('columnheader').allTextContents()).map((text) => text.trim());
}

/** The rows of the page's table, without its headings. */
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
