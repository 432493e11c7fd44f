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

/** A shop with nothing in it but its admin and its brands. */
export const openStage = (settings: Record<string, string> = {}): ShopUnderTest =>
  openShop({ DEMO: 'false', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD, ...settings });

export type Member = { client: Client; email: string; name: string };
export type Seller = Member & { image: string };

/** Somebody with an account, who does through the API what a test needs to have happened. */
export const addBuyer = (url: string, name: string): Promise<Member> => addMember(url, name, 'buyer');

/** The same for a seller, with a picture to list phones with. */
export const addSeller = async (url: string, name: string): Promise<Seller> => {
  const member = await addMember(url, name, 'seller');
  return { ...member, image: await uploadPicture(member.client) };
};

const addMember = async (url: string, name: string, role: 'buyer' | 'seller'): Promise<Member> => {
  const client = createClient(url);
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`;
  await client.signUp(email, role, name);
  return { client, email, name };
};

export const addAdmin = async (url: string): Promise<Member> => {
  const client = createClient(url);
  await client.signIn(ADMIN, PASSWORD);
  return { client, email: ADMIN, name: 'Admin' };
};

/** A browser in which this person is logged in. */
export const visitAs = async (shop: ShopUnderTest, { email }: Pick<Member, 'email'>, options?: VisitorOptions): Promise<Visitor> => {
  const visitor = await shop.visitor(options);
  await enter(visitor.context, email, PASSWORD);
  return visitor;
};

export const readListing = async ({ client }: Member, id: string): Promise<Listing> => (await client.call('GET', `/api/selectedItem/${id}`)).body as Listing;

/** While its replies are intercepted a browser keeps nothing, and remarks that what it read ahead was for nothing. */
export const INTERCEPTED = [/was preloaded using link preload but not used/u];

type Address = Parameters<Page['route']>[0];

/** Replies that are kept back: when the first was asked for, and the end of it. */
export type Delayed = { asked: Promise<void>; letGo(): Promise<void> };

/** A browser may miss requests of a page that it was arriving at when it was told to intercept them. */
const intercept = async (page: Page, ...[address, handler]: Parameters<Page['route']>): Promise<void> => {
  await page.waitForLoadState('domcontentloaded');
  await page.route(address, handler);
};

/** Keeps replies back until they are let go, or the test is over. */
export const delay = async (page: Page, address: Address): Promise<Delayed> => {
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
};

/** Answers in the server's place until it is undone, or the test is over. */
export const answer = async (page: Page, address: Address, status: number, json: unknown): Promise<{ undo(): Promise<void> }> => {
  const reply = (route: Route): Promise<void> => route.fulfill({ status, json });
  await intercept(page, address, reply);
  const undo = async (): Promise<void> => {
    if (!page.isClosed()) await page.unroute(address, reply);
  };
  onTestFinished(undo);
  return { undo };
};

/** A refusal as the server words one. */
export const refuse = (page: Page, address: Address, status: number, message = 'Refused for the test.', code = 'internal') =>
  answer(page, address, status, { message, code });

/** How long a text stays on the page, in milliseconds. To be called before it appears; it answers when the text is gone. */
export const watchText = async (page: Page, text: string): Promise<() => Promise<number>> => {
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
};

/** In how many columns these boxes stand: as many as share the first one's row. */
export const countColumns = async (boxes: Locator): Promise<number> => {
  await boxes.first().waitFor();
  const tops = await boxes.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
  return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) <= 1).length;
};

/** What a name in a list of facts is followed by. */
export const fact = (place: Locator, name: string): Locator =>
  place
    .locator('dt', { hasText: new RegExp(`^${name}$`, 'u') })
    .locator('xpath=following-sibling::dd')
    .first();

/** Waits until a picture is there, and not merely its place. */
export const expectPicture = async (picture: Locator): Promise<void> => {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0), PATIENCE).toBe(true);
};

export const main = (page: Page): Locator => page.getByRole('main');

/** The form to sign in with, kept for the page that somebody came from. */
export const expectSentToLogin = async (page: Page, from: string): Promise<void> => {
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === from, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
};

/** Waits for the page's title. Returns the part that is the page's own. */
export const pageTitle = async (page: Page, shopName: string): Promise<string> => {
  const parts = async () => (await page.title()).split(' | ');
  await expect.poll(async () => (await parts()).length === 2 && (await parts())[1] === shopName, PATIENCE).toBe(true);
  return (await parts())[0] ?? '';
};

/** What the shop says outside of the page itself: its toasts. */
export const toastTexts = (page: Page): Promise<string[]> =>
  page
    .locator('[role=status], [role=alert]')
    .evaluateAll((places) => places.filter((place) => !place.closest('main, header, footer')).map((place) => place.textContent?.trim() ?? ''))
    .then((texts) => texts.filter((text) => text !== ''));

/** Red, green and blue of an element's text. */
export const colorOf = async (text: Locator): Promise<{ red: number; green: number; blue: number }> => {
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
};

/** A sentence with a Retry button in the content's place and no toast; Retry brings the content once the reply can be had. */
export const expectRetry = async (page: Page, failing: { undo(): Promise<void> }, content: Locator): Promise<void> => {
  const button = page.getByRole('button', { name: 'Retry', exact: true });
  const retry = main(page).locator(button);
  await retry.first().waitFor();
  expect(await main(page).getByRole('alert').filter({ has: button }).first().textContent()).toMatch(/\w.*\.\s*Retry$/u);
  expect(await toastTexts(page)).toEqual([]);
  await failing.undo();
  await retry.first().click();
  await content.waitFor();
  await expect.poll(() => retry.count(), PATIENCE).toBe(0);
};

/** The rows of the page's table, without its headings. */
export const rows = (page: Page): Locator =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** What the columns of the page's table are called. */
export const columnsOf = async (page: Page): Promise<string[]> => {
  await rows(page).first().waitFor();
  return (await main(page).getByRole('columnheader').allTextContents()).map((text) => text.trim());
};

export const payWith = async (page: Page, card: string): Promise<void> => {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel(/^Expiry/u).fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
};
