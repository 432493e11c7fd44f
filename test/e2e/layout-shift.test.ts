import { beforeAll, describe, test } from 'vitest';
import { everyPage, findBuyersPages, findOffer, ROLES, type Role, type SitePage } from '#test/support/site.ts';
import { INTERCEPTED } from './conformance/stage.ts';
import { openSteady, slowDown } from './layout-shifts.ts';
import { DEMO, enter } from './people.ts';
import { shareOut } from './share-out.ts';
import { readShop } from './shop.ts';

const PHONE = { width: 360, height: 740 };
/** How many pages load at the same time: most of the time each waits for its line. */
const WINDOWS = 4;

const shop = readShop();
let pages: SitePage[];

beforeAll(async () => {
  const offer = await findOffer(shop.url);
  const buyer = await shop.visitor();
  await enter(buyer.context, DEMO.buyer);
  pages = everyPage(offer, await findBuyersPages(buyer.context));
  await buyer.context.close();
});

async function visitSlowly(role: Role) {
  const { context, page } = await shop.visitor({ expected: role === 'visitor' ? [{ url: /\/nowhere$/u, status: 404 }] : [] });
  if (role !== 'visitor') await enter(context, DEMO[role]);
  await page.setViewportSize(PHONE);
  return { page, devTools: await slowDown(page) };
}

// The same on a wide screen is expected of every page that is checked there.
describe.each(ROLES)('While a page of the %s loads on a slow line', (role) => {
  test('nothing moves on a phone', async () => {
    const windows = await Promise.all(Array.from({ length: WINDOWS }, () => visitSlowly(role)));
    await shareOut(
      pages.filter((one) => one.role === role),
      windows,
      (one, { page, devTools }) => openSteady(page, devTools, one),
    );
  }, 240_000);
});

test('A seller’s sales don’t move when what their payouts need is known first', async () => {
  const { context, page } = await shop.visitor({ remarks: INTERCEPTED });
  await enter(context, DEMO.seller);
  await page.setViewportSize(PHONE);
  const known = Promise.withResolvers<void>();
  await page.route(/\/api\/payoutAccount$/u, async (route) => {
    await route.fulfill({ response: await route.fetch() });
    known.resolve();
  });
  await page.route(/\/api\/sales(?:\?|$)/u, async (route) => {
    await known.promise;
    await page.waitForTimeout(300);
    await route.fallback();
  });
  await openSteady(page, await slowDown(page), { name: 'my-sales', path: '/dashboard/mySales' });
});
