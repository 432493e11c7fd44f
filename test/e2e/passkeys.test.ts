import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#test/support/world/client.ts';
import { expectUsableWhenNarrow } from './access.ts';
import { open, type Visitor } from './browser.ts';
import { enter, logIn, submitLogIn, toast } from './people.ts';
import { openShop } from './shop.ts';

const EMAIL = 'boss@example.test';
const PASSWORD = 'practice123';
const SETTINGS = { DEMO: 'false', ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };

/** Adds a virtual authenticator that can store passkeys and always verifies its user. */
async function plugIn(devices: CDPSession): Promise<string> {
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

const REFUSALS = [
  { url: /\/sign-in\/email$/u, status: 403 },
  { url: /\/api\/(?:passkeys|personalData|users)/u, status: 403 },
  { url: /\/api\/(?:passkeys|proof)/u, status: 409 },
  { url: /\/api\/proof$/u, status: 422 },
  { url: /\/verify-authentication$/u, status: 401 },
];

const shop = openShop({ ...SETTINGS, REQUIRE_ADMIN_SECOND_FACTOR: 'true' });

/** Makes every session's last proof of identity an hour old. */
function anHourLater(): void {
  const database = new DatabaseSync(join(shop.directory, 'redial.db'));
  database.exec('pragma busy_timeout = 5000');
  database.exec(`update identity_sessions set "provenAt" = ${Date.now() - 3_600_000}`);
  database.close();
}

describe('One person’s passkeys', () => {
  let visitor: Visitor;
  let page: Page;
  let devices: CDPSession;
  let old: string;
  let recoveryCode = '';
  const region = (name: string) => page.getByRole('region', { name });
  const passkeyForm = () => region('Passkeys').getByLabel('Passkey name');
  const step = () => page.getByRole('form', { name: 'Your code' });
  const question = () => page.getByRole('dialog');

  async function logOut(): Promise<void> {
    await visitor.forget();
    await page.goto('/login');
  }

  beforeAll(async () => {
    visitor = await shop.visitor({ expected: REFUSALS });
    page = visitor.page;
    devices = await visitor.context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    old = await plugIn(devices);
    await logIn(page, EMAIL, PASSWORD);
  });

  test('A passkey is created with a name, and logs in', async () => {
    const passkeys = region('Passkeys');
    await open(page, '/dashboard/security');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('button', { name: 'Continue' }).click();
    await passkeys.getByText('Enter a name for the passkey.').waitFor();
    await passkeyForm().fill('Old phone');
    await expectUsableWhenNarrow(page, 'the name of a passkey');
    await page.keyboard.press('Enter');
    await toast(page, '“Old phone” was added. You can now log in with it.');
    await passkeys.getByText('Never used').waitFor();
    await expectUsableWhenNarrow(page, 'the list of passkeys');
    // The device has one already.
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeyForm().fill('Again');
    await page.keyboard.press('Enter');
    await passkeys.getByText('This device already has a passkey for your account.').waitFor();
    expect(await passkeyForm().inputValue()).toBe('Again');
    await passkeys.getByRole('button', { name: 'Cancel' }).click();

    await logOut();
    await expectUsableWhenNarrow(page, 'the login page with passkeys');
    await devices.send('WebAuthn.setUserVerified', { authenticatorId: old, isUserVerified: false });
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByText('No passkey was used.').waitFor();
    await devices.send('WebAuthn.setUserVerified', { authenticatorId: old, isUserVerified: true });
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await toast(page, 'Log In Successfully!');
  });

  test('A passkey is a second factor after the password', async () => {
    const [passkeys, factor] = [region('Passkeys'), region('Two-factor authentication')];
    // This shop requires it of its admins.
    await open(page, '/dashboard/allBuyers');
    await page.getByText('Admins need two-factor authentication.').waitFor();
    await page.getByRole('link', { name: 'Turn on' }).click();
    await passkeys.getByText('Last used').waitFor();
    await factor.getByRole('button', { name: 'Turn on with my passkeys' }).click();
    await factor.getByLabel('Your password').fill(PASSWORD);
    await factor.getByRole('button', { name: 'Continue' }).click();
    await factor.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    [recoveryCode = ''] = await factor.getByRole('listitem').allTextContents();
    await factor.getByRole('button', { name: 'I’ve saved them' }).click();
    await factor.getByText('You log in with your passkeys.').waitFor();
    await expectUsableWhenNarrow(page, 'a second factor by passkeys');
    await open(page, '/dashboard/allBuyers');
    await page.getByRole('heading', { name: 'No buyers yet' }).waitFor();
    await logOut();
    await submitLogIn(page, EMAIL, PASSWORD);
    await step().getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectUsableWhenNarrow(page, 'the step for a passkey');
    await step().getByRole('button', { name: 'Use a passkey' }).click();
    await toast(page, 'Log In Successfully!');
  });

  test('A recovery code replaces a lost passkey, which is then removed', async () => {
    const passkeys = region('Passkeys');
    await logOut();
    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: old });
    await submitLogIn(page, EMAIL, PASSWORD);
    await step().getByLabel('Recovery code').fill(recoveryCode);
    await page.keyboard.press('Enter');
    await toast(page, '9 recovery codes left.');
    await plugIn(devices);
    await open(page, '/dashboard/security');
    await passkeys.getByRole('button', { name: 'Remove Old phone' }).click();
    await expectUsableWhenNarrow(page, 'the question before a passkey is removed');
    await question().getByRole('button', { name: "Yes, I'm sure" }).click();
    await question().getByText('Your second factor needs this passkey.').waitFor();
    await question().getByRole('button', { name: 'Cancel' }).click();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeyForm().fill('New');
    await page.keyboard.press('Enter');
    await passkeys.getByRole('button', { name: 'Rename New' }).click();
    await passkeyForm().fill('New phone');
    await passkeys.getByRole('button', { name: 'Save' }).click();
    await passkeys.getByText('New phone', { exact: true }).waitFor();

    // After an hour the shop asks for proof again, and then continues with the request.
    anHourLater();
    await passkeys.getByRole('button', { name: 'Remove Old phone' }).click();
    await question().getByRole('button', { name: "Yes, I'm sure" }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirm.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectUsableWhenNarrow(page, 'the question who is there');
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    await toast(page, '“Old phone” was removed. You can’t log in with it anymore.');
    await passkeys.getByRole('listitem').filter({ hasText: 'Old phone' }).waitFor({ state: 'detached' });
    expect(await passkeys.getByRole('listitem').count()).toBe(1);
  });
});

test('A user who logged in long ago is asked for the password, loses no typed text, and continues', async () => {
  const email = 'leaving@example.test';
  await createClient(shop.url).signUp(email, 'buyer', 'Lea Ving');
  const { page, context } = await shop.visitor({ expected: REFUSALS });
  await enter(context, email, PASSWORD);
  await open(page, '/dashboard/myData');
  anHourLater();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  const address = question.getByLabel(`Type ${email}`, { exact: false });
  await address.fill(email);
  await address.press('Enter');
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const password = confirm.getByLabel('Your password');
  await password.waitFor();
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectUsableWhenNarrow(page, 'the password once more');
  await page.keyboard.press('Escape');
  await question.getByText('Confirm that it’s you first').waitFor();
  expect([await confirm.count(), await address.inputValue()]).toEqual([0, email]);
  await address.press('Enter');
  await password.fill('wrongone1');
  await page.keyboard.press('Enter');
  await confirm.getByText('Wrong password.').waitFor();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Your account was deleted. Take care!');
});
