import { expect, test } from 'vitest';
import { appCode } from '#test/support/second-factor.ts';
import { expectUsableWhenNarrow } from './access.ts';
import { open } from './browser.ts';
import { logIn, submitLogIn, toast } from './people.ts';
import { openShop } from './shop.ts';

const EMAIL = 'boss@example.test';
const PASSWORD = 'practice123';
const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, REQUIRE_ADMIN_SECOND_FACTOR: 'true' });

test('An admin is asked to turn on a second factor, and logs in with a code or a recovery code', async () => {
  const { page, context, forget } = await shop.visitor({
    expected: [
      { url: /\/api\/(auth\/sign-in\/email|secondFactor\/\w+)$/u, status: 422 },
      { url: /\/sign-in\/email$/u, status: 403 },
    ],
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, EMAIL, PASSWORD);
  await open(page, '/dashboard/allBuyers');
  await page.getByText('Admins need two-factor authentication.').waitFor();
  expect(await page.getByRole('main').getByRole('heading').count()).toBe(0);
  await expectUsableWhenNarrow(page, 'what an admin sees without a second factor');
  await page.getByRole('link', { name: 'Turn on' }).click();

  const part = page.getByRole('region', { name: 'Two-factor authentication' });
  await part.getByRole('button', { name: 'Turn on' }).click();
  await part.getByRole('button', { name: 'Cancel' }).click();
  await part.getByRole('button', { name: 'Turn on' }).click();
  await part.getByLabel('Your password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Continue' }).click();
  await part.getByRole('img', { name: /QR code/u }).waitFor();
  await expectUsableWhenNarrow(page, 'the secret for an app');
  await part.getByRole('button', { name: 'Copy key' }).click();
  await part.getByText('Key copied.').waitFor();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await part.getByLabel('Code from your app').fill('000000');
  await part.getByRole('button', { name: 'Turn on' }).click();
  await part.getByText(/Wrong code/u).waitFor();
  await part.getByLabel('Code from your app').fill(appCode(secret, Date.now()));
  await part.getByRole('button', { name: 'Turn on' }).click();
  await part.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const [first = '', second = ''] = await part.getByRole('listitem').allTextContents();
  await expectUsableWhenNarrow(page, 'the recovery codes');
  await part.getByRole('button', { name: 'I’ve saved them' }).click();
  await part.getByText('10 recovery codes left.').waitFor();
  await part.getByText('Turned on now', { exact: true }).waitFor();
  await open(page, '/dashboard/allBuyers');
  await page.getByRole('heading', { name: 'No buyers yet' }).waitFor();

  await forget();
  await page.goto('/login?from=/dashboard/security');
  await submitLogIn(page, EMAIL, PASSWORD);
  const step = page.getByRole('form', { name: 'Your code' });
  expect(await step.getByLabel('Code from your app').evaluate((field) => [field === document.activeElement, field.getAttribute('autocomplete')])).toEqual([
    true,
    'one-time-code',
  ]);
  await step.getByText(`The password for ${EMAIL} is right. Enter the code from your authenticator app.`, { exact: true }).waitFor();
  await expectUsableWhenNarrow(page, 'the step for the code');
  await step.getByLabel('Code from your app').fill('000 000');
  await step.getByRole('button', { name: 'Log in' }).click();
  await step.getByText(/Wrong code/u).waitFor();
  // The next half minute's code is accepted already, so that the test need not wait.
  await step.getByLabel('Code from your app').fill(appCode(secret, Date.now() + 30_000));
  await step.getByRole('button', { name: 'Log in' }).click();
  await toast(page, 'Log In Successfully!');
  await page.waitForURL('**/dashboard/security');

  await forget();
  await page.goto('/login');
  await submitLogIn(page, EMAIL, PASSWORD);
  await step.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await step.getByLabel('Recovery code').fill(first.toUpperCase());
  await page.keyboard.press('Enter');
  await toast(page, '9 recovery codes left.');

  await open(page, '/dashboard/security');
  await part.getByRole('button', { name: 'Turn off' }).click();
  await part.getByLabel('Your password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await part.getByLabel('Recovery code').fill(second);
  await expectUsableWhenNarrow(page, 'the question before it is off');
  await part.getByRole('button', { name: 'Turn off' }).click();
  await part.getByRole('button', { name: 'Turn on' }).waitFor();
});
