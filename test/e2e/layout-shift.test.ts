import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyPage, findBuyersPages, findOffer, ROLES, type Role, type SitePage } from '#test/support/site.ts';
import { openWhole } from './browser.ts';
import { DEMO, enter } from './people.ts';
import { shareOut } from './share-out.ts';
import { readShop } from './shop.ts';

/** The most that content may move while a page loads, as browsers measure it: https://web.dev/articles/cls */
const LIMIT = 0.05;
/** A slow mobile line, on which every part of a page arrives separately. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
/** How long a page is watched once nothing is loading. */
const SETTLED_MS = 300;

/** How many pages load at the same time: most of the time each waits for its line. */
const WINDOWS = 4;

type Shift = { value: number; moved: string[] };

const shop = readShop();
let pages: SitePage[];

beforeAll(async () => {
  const offer = await findOffer(shop.url);
  const buyer = await shop.visitor();
  await enter(buyer.context, DEMO.buyer);
  pages = everyPage(offer, await findBuyersPages(buyer.context));
  await buyer.context.close();
});

/** Collects what moves, unless a person's input moved it. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  (window as unknown as { shifts: Shift[] }).shifts = shifts;
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      const nameOf = (node: Node | null): string => (node instanceof Element ? `<${node.tagName.toLowerCase()} class="${node.className}">` : '(gone)');
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function measure(page: Page, devTools: CDPSession, path: string): Promise<{ total: number; moved: string[] }> {
  // Leaves the page before: what is cached there would arrive too early.
  await page.goto('about:blank');
  await devTools.send('Network.clearBrowserCache');
  await openWhole(page, path);
  await page.getByRole('main').locator('h1, h2').first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return { total: shifts.reduce((sum, { value }) => sum + value, 0), moved: shifts.flatMap(({ value, moved }) => `${value.toFixed(3)} ${moved.join(', ')}`) };
}

async function visitSlowly(role: Role) {
  const { context, page } = await shop.visitor({ expected: role === 'visitor' ? [{ url: /\/nowhere$/u, status: 404 }] : [] });
  if (role !== 'visitor') await enter(context, DEMO[role]);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await page.addInitScript(watchShifts);
  return { page, devTools };
}

describe.each(ROLES)('While a page of the %s loads on a slow line', (role) => {
  test.each(SIZES)(
    'nothing moves at $width pixels',
    async (size) => {
      const windows = await Promise.all(Array.from({ length: WINDOWS }, () => visitSlowly(role)));
      const unstable: Record<string, unknown> = {};
      await shareOut(
        pages.filter((one) => one.role === role),
        windows,
        async ({ name, path }, { page, devTools }) => {
          await page.setViewportSize(size);
          const { total, moved } = await measure(page, devTools, path);
          if (total >= LIMIT) unstable[name] = [Number(total.toFixed(3)), ...moved];
          if (process.env.SHIFTS) process.stdout.write(`${role} ${size.width} ${name} ${total.toFixed(3)}\n`);
        },
      );
      expect(unstable).toEqual({});
    },
    240_000,
  );
});
