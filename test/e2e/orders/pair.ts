import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { buyPhone, listPhone } from '#test/support/world/calls.ts';
import { open, PATIENCE, type Visitor, type VisitorOptions } from '../browser.ts';
import { addBuyer, addSeller, type Member, type Seller, visitAs } from '../conformance/stage.ts';
import type { Sides } from './sides.ts';

export const PHONE = { width: 360, height: 740 };

const PRICE = '250';

/** Two people who trade with each other, each on their own phone. */
export type Pair = {
  readonly buyer: Member;
  readonly seller: Seller;
  /** Puts another phone on sale. Returns the listing's id. */
  list(): Promise<string>;
  /** Sells another phone. Returns the id of its paid order. */
  sell(): Promise<string>;
  /** Opens an order's page on both phones. */
  meet(orderId: string, options?: VisitorOptions): Promise<Meeting>;
  /** Sells another phone, and opens its order on both. */
  trade(): Promise<Meeting>;
};

export type Meeting = { orderId: string; buyers: Visitor; sellers: Visitor; atBuyer: Page; atSeller: Page };

/** Adds two people to the shop before the first test; `model`: what the seller's phones are called. */
export function enrollPair(sides: Sides, names: { buyer: string; seller: string; model: string }): Pair {
  let buyer: Member;
  let seller: Seller;
  let number = 0;
  beforeAll(async () => {
    [buyer, seller] = await Promise.all([addBuyer(sides.forBuyer.url, names.buyer), addSeller(sides.forSeller.url, names.seller)]);
  });
  return {
    get buyer() {
      return buyer;
    },
    get seller() {
      return seller;
    },
    list() {
      number += 1;
      return listPhone(seller.client, { image: seller.image, model_name: `${names.model} ${number}`, resale_price: PRICE });
    },
    async sell() {
      return buyPhone(buyer.client, await this.list());
    },
    async meet(orderId, options) {
      const [buyers, sellers] = await Promise.all([visitAs(sides.forBuyer, buyer, options), visitAs(sides.forSeller, seller, options)]);
      for (const { page } of [buyers, sellers]) {
        await page.setViewportSize(PHONE);
        await open(page, `/dashboard/orders/${orderId}`);
      }
      return { orderId, buyers, sellers, atBuyer: buyers.page, atSeller: sellers.page };
    },
    async trade() {
      return this.meet(await this.sell());
    },
  };
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

export const reads = (page: Page, text: string | RegExp): Promise<void> => appears(page.getByText(text));

/** Waits until something appears. A person who looks at their phone again needn't wait for the page's next refresh. */
export async function appears(locator: Locator): Promise<void> {
  const isThere = async () => {
    await locator.page().evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    return locator.first().isVisible();
  };
  await expect.poll(isThere, { ...PATIENCE, interval: 250 }).toBe(true);
}

/** Presses a button once it appears. */
export async function press(page: Page, name: string): Promise<void> {
  await appears(button(page, name));
  await button(page, name).click();
}

/** The six digits on the page of the side that gets the phone. */
export async function digitsOn(page: Page): Promise<string> {
  const code = page.locator('[data-code]');
  await code.waitFor();
  return (await code.textContent())?.replace(/\D/gu, '') ?? '';
}

export const digitsField = (page: Page) => page.getByLabel('Or type the six digits');

export const CONFIRM = 'I have the phone and all of this is right';

export const isDone = (page: Page, text = 'Done. The phone is handed over.'): Promise<void> => reads(page, text);
