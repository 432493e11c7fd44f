import { expect, test } from 'vitest';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, takenOver } from './browser.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const ADMIN = 'admin@example.test';
const PASSWORD = 'practice123';
const SECRET = 'forty letters that nobody may ever see here';
const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD, AUTH_SECRET: SECRET });

test('An admin sees the shop’s state and what to do, live and on a phone, without any secret', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, ADMIN, PASSWORD);
  await open(page, '/dashboard');
  await takenOver(page);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Operations' }).first().click();
  await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
  await page.getByText('Never backed up. Make a backup').first().waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'needs your attention' }).textContent()).toContain('Backup:');
  await page.getByRole('cell', { name: 'AUTH_SECRET' }).waitFor();
  expect(await page.getByRole('row', { name: /AUTH_SECRET/u }).textContent()).toContain('set');
  await page.getByText(/^Not set \(\d+\)$/u).click();
  await page.getByText(/STRIPE_SECRET_KEY, /u).waitFor();
  const shown = (await page.getByRole('main').textContent()) ?? '';
  for (const secret of [SECRET, PASSWORD]) expect(shown).not.toContain(secret);
  for (const part of ['Readiness', 'Services', 'Queues', 'Disk and backup', 'Slowest routes', 'Versions', 'Settings'])
    await page.getByRole('heading', { name: part, exact: true }).waitFor();
  await Promise.all([page.waitForResponse('**/api/operations'), page.getByRole('button', { name: 'Refresh' }).click()]);
  await expectAccessibleInBothThemes(page, 'operations');
  for (const width of [320, 768, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `operations at ${width} pixels`);
  }
});
