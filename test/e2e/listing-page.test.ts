import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { shortPathOf } from '#contract/shared/short-codes.ts';
import { findListing } from '#test/support/site.ts';
import { createClient } from '#test/support/world/client.ts';
import { listingInput } from '#test/support/world/values.ts';
import { expectAccessibleInBothThemes, resize } from './access.ts';
import { open, takenOver } from './browser.ts';
import { DEMO, enter } from './people.ts';
import { readShop } from './shop.ts';

const shop = readShop();
let address: string;
beforeAll(async () => {
  address = `/selected-items-details/${await findListing(shop.url)}`;
});

async function visit(): Promise<Page> {
  const { page } = await shop.visitor();
  await page.goto(address, { waitUntil: 'networkidle' });
  await takenOver(page);
  return page;
}

function pictures(page: Page) {
  return page.getByRole('list', { name: 'Choose a photo', exact: true }).getByRole('link');
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Photos' });
}

describe('The gallery', () => {
  test('The gallery shows the photo, and the drawn front and back when chosen', async () => {
    const page = await visit();
    expect(await pictures(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Enlarge: Demo picture' }).waitFor();
    await page.getByRole('list', { name: 'Photos' }).getByText('Demo picture', { exact: true }).waitFor();
    await pictures(page).nth(1).click();
    await page.getByRole('button', { name: 'Enlarge: Drawing: front' }).waitFor();
    expect(await pictures(page).nth(1).getAttribute('aria-current')).toBe('true');
    await page.getByRole('img', { name: /^Drawing of the front of the .*, based on its dimensions$/u }).waitFor();
  });

  test('The gallery opens full screen by keyboard, turns with the arrow keys, and returns the focus', async () => {
    const page = await visit();
    const stage = page.getByRole('button', { name: /^Enlarge/u });
    await stage.focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Demo picture, 1 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog(page).getByText('Drawing: front, 2 of 3').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await dialog(page).getByText('Drawing: back, 3 of 3').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await stage.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('The full-screen gallery shows a photo whole, and zooms to where it is clicked, or to its middle by keyboard', async () => {
    const page = await visit();
    await resize(page, 1280);
    await page.getByRole('button', { name: /^Enlarge/u }).click();
    expect(
      await dialog(page)
        .getByRole('img')
        .first()
        .evaluate((picture) => getComputedStyle(picture).objectFit),
    ).toBe('contain');
    const zoom = dialog(page).getByRole('button', { name: 'Zoom' });
    const seen = (): Promise<number[]> =>
      zoom.evaluate(({ parentElement: view }) =>
        view ? [(view.scrollLeft + view.clientWidth / 2) / view.scrollWidth, (view.scrollTop + view.clientHeight / 2) / view.scrollHeight] : [],
      );
    const { width = 0, height = 0 } = (await zoom.boundingBox()) ?? {};
    await zoom.click({ position: { x: width * 0.6, y: height * 0.7 } });
    for (const [at, share] of [0.6, 0.7].entries()) expect((await seen())[at]).toBeCloseTo(share, 1);
    await zoom.press('Enter');
    await zoom.press('Enter');
    for (const share of await seen()) expect(share).toBeCloseTo(0.5, 1);
  });

  test('The gallery zooms twice, is accessible while open, and closes by its button', async () => {
    const page = await visit();
    await page.getByRole('button', { name: /^Enlarge/u }).click();
    const picture = dialog(page).getByRole('img').first();
    const before = (await picture.boundingBox())?.width ?? 0;
    await dialog(page).getByRole('button', { name: 'Zoom' }).click();
    await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeCloseTo(before * 2, -1);
    await expectAccessibleInBothThemes(page, 'the gallery');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  });
});

test('The listing page gives the phone’s size in words in every view', async () => {
  const page = await visit();
  const size = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Size' }).last();
  await size.getByText(/taller.* than a bank card\./u).waitFor();
  await size.getByRole('combobox', { name: 'Compare with' }).selectOption('a Galaxy S21');
  await size.getByText(/(than|as) a Galaxy S21\./iu).waitFor();
});

test('A picture that can’t be loaded is replaced by the phone’s drawing', async () => {
  const { page } = await shop.visitor({ expected: [{ url: /\/images\//u, status: 404 }] });
  await page.route('**/images/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/category/Apple', { waitUntil: 'networkidle' });
  const first = page.getByRole('article').first();
  await first.locator('svg[viewBox$="73.5"], svg defs clipPath').first().waitFor({ state: 'attached' });
  expect(await first.locator('img').count()).toBe(0);
});

describe('The facts of a phone', () => {
  const list = async (changes: object): Promise<string> => {
    const client = createClient(shop.url);
    await client.signIn('seller@redial.test', 'redial123');
    const [{ image }] = (await (await fetch(`${shop.url}/api/products?limit=1`)).json()) as [{ image: string }];
    const { body } = await client.call('POST', '/api/products', listingInput({ name: 'Apple', brand: 'Apple', image, ...changes }));
    return (body as { insertedId: string }).insertedId;
  };

  test('A phone’s page begins with what its seller answered, the battery first, and leaves out the rest', async () => {
    const { page } = await shop.visitor();
    const answered = await list({ answers: { screen: 'light', battery: 'good', works: 'everything' } });
    await page.goto(`/selected-items-details/${answered}`);
    const names = await page.getByRole('main').locator('dt').allTextContents();
    expect(names.slice(0, 4)).toEqual(['Battery health', 'Screen', 'Working order', 'Brand']);
    expect(await page.getByRole('main').locator('dd').first().textContent()).toBe('80–89%');
    await page.goto(`/selected-items-details/${await list({ answers: { battery: 'unknown' } })}`);
    expect((await page.getByRole('main').locator('dt').allTextContents())[0]).toBe('Brand');
    expect(await page.getByText(/unknown|I don’t know/u).count()).toBe(0);
  });

  test('The specification folds by group on a phone, and is open on a large screen', async () => {
    const page = await visit();
    const open = () => page.getByRole('main').locator('details[open] h3').allTextContents();
    expect(await open()).toHaveLength(7);
    await resize(page, 360);
    await page.reload({ waitUntil: 'networkidle' });
    await takenOver(page);
    expect(await open()).toEqual(['Display']);
    await page.getByRole('heading', { name: 'Camera', exact: true }).click();
    await page.getByText('Front camera').filter({ visible: true }).waitFor();
    await expectAccessibleInBothThemes(page, 'a folded specification');
  });

  test('Breadcrumbs lead back to the brand and home, and the protection line to buyer protection', async () => {
    const page = await visit();
    await page.getByRole('link', { name: 'Buyer protection' }).click();
    await page.getByRole('heading', { name: 'Buyer protection', level: 1 }).waitFor();
    await page.goBack();
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    await trail.getByRole('link', { name: 'Home' }).waitFor();
    const [home, brand] = await trail.getByRole('link').allTextContents();
    expect(home).toBe('Home');
    await trail.getByRole('link', { name: brand, exact: true }).click();
    await page.waitForURL(`**/category/${brand}`);
  });

  test('Share copies the listing’s short address, which leads back, where the browser has no sharing of its own', async () => {
    const page = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await page.getByRole('link', { name: 'Share' }).click();
    await page.getByText('Link copied.').waitFor();
    const short = `${shop.url}${shortPathOf(address.split('/').at(-1) ?? '')}`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(short);
    await open(page, short);
    expect(new URL(page.url()).pathname).toBe(address);
  });

  test('Share hands the listing to the browser, and says nothing when that is canceled', async () => {
    const page = await visit();
    await page.evaluate(() => {
      navigator.share = async (data) => {
        Object.assign(window, { shared: data });
        throw new DOMException('Canceled', 'AbortError');
      };
    });
    await page.getByRole('link', { name: 'Share' }).click();
    await expect
      .poll(() => page.evaluate(() => (window as { shared?: ShareData }).shared?.url))
      .toBe(`${shop.url}${shortPathOf(address.split('/').at(-1) ?? '')}`);
    expect(await page.getByText('Link copied.').count()).toBe(0);
  });

  test('A seller’s number and address can be tapped by people who are logged in', async () => {
    const { page, context } = await shop.visitor();
    await enter(context, DEMO.buyer);
    await page.goto(`/selected-items-details/${await list({ mobile_number: '+351 900-000 001' })}`, { waitUntil: 'networkidle' });
    const seller = page.getByRole('region', { name: 'Seller' });
    expect(await seller.getByRole('link', { name: '+351 900-000 001' }).getAttribute('href')).toBe('tel:+351900000001');
    expect(await seller.getByRole('link', { name: DEMO.seller }).getAttribute('href')).toBe(`mailto:${DEMO.seller}`);
    await page.goto(`/selected-items-details/${await list({ mobile_number: 'javascript:alert(1)' })}`, { waitUntil: 'networkidle' });
    await seller.getByText('javascript:alert(1)').waitFor();
    expect(await page.locator('a[href*="alert"]').count()).toBe(0);
  });
});

test('A printed listing has no empty page', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, DEMO.buyer);
  const listings = (await (await fetch(`${shop.url}/api/products?name=Samsung&limit=3`)).json()) as { _id: string }[];
  for (const { _id } of listings) {
    await page.goto(`/selected-items-details/${_id}`, { waitUntil: 'networkidle' });
    const paper = (await page.pdf({ format: 'Letter' })).toString('latin1');
    const pages = paper.match(/<<\/Type \/Page\b[\s\S]*?endobj/gu) ?? [];
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.filter((one) => !one.includes('/Font'))).toEqual([]);
  }
});

test('On a phone, what gets the focus isn’t covered by the bars at the bottom', async () => {
  const { page } = await shop.visitor();
  await resize(page, 360, 740);
  await page.goto(address, { waitUntil: 'networkidle' });
  await takenOver(page);
  expect(await coveredStops(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Compare: / })
    .first()
    .press('Enter');
  await page.getByRole('region', { name: 'Phones to compare' }).waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  expect(await coveredStops(page)).toEqual([]);
});

/** Presses Tab until the focus leaves the page; returns what another element covered when it had the focus. */
async function coveredStops(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return { name: focused.textContent, isCovered: !seen || !(focused.contains(seen) || seen.contains(focused)) };
    });
    if (!stop) return covered;
    if (stop.isCovered) covered.push(stop.name);
  }
}
