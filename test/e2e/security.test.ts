import { beforeAll, expect, test } from 'vitest';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, takenOver } from './browser.ts';
import { enter, toast } from './people.ts';
import { openShop } from './shop.ts';

const EMAIL = 'careful@example.test';
const PASSWORD = 'practice123';
const shop = openShop({ DEMO: 'false' });

beforeAll(async () => {
  await createClient(shop.url).signUp(EMAIL, 'buyer', 'Care Ful');
});

test('A person sees their sessions, ends one elsewhere, and changes their password', async () => {
  const [here, elsewhere] = [
    await shop.visitor({ expected: [{ url: /\/api\/password$/u, status: 422 }] }),
    await shop.visitor({ expected: [{ url: /\/api\//u, status: 401 }] }),
  ];
  for (const { context } of [here, elsewhere]) await enter(context, EMAIL, PASSWORD);
  await open(elsewhere.page, '/dashboard');
  await elsewhere.page.getByRole('heading', { name: 'Welcome, Care Ful' }).waitFor();

  const { page } = here;
  await open(page, '/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click();
  await takenOver(page);
  const list = page.getByRole('region', { name: 'Where you’re logged in' });
  await list.getByText('This browser').waitFor();
  await page.getByRole('form', { name: 'Change your password' }).waitFor();
  // The third one is the API client that signed up.
  expect(await list.getByRole('listitem').count()).toBe(3);
  expect(await list.getByRole('listitem').filter({ hasText: 'Chrome on Linux' }).count()).toBe(2);
  expect(await list.textContent()).toContain('127.0.0.x');
  await expectAccessibleInBothThemes(page, 'the security page');
  for (const width of [320, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `the security page at ${width} pixels`);
  }

  await list.getByRole('button', { name: 'Log out Unknown browser' }).click();
  await toast(page, 'Unknown browser was logged out.');
  await list.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expectAccessibleInBothThemes(page, 'the question before one signs out everywhere else');
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await toast(page, 'The other browser was logged out.');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await elsewhere.page.reload();
  await elsewhere.page.waitForURL('**/login**');

  const form = page.getByRole('form', { name: 'Change your password' });
  const fill = async (present: string, next: string) => {
    await form.getByLabel('Current password').fill(present);
    await form.getByLabel('New password').fill(next);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(PASSWORD, 'short');
  await form.getByText('Minimum eight characters, at least one letter and one number').waitFor();
  await fill(PASSWORD, 'password1');
  await form.getByText('too common').waitFor();
  await fill('wrongone1', 'brandnew11');
  await form.getByText('Wrong password.').waitFor();
  expect(await form.getByLabel('Current password').inputValue()).toBe('wrongone1');
  await fill(PASSWORD, 'brandnew11');
  await toast(page, 'Your password was changed, and you’ve been logged out everywhere else.');
  await expect.poll(() => form.getByLabel('New password').inputValue()).toBe('');
  await page.reload();
  await list.getByText('This browser').waitFor();
  const fresh = await shop.visitor();
  await enter(fresh.context, EMAIL, 'brandnew11');
});
