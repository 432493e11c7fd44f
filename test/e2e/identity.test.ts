import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { createClient } from '#test/support/world/client.ts';
import { arrive, open, PATIENCE, type Visitor } from './browser.ts';
import { DEMO, enter, logIn, submitLogIn, toast } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();
/** The password that the API client signs up with. */
const PASSWORD = 'practice123';
const WRONG = 'Wrong email or password.';
const WEAK = 'Minimum eight characters, at least one letter and one number';
const USED = 'This link has expired or was already used.';
/** A seller's mobile number, which only logged-in users see. */
const NUMBER = /^\+1 503 555 \d{4}$/u;
const REFUSED = [
  { url: /\/api\/auth\/sign-in\/email$/u, status: 401 },
  { url: /\/api\/auth\/sign-in\/email$/u, status: 403 },
  { url: /\/api\/auth\/verify-email\?/u, status: 422 },
  { url: /\/api\/auth\/send-verification-email$/u, status: 429 },
];

let visitor: Visitor;
let page: Page;
let people = 0;

function newAddress(): string {
  people += 1;
  return `identity-${people}@example.test`;
}

/** Creates an account whose password is PASSWORD. Returns its email address. */
async function newAccount(role: 'buyer' | 'seller'): Promise<string> {
  const email = newAddress();
  await createClient(shop.url).signUp(email, role);
  return email;
}

beforeAll(async () => {
  visitor = await shop.visitor({ expected: REFUSED });
  ({ page } = visitor);
});
beforeEach(() => visitor.forget());

async function findListing(): Promise<Listing> {
  const [listing] = (await (await fetch(`${shop.url}/api/products?name=Apple`)).json()) as Listing[];
  if (!listing) throw new Error('the demo shop sells no Apple');
  return listing;
}

/** Waits for the dashboard's menu with this name and address. Returns the links in it. */
async function expectDashboardOf(name: string, email: string): Promise<string[]> {
  await open(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByText(name, { exact: true }).waitFor();
  await menu.getByText(email, { exact: true }).waitFor();
  return menu.getByRole('link').allTextContents();
}

function storedToken(on: Page): Promise<string | null> {
  return on.evaluate(() => localStorage.getItem('accessToken'));
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await toast(page, 'Sign Out Successfully');
}

describe('Practice Google', () => {
  const chooseOn = async (path: string, button: string): Promise<void> => {
    await open(page, path);
    await page.getByText('In this demo, a sample account chooser stands in for Google.').waitFor();
    await page.getByRole('button', { name: button }).click();
    await arrive(page, '**/practice-google/authorize?**');
    await page.getByRole('heading', { name: 'Choose a practice account' }).waitFor();
    await page.getByText('This isn’t Google.').waitFor();
  };

  const continueAs = async (name: string, email: string): Promise<void> => {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Continue with this account' }).click();
  };

  test('Practice Google makes a newcomer on /login a buyer, and recognizes them the next time', async () => {
    await chooseOn('/login', 'Log in with Google');
    await page.getByRole('button', { name: /sam@practice\.test/u }).click();
    await toast(page, 'Log In Successfully!');
    await arrive(page, `${shop.url}/`);
    expect(await expectDashboardOf('Sam Practice', 'sam@practice.test')).toEqual(['Dashboard', 'My Orders']);

    await visitor.forget();
    await chooseOn('/signup', 'Sign up with Google');
    await continueAs('Another Name', 'sam@practice.test');
    await arrive(page, `${shop.url}/`);
    expect(await expectDashboardOf('Sam Practice', 'sam@practice.test')).toEqual(['Dashboard', 'My Orders']);
  });

  test('Practice Google returns to the page the user came from, with search and hash', async () => {
    const wanted = `${shop.url}/booking-page/${(await findListing())._id}?x=1#part`;
    await open(page, wanted);
    await arrive(page, '**/login?**');
    await chooseOn(page.url(), 'Log in with Google');
    await continueAs('Newcomer', newAddress());
    await toast(page, 'Log In Successfully!');
    await arrive(page, wanted);
    await page.getByRole('button', { name: 'Add to Order' }).waitFor();
  });

  test('Practice Google keeps a seller’s role and name', async () => {
    await chooseOn('/login', 'Log in with Google');
    await continueAs('Another Name', DEMO.seller);
    await arrive(page, `${shop.url}/`);
    expect(await expectDashboardOf('Maya Lindqvist', DEMO.seller)).toEqual(['Dashboard', 'Add A Product', 'My Products', 'Import And Export', 'My Sales']);
  });

  test('Someone who logs in with practice Google sets a password on the security page', async () => {
    const email = newAddress();
    await chooseOn('/login', 'Log in with Google');
    await continueAs('Pass Wordless', email);
    await toast(page, 'Log In Successfully!');
    await open(page, '/dashboard/security');
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByRole('status').getByText(`We’ve emailed ${email}.`).waitFor();
    expect(await page.getByLabel('Current password').count()).toBe(0);
    await open(page, '/mailbox');
    await mailTo(email, RESET).getByRole('link').click();
    await arrive(page, '**/reset-password?token=**');
    await page.getByLabel('New password', { exact: true }).fill('replaced456');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await arrive(page, '**/login');
    await submitLogIn(page, email, 'replaced456');
    await toast(page, 'Log In Successfully!');
  });

  test('Practice Google opens no account with an unverified address', async () => {
    const email = await newAccount('seller');
    await chooseOn('/login', 'Log in with Google');
    await continueAs('Somebody Else', email);
    await arrive(page, '**/login?**');
    await page.getByText('There’s already an account with this email. Log in with its password.').waitFor();
    await submitLogIn(page, email, PASSWORD);
    await toast(page, 'Log In Successfully!');
  });
});

test('A login that fails for another reason says so, and asks for no code', async () => {
  const message = 'This request comes from another site.';
  // Before the page opens: while it loads, Chromium may ignore that its requests are to be intercepted.
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ status: 403, json: { message, code: 'not_allowed' } }));
  await open(page, '/login');
  await submitLogIn(page, DEMO.buyer, 'wrong123');
  await page.getByRole('form', { name: 'Log in' }).getByRole('alert').filter({ hasText: message }).waitFor();
  await page.unroute('**/api/auth/sign-in/email');
});

const RESET = 'Reset your Redial password';
const VERIFICATION = 'Verify your email address for Redial';

function mailTo(email: string, subject: string) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `To ${email}` })
    .filter({ has: page.getByRole('heading', { name: subject }) });
}

describe('Email verification', () => {
  test('A new address is verified by the link of an email, after which the reminder disappears', async () => {
    const email = await newAccount('buyer');
    await enter(visitor.context, email, PASSWORD);
    await open(page, '/dashboard');
    const note = page.getByRole('region', { name: 'Your email address' });
    await note.getByText(email).waitFor();
    await note.getByRole('button', { name: 'Send again' }).click();
    await note.getByRole('status').getByText('We’ve already sent you an email.').waitFor();
    await open(page, '/email-verified');
    await page.getByRole('heading', { name: 'Your email isn’t verified yet' }).waitFor();

    await open(page, '/mailbox');
    await mailTo(email, VERIFICATION).getByRole('link').click();
    await page.getByRole('heading', { name: 'Is this your email address?' }).waitFor();
    await page.getByRole('button', { name: 'Yes, it’s mine' }).click();
    await arrive(page, '**/email-verified?verified=1');
    await page.getByRole('heading', { name: 'Your email is verified' }).waitFor();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('heading', { name: 'How buying works' }).waitFor();
    expect(await note.count()).toBe(0);
  });
});

describe('An address verified in another browser', () => {
  const openLink = async (email: string): Promise<void> => {
    await open(page, '/mailbox');
    await mailTo(email, VERIFICATION).getByRole('link').click();
    await page.getByRole('heading', { name: 'Is this your email address?' }).waitFor();
  };

  test('Verifying in another browser keeps the password when it is entered there', async () => {
    const email = await newAccount('buyer');
    await visitor.forget();
    await openLink(email);
    await page.getByLabel('Password').fill('notthisone1');
    await page.getByRole('button', { name: 'Yes, it’s mine' }).click();
    await page.getByRole('alert').getByText('This isn’t the account’s password.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Yes, it’s mine' }).click();
    await arrive(page, '**/email-verified?verified=1');
    await page.getByRole('heading', { name: 'Your email is verified' }).waitFor();
    await open(page, '/login');
    await submitLogIn(page, email, PASSWORD);
    await toast(page, 'Log In Successfully!');
  });

  test('The page after verifying is about the address of the link, whoever is logged in', async () => {
    const [email, other] = [await newAccount('buyer'), await newAccount('buyer')];
    await enter(visitor.context, other, PASSWORD);
    await openLink(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Yes, it’s mine' }).click();
    await page.getByRole('heading', { name: 'Your email is verified' }).waitFor();
    await open(page, '/email-verified?error=TOKEN_EXPIRED');
    await page.getByRole('heading', { name: 'Your email isn’t verified yet' }).waitFor();
  });

  test('Verifying in another browser without the password leads to a new one and disables the old', async () => {
    const email = await newAccount('buyer');
    await visitor.forget();
    await openLink(email);
    await page.getByRole('button', { name: 'It’s my address, choose a new password' }).click();
    await arrive(page, '**/reset-password?token=**');
    await page.getByLabel('New password', { exact: true }).fill('replaced456');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await toast(page, 'Your password has been reset. You can log in with it now.');
    await arrive(page, '**/login');
    await submitLogIn(page, email, PASSWORD);
    await page.getByText(WRONG, { exact: true }).waitFor();
    await submitLogIn(page, email, 'replaced456');
    await toast(page, 'Log In Successfully!');
  });
});

describe('Forgotten passwords', () => {
  const forgotPassword = async (email: string): Promise<void> => {
    await open(page, '/login');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Forgot Password' }).click();
  };

  const setPassword = async (password: string): Promise<void> => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set new password' }).click();
  };

  test('Resetting a password by email disables the old one and the link', async () => {
    const email = await newAccount('buyer');
    await forgotPassword(email);
    await page.getByRole('status').getByText('Please check your email to reset your password.').waitFor();
    await page.getByRole('link', { name: 'Open the demo mailbox' }).click();
    await arrive(page, '**/mailbox');
    const mail = mailTo(email, RESET);
    const link = (await mail.getByRole('link').getAttribute('href')) ?? '';
    await mail.getByRole('link').click();

    await arrive(page, '**/reset-password?token=**');
    await setPassword('onlyletters');
    await page.getByText(WEAK, { exact: true }).waitFor();
    await setPassword('replaced456');
    await toast(page, 'Your password has been reset. You can log in with it now.');
    await arrive(page, '**/login');

    await submitLogIn(page, email, PASSWORD);
    await page.getByText(WRONG, { exact: true }).waitFor();
    await submitLogIn(page, email, 'replaced456');
    await toast(page, 'Log In Successfully!');
    // Also for those who are logged in, who can't reach the login page.
    await open(page, link);
    await page.getByText(USED).waitFor();
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue(), PATIENCE).toBe(email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByText('Please check your email to reset your password.').waitFor();
  });

  test('Resetting a password in a browser that is logged in logs it out', async () => {
    const email = await newAccount('buyer');
    await enter(visitor.context, email, PASSWORD);
    await visitor.context.request.post(`${shop.url}/api/auth/request-password-reset`, { data: { email, redirectTo: '/reset-password' } });
    await open(page, '/mailbox');
    await mailTo(email, RESET).getByRole('link').click();
    await arrive(page, '**/reset-password?token=**');
    await setPassword('replaced456');
    await toast(page, 'Your password has been reset. You can log in with it now.');
    await arrive(page, '**/login');
    await submitLogIn(page, email, 'replaced456');
    await toast(page, 'Log In Successfully!');
  });

  test('A reset request for an unknown address shows the same message, and sends no email', async () => {
    await forgotPassword('nobody@example.test');
    await page.getByRole('status').getByText('Please check your email to reset your password.').waitFor();
    const mails = (await (await fetch(`${shop.url}/api/mailbox`)).json()) as { to: string }[];
    expect(mails.map(({ to }) => to)).not.toContain('nobody@example.test');
  });
});

describe('Logging out', () => {
  test('Logging out revokes the token and leaves the dashboard', async () => {
    await logIn(page, DEMO.buyer);
    await open(page, '/dashboard/myOrders');
    await page.getByRole('heading', { name: /^My Orders?$/u }).waitFor();
    const token = await storedToken(page);
    const readOrders = async () => (await fetch(`${shop.url}/api/bookings?email=${DEMO.buyer}`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await readOrders()).toBe(200);
    await signOut();
    await arrive(page, '**/login?**');
    expect(await storedToken(page)).toBeNull();
    expect(await page.getByText(DEMO.buyer).count()).toBe(0);
    expect(await readOrders()).toBe(401);
    await page.reload();
    await page.getByRole('form', { name: 'Log in' }).waitFor();
    await page.getByText('Account', { exact: true }).click();
    await page.getByRole('link', { name: 'Log In', exact: true }).waitFor();
  });

  test('Logging out logs out the person’s other tabs', async () => {
    await enter(visitor.context, DEMO.buyer);
    await open(page, '/');
    const [orders, phone] = [await visitor.context.newPage(), await visitor.context.newPage()];
    await open(orders, '/dashboard/myOrders');
    await orders.getByRole('heading', { name: /^My Orders?$/u }).waitFor();
    await open(phone, `/selected-items-details/${(await findListing())._id}`);
    await phone.getByRole('main').getByText(NUMBER).first().waitFor();

    await page.bringToFront();
    await signOut();
    await arrive(orders, '**/login?**');
    await phone.getByText('Account', { exact: true }).waitFor();
    // What only logged-in users may see goes too.
    await phone.getByRole('link', { name: 'Log in to see it' }).first().waitFor();
    expect(await phone.getByRole('main').getByText(NUMBER).count()).toBe(0);
    expect(await storedToken(phone)).toBeNull();
    await Promise.all([orders.close(), phone.close()]);
  });
});

test('Setting a new password logs out other browsers', async () => {
  const email = await newAccount('buyer');
  const elsewhere = await shop.visitor({ expected: [{ url: /\/api\//u, status: 401 }] });
  await enter(elsewhere.context, email, PASSWORD);
  await open(elsewhere.page, '/dashboard');
  await elsewhere.page.getByRole('link', { name: 'My Orders', exact: true }).waitFor();

  await visitor.context.request.post('/api/auth/request-password-reset', { data: { email, redirectTo: '/reset-password' } });
  await open(page, '/mailbox');
  await mailTo(email, RESET).getByRole('link').click();
  await page.getByLabel('New password', { exact: true }).fill('replaced456');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await toast(page, 'Your password has been reset. You can log in with it now.');

  await elsewhere.page.getByRole('link', { name: 'My Orders', exact: true }).click();
  await arrive(elsewhere.page, '**/login**');
  expect(await storedToken(elsewhere.page)).toBeNull();
});

test('Where cookies are blocked, both account forms say so before anything is typed', async () => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
  for (const path of ['/login', '/signup']) {
    await open(page, path);
    await page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' }).waitFor();
  }
});
