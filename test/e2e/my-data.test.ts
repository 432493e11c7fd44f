import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './access.ts';
import { isFocused } from './keys.ts';
import { enter, toast } from './people.ts';
import { openShop } from './shop.ts';

const EMAIL = 'leaving@example.test';
const PASSWORD = 'practice123';
const shop = openShop({ DEMO: 'false' });

test('A person downloads their data and deletes their account', async () => {
  await createClient(shop.url).signUp(EMAIL, 'buyer', 'Lea Ving');
  const { page, context } = await shop.visitor({
    expected: [
      { url: /\/api\/personalData/u, status: 403 },
      { url: /\/api\/auth\/sign-in/u, status: 401 },
    ],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(context, EMAIL, PASSWORD);
  await page.goto('/dashboard/myData');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()]);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { parts: { name: string; rows: object[] }[] };
  expect(data.parts.find(({ name }) => name === 'account')?.rows).toEqual([expect.objectContaining({ email: EMAIL, role: 'buyer' })]);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  const address = question.getByLabel(`Type ${EMAIL}`, { exact: false });
  await expect.poll(() => isFocused(address)).toBe(true);
  await address.fill('another@example.test');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByText('This isn’t your account’s email address.', { exact: false }).waitFor();
  await expectAccessibleInBothThemes(page, 'the question before an account is deleted');
  await expectNoSidewaysScroll(page, 'the question before an account is deleted');
  await address.fill(EMAIL);
  await address.press('Enter');
  await toast(page, 'Your account was deleted. Take care!');
  await page.waitForURL(`${shop.url}/`);

  await page.goto('/login');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page
    .getByText(/invalid|wrong|password/iu)
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});
