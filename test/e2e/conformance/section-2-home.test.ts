import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import type { Category } from '#contract/catalog.ts';
import { buyPhone, listPhone } from '#test/support/world/calls.ts';
import { arrive, open, PATIENCE, takenOver } from '../browser.ts';
import { addBuyer, addSeller, COLUMNS, countColumns, delay, expectPicture, main, openStage, type Seller } from './stage.ts';
import { statement } from './statement.ts';

/** Contains no listings until the statements about an empty home page are done. */
const shop = openStage();
const TURN_MS = 3000;
/** Long enough for two turns; after three, the first slide would be shown again. */
const LONG_MS = 8000;

let page: Page;
/** The same page with motion enabled and a paused clock. */
let clocked: Page;
let seller: Seller;
/** The phones on sale, newest first. */
const offers: string[] = [];

beforeAll(async () => {
  seller = await addSeller(shop.url, 'Home Seller');
  ({ page } = await shop.visitor());
  ({ page: clocked } = await shop.visitor());
  await clocked.emulateMedia({ reducedMotion: 'no-preference' });
  await clocked.clock.install();
  await clocked.clock.pauseAt(Date.now() + 60_000);
});

function carousel(on: Page) {
  return main(on).locator('[aria-roledescription="carousel"]');
}

function slides(on: Page) {
  return carousel(on).locator('[aria-roledescription="slide"]');
}

function dots(on: Page) {
  return carousel(on).getByRole('button', { name: /^Slide \d/u });
}

/** Returns the index of the current slide, by its dot. */
function shown(on: Page): Promise<number> {
  return dots(on).evaluateAll((all) => all.findIndex((dot) => dot.hasAttribute('aria-current')));
}

function press(on: Page, name: string) {
  return carousel(on).getByRole('button', { name }).click();
}

async function openCarousel(on: Page): Promise<void> {
  await on.mouse.move(5, 5);
  await open(on, '/');
  await takenOver(on);
  await expect.poll(() => shown(on), PATIENCE).toBe(0);
  // The carousel's engine loads after the page itself.
  await on.waitForLoadState('networkidle');
}

/** Advances the paused clock. */
function letPass(ms: number): Promise<void> {
  return clocked.clock.runFor(ms);
}

/** Removes the pointer and the focus, which would pause the carousel. */
async function turnAway(): Promise<void> {
  await clocked.mouse.move(5, 5);
  await clocked.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

statement('2.home.arrivals.none', async () => {
  await open(page, '/');
  await main(page).getByRole('heading', { name: 'Explore Popular Brands', exact: true }).waitFor();
  expect(await main(page).getByText('New Arrivals', { exact: true }).count()).toBe(0);
  expect(
    await main(page)
      .getByRole('link', { name: /^Checkout Now/u })
      .count(),
  ).toBe(0);
});

statement('2.home.offers.none', async () => {
  await open(page, '/');
  await main(page).getByRole('heading', { name: 'Explore Popular Brands', exact: true }).waitFor();
  expect(await page.locator('#offers').count()).toBe(0);
  expect(await main(page).getByText('Discount Offer!').count()).toBe(0);
});

statement('2.home.carousel.slides', async () => {
  await openCarousel(page);
  expect(await slides(page).count()).toBe(3);
  expect(await dots(page).count()).toBe(3);
});

/** Returns the times, in milliseconds, of the carousel's next turns. */
function waitForTurns(on: Page, count: number): Promise<number[]> {
  return on.evaluate(
    (wanted) =>
      new Promise<number[]>((resolve) => {
        const turns: number[] = [];
        new MutationObserver((_, observer) => {
          turns.push(performance.now());
          if (turns.length < wanted) return;
          observer.disconnect();
          resolve(turns);
        }).observe(document.querySelector('[aria-roledescription="carousel"]') ?? document.body, { subtree: true, attributeFilter: ['aria-current'] });
      }),
    count,
  );
}

statement('2.home.carousel.delay', async () => {
  await openCarousel(clocked);
  await letPass(TURN_MS - 100);
  expect(await shown(clocked)).toBe(0);
  await letPass(200);
  expect(await shown(clocked)).toBe(1);
  await letPass(TURN_MS);
  expect(await shown(clocked)).toBe(2);
  await letPass(TURN_MS);
  expect(await shown(clocked)).toBe(0);

  // And in real time.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openCarousel(page);
  const [first = 0, second = 0] = await waitForTurns(page, 2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(second - first).toBeGreaterThan(TURN_MS - 200);
  expect(second - first).toBeLessThan(TURN_MS + 1000);
});

statement('2.home.carousel.arrows', async () => {
  await openCarousel(page);
  await press(page, 'Next slide');
  expect(await shown(page)).toBe(1);
  await press(page, 'Previous slide');
  await press(page, 'Previous slide');
  expect(await shown(page)).toBe(2);
});

statement('2.home.carousel.dots', async () => {
  await openCarousel(page);
  for (const index of [2, 0, 1]) {
    await dots(page).nth(index).click();
    expect(await shown(page)).toBe(index);
    const [frame, slide] = [await carousel(page).boundingBox(), slides(page).nth(index)];
    await expect.poll(async () => Math.abs(((await slide.boundingBox())?.x ?? Number.POSITIVE_INFINITY) - (frame?.x ?? 0)), PATIENCE).toBeLessThan(35);
  }
});

statement('2.home.carousel.stop-arrow', async () => {
  await openCarousel(clocked);
  await press(clocked, 'Next slide');
  await turnAway();
  await letPass(LONG_MS);
  expect(await shown(clocked)).toBe(1);
});

statement('2.home.carousel.stop-dot', async () => {
  await openCarousel(clocked);
  await dots(clocked).nth(2).click();
  await turnAway();
  await letPass(LONG_MS);
  expect(await shown(clocked)).toBe(2);
});

statement('2.home.carousel.stop-drag', async () => {
  await openCarousel(clocked);
  const box = await slides(clocked).first().boundingBox();
  if (!box) throw new Error('the first slide is not to be seen');
  const y = box.y + 30;
  await clocked.mouse.move(box.x + box.width - 60, y);
  await clocked.mouse.down();
  for (const step of [1, 2, 3, 4, 5, 6]) {
    await clocked.mouse.move(box.x + box.width - 60 - step * 100, y);
    await letPass(50);
  }
  await clocked.mouse.up();
  await letPass(1000);
  expect(await shown(clocked)).toBe(1);
  await turnAway();
  await letPass(LONG_MS);
  expect(await shown(clocked)).toBe(1);
});

statement('2.home.carousel.hover', async () => {
  await openCarousel(clocked);
  await carousel(clocked).hover();
  await letPass(LONG_MS);
  expect(await shown(clocked)).toBe(0);
  await turnAway();
  await letPass(TURN_MS + 100);
  expect(await shown(clocked)).toBe(1);
});

statement('2.home.carousel.focus', async () => {
  await openCarousel(clocked);
  await dots(clocked).first().focus();
  await letPass(LONG_MS);
  expect(await shown(clocked)).toBe(0);
  // A pointer that comes and goes changes nothing about that.
  await carousel(clocked).hover();
  await clocked.mouse.move(5, 5);
  await letPass(LONG_MS);
  expect(await shown(clocked)).toBe(0);
  await turnAway();
  await letPass(TURN_MS + 100);
  expect(await shown(clocked)).toBe(1);
});

statement('2.home.carousel.still', async () => {
  await clocked.emulateMedia({ reducedMotion: 'reduce' });
  await openCarousel(clocked);
  await letPass(LONG_MS);
  expect(await shown(clocked)).toBe(0);
  await clocked.emulateMedia({ reducedMotion: 'no-preference' });
});

statement('2.home.carousel.spacing', async () => {
  await openCarousel(page);
  const sides = await slides(page).evaluateAll((all) =>
    all.map((slide) => {
      const { left, right } = slide.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(slide);
      return { left: left + Number.parseFloat(paddingLeft), right: right - Number.parseFloat(paddingRight) };
    }),
  );
  expect(Math.round((sides[1]?.left ?? 0) - (sides[0]?.right ?? 0))).toBe(30);
});

function banner(on: Page) {
  return main(on).getByText('Up to 40% OFF', { exact: true });
}

statement('2.home.carousel.small', async () => {
  await openCarousel(page);
  expect(await carousel(page).isVisible()).toBe(true);
  expect(await banner(page).isVisible()).toBe(false);
  await page.setViewportSize({ width: 375, height: 700 });
  await banner(page).waitFor();
  expect(await carousel(page).isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
});

statement('2.home.shop-now', async () => {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 700 });
    await open(page, '/');
    await takenOver(page);
    await main(page).getByRole('link', { name: 'Shop Now' }).filter({ visible: true }).first().click();
    await arrive(page, `${shop.url}/#popular-brands`);
    await expect.poll(() => page.locator('#popular-brands').evaluate((part) => part.getBoundingClientRect().top), PATIENCE).toBeLessThan(350);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

statement('2.home.brands', async () => {
  const brands = (await seller.client.call('GET', '/api/productCategories')).body as Category[];
  await open(page, '/');
  const section = main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Explore Popular Brands', exact: true }) });
  expect(brands.length).toBeGreaterThan(0);
  for (const { name } of brands) {
    const brand = section.getByRole('link', { name: new RegExp(`(^|\\s)${name}`, 'u') }).first();
    expect(await brand.getAttribute('href')).toBe(`/category/${encodeURIComponent(name)}`);
  }
});

statement('2.home.promises', async () => {
  await open(page, '/');
  for (const name of [/^fast delivery/iu, /^best quality/iu, /^free return/iu]) {
    const promise = main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) });
    expect(await promise.locator('svg, img').count()).toBeGreaterThan(0);
    const [words = ''] = await promise.allInnerTexts();
    expect(words.split('\n').filter(Boolean).length).toBeGreaterThan(1);
  }
});

function arrivalCards() {
  return main(page)
    .getByRole('article')
    .filter({ has: page.locator('a[href^="/selected-newArrival-items/"]') });
}

function offerCards() {
  return page.locator('#offers').getByRole('article');
}

describe('With phones on sale, all of them advertised', () => {
  beforeAll(async () => {
    for (const price of [101, 202, 303, 404, 505]) {
      const _id = await listPhone(seller.client, { model_name: `Homely ${price}`, image: seller.image, resale_price: String(price) });
      await seller.client.call('POST', '/api/advertise', { _id });
      offers.unshift(_id);
    }
  });

  statement('2.home.arrivals.card', async () => {
    await open(page, '/');
    await main(page).getByRole('heading', { name: 'New Arrivals', exact: true }).waitFor();
    // Of one seller, the two newest.
    expect(await arrivalCards().count()).toBe(2);
    const card = arrivalCards().first();
    await card.getByText('Homely 505', { exact: true }).waitFor();
    await card.getByText('$505', { exact: true }).waitFor();
    await card.getByText('Checkout Now', { exact: true }).waitFor();
    await expectPicture(card.locator('img'));
  });

  statement('2.home.arrivals.checkout', async () => {
    await open(page, '/');
    await takenOver(page);
    await arrivalCards()
      .first()
      .getByRole('link', { name: /^Checkout Now/u })
      .click();
    await arrive(page, `${shop.url}/selected-newArrival-items/${offers[0]}`);
  });

  statement('2.home.offers.texts', async () => {
    await open(page, '/');
    const section = page.locator('#offers');
    for (const text of ['Discount Offer!', 'Get Discount On These Products!!!', 'Get 20% off your first purchase'])
      await section.getByText(text, { exact: true }).waitFor();
    for (const name of ['Discount Offer!', 'Get Discount On These Products!!!']) await section.getByRole('heading', { name, exact: true }).waitFor();
  });

  statement('2.home.offers.card', async () => {
    await open(page, '/');
    const card = offerCards().filter({ hasText: 'Homely 303' });
    await card.getByText('Homely 303', { exact: true }).waitFor();
    await card.getByText('$303', { exact: true }).waitFor();
    await card.getByText('Checkout Now', { exact: true }).waitFor();
    await expectPicture(card.locator('img'));
  });

  statement('2.home.offers.checkout', async () => {
    await open(page, '/');
    await takenOver(page);
    await offerCards()
      .filter({ hasText: 'Homely 101' })
      .getByRole('link', { name: /^Checkout Now/u })
      .click();
    await arrive(page, `${shop.url}/selected-items-details/${offers.at(-1)}`);
  });

  statement('2.home.offers.columns', async () => {
    await open(page, '/');
    for (const { width, columns } of COLUMNS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await countColumns(offerCards()), `${width} pixels`).toBe(columns);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  statement('2.home.offers.spinner', async () => {
    await open(page, '/blogs');
    await takenOver(page);
    const reply = await delay(page, '**/api/advertise*');
    await page.getByRole('banner').getByRole('link', { name: 'Redial' }).click();
    await reply.asked;
    try {
      await main(page).getByRole('heading', { name: 'Explore Popular Brands', exact: true }).waitFor({ timeout: 3000 });
      await main(page)
        .getByRole('status')
        .filter({ hasText: /loading/iu })
        .first()
        .waitFor();
    } finally {
      await reply.release();
    }
    await offerCards().first().waitFor();
  });

  statement('2.home.offers.dialog', async () => {
    await open(page, '/');
    await takenOver(page);
    await offerCards().filter({ hasText: 'Homely 202' }).getByText('Homely 202', { exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Homely 202').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  statement('2.home.offers.all', async () => {
    while (offers.length < 26) {
      const _id = await listPhone(seller.client, { model_name: `Homely more ${offers.length}`, image: seller.image });
      await seller.client.call('POST', '/api/advertise', { _id });
      offers.unshift(_id);
    }
    await open(page, '/');
    await takenOver(page);
    expect(await offerCards().count()).toBe(24);
    const more = page.locator('#offers').getByRole('link', { name: 'Load more', exact: true });
    const address = await more.getAttribute('href');
    await more.click();
    await expect.poll(() => offerCards().count(), PATIENCE).toBe(26);
    expect(await more.count()).toBe(0);
    const html = await (await fetch(shop.url + address)).text();
    for (const [at, _id] of offers.entries()) expect(html.includes(`/selected-items-details/${_id}`), `offer ${at}`).toBe(at >= 24);
  });

  statement('2.home.offers.sold', async () => {
    const buyer = await addBuyer(shop.url, 'Home Buyer');
    const [sold = '', deleted = ''] = offers;
    await buyPhone(buyer.client, sold);
    await seller.client.call('DELETE', `/api/products/${deleted}`);
    await open(page, '/');
    await offerCards().first().waitFor();
    expect(await offerCards().count()).toBe(offers.length - 2);
    for (const id of [sold, deleted]) expect(await page.locator(`#offers a[href$="${id}"]`).count()).toBe(0);
  });
});
