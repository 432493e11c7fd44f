import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, resize } from './access.ts';
import { launchWithText, open, takenOver } from './browser.ts';
import { DEMO, enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop({}, () => launchWithText(24));

const PATHS = {
  [DEMO.buyer]: ['/', '/phones', '/dashboard/myOrders', '/dashboard/messages', '/dashboard/updates', '/login'],
  [DEMO.seller]: ['/dashboard', '/dashboard/addAProducts?step=condition', '/dashboard/myProducts', '/dashboard/mySales'],
};

test('With text half as large again, no page of a phone scrolls sideways', async () => {
  for (const [email, paths] of Object.entries(PATHS)) {
    const { page, context } = await shop.visitor();
    await resize(page, 360, 740);
    await enter(context, email);
    await open(page, '/phones');
    const phone = (await page.locator('main article a').first().getAttribute('href')) ?? '';
    for (const path of [...paths, phone]) {
      await open(page, path);
      await takenOver(page);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px');
      await expectNoSidewaysScroll(page, path);
    }
  }
});
