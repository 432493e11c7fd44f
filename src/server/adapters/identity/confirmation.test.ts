import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';
import { withPracticeGoogle } from '#test/support/practice-google.ts';

const PASSWORD = 'longenough1';
const NEXT = 'anotherone2';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Cookies = { name: string; value: string }[];

function jarOf(cookies: Cookies): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

async function post(path: string, payload: object, cookie = '') {
  const reply = await shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers: { cookie } });
  return { status: reply.statusCode, cookie: jarOf(reply.cookies), body: reply.json() as Record<string, unknown> };
}

async function signIn(email: string, password: string): Promise<number> {
  return (await post('/sign-in/email', { email, password })).status;
}

/** Signs up and registers a new person. Returns their browser's cookies and their token. */
async function newcomer(email: string) {
  const { cookie } = await post('/sign-up/email', { email, password: PASSWORD, name: 'First Comer' });
  await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'First Comer', role: 'buyer' } });
  const { body } = await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } });
  return { cookie, token: (body as { token: string }).token };
}

async function works(token: string): Promise<boolean> {
  return (await shop.call('GET', '/bookings', { as: token })).status === 200;
}

async function linkTo(email: string): Promise<string> {
  await sendMails(shop);
  const mails = (await shop.call('GET', '/mailbox')).body as { to: string; subject: string; text: string }[];
  const mail = mails.find(({ to, subject }) => to === email && subject.includes('Verify your email address'));
  const link = new URL(/https?:\S+/u.exec(mail?.text ?? '')?.[0] ?? '');
  return link.pathname + link.search;
}

function look(link: string, cookie = '') {
  return shop.app.inject({ method: 'GET', url: link, headers: { cookie } });
}

function press(link: string, { cookie = '', password }: { cookie?: string; password?: string } = {}) {
  return shop.app.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams({ ...(password !== undefined && { password }) }).toString(),
  });
}

async function isVerified(email: string): Promise<boolean> {
  const { rows } = await sql<{ v: number | boolean }>`select "emailVerified" as v from identity_users where "email" = ${email}`.execute(shop.services.db);
  return Boolean(rows[0]?.v);
}

async function countAccounts(email: string): Promise<number> {
  const { rows } =
    await sql<object>`select a."id" from identity_accounts as a join identity_users as u on u."id" = a."userId" where u."email" = ${email}`.execute(
      shop.services.db,
    );
  return rows.length;
}

describe('Verifying an email address', () => {
  test('Verifying while nobody is logged in ends older passwords and sessions, and asks for a new password', async () => {
    const email = 'taken@example.test';
    const stranger = await newcomer(email);
    const link = await linkTo(email);
    expect((await look(link)).body).toContain('choose a new password');
    const pressed = await press(link);
    expect([pressed.statusCode, await isVerified(email)]).toEqual([303, true]);
    expect(await works(stranger.token)).toBe(false);
    expect((await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie: stranger.cookie } })).status).toBe(401);
    expect(await signIn(email, PASSWORD)).toBe(401);
    expect(await countAccounts(email)).toBe(0);
    // The owner continues with Google, and the first password no longer works.
    expect((await withPracticeGoogle(shop, email)).location).toBe('/login');
    expect(await signIn(email, PASSWORD)).toBe(401);

    const next = new URL(String(pressed.headers.location), 'http://shop');
    expect(next.pathname).toBe('/reset-password');
    expect((await post('/reset-password', { newPassword: NEXT, token: next.searchParams.get('token') })).status).toBe(200);
    expect([await signIn(email, NEXT), await signIn(email, PASSWORD)]).toEqual([200, 401]);
    const notified = await shop.services.db.selectFrom('outbox').select('kind').where('recipient', '=', email).execute();
    expect(notified.map(({ kind }) => kind)).toContain('confirmed_elsewhere');
  });

  test('Verifying in the browser that signed up keeps the password and the session', async () => {
    const email = 'same-browser@example.test';
    const { cookie, token } = await newcomer(email);
    const link = await linkTo(email);
    const page = await look(link, cookie);
    expect(page.body).toContain('Yes, it’s mine');
    expect(page.body).not.toContain('type="password"');
    expect((await press(link, { cookie })).headers.location).toBe('/email-verified?verified=1');
    expect([await isVerified(email), await works(token), await signIn(email, PASSWORD)]).toEqual([true, true, 200]);
  });

  test('Verifying on another device keeps both when the person knows the password', async () => {
    const email = 'desktop@example.test';
    const { token } = await newcomer(email);
    const link = await linkTo(email);
    const wrong = await press(link, { password: 'notthisone1' });
    expect([wrong.statusCode, await isVerified(email)]).toEqual([422, false]);
    expect(wrong.body).toContain('This isn’t the account’s password');
    expect((await press(link, { password: PASSWORD })).headers.location).toBe('/email-verified?verified=1');
    expect([await isVerified(email), await works(token), await signIn(email, PASSWORD)]).toEqual([true, true, 200]);
  });

  test('Verifying can’t be completed by guessing passwords', async () => {
    const email = 'guessed-there@example.test';
    await newcomer(email);
    const link = await linkTo(email);
    const statuses: number[] = [];
    for (let number = 0; number < 12; number += 1) statuses.push((await press(link, { password: `guess${number}guess` })).statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    expect(await isVerified(email)).toBe(false);
  });

  test('Verifying while logged in to another account still ends the password', async () => {
    const email = 'other-session@example.test';
    await newcomer(email);
    const other = await newcomer('somebody-else@example.test');
    await press(await linkTo(email), { cookie: other.cookie });
    expect(await signIn(email, PASSWORD)).toBe(401);
    expect(await works(other.token)).toBe(true);
  });

  test('Verifying a second time changes nothing, whoever does it and whatever they type', async () => {
    const email = 'twice-confirmed@example.test';
    const { cookie, token } = await newcomer(email);
    const link = await linkTo(email);
    await press(link, { cookie });
    for (const again of [{}, { password: 'whatever1' }, { cookie }]) expect((await press(link, again)).headers.location).toBe('/email-verified?verified=1');
    expect([await works(token), await signIn(email, PASSWORD)]).toEqual([true, 200]);
  });

  test('Verifying twice at the same moment verifies once', async () => {
    const email = 'at-once@example.test';
    await newcomer(email);
    const link = await linkTo(email);
    const replies = await Promise.all([press(link), press(link), press(link)]);
    expect(replies.filter(({ headers }) => String(headers.location).startsWith('/reset-password')).length).toBe(1);
  });

  test('The link of a deleted account doesn’t verify its successor', async () => {
    const email = 'made-anew@example.test';
    await newcomer(email);
    const old = await linkTo(email);
    await shop.services.identity.forget(email);
    await post('/sign-up/email', { email, password: NEXT, name: 'Second Comer' });
    expect((await press(old)).headers.location).toBe('/email-verified?error=INVALID_TOKEN');
    expect([await isVerified(email), await signIn(email, NEXT)]).toEqual([false, 200]);
  });

  test('Refuses a verification link that is forged, too long, expired or made for another purpose', async () => {
    const email = 'forged@example.test';
    const { cookie } = await newcomer(email);
    const link = await linkTo(email);
    for (const url of [`${link}x`, '/api/auth/verify-email', '/api/auth/verify-email?token=', `/api/auth/verify-email?token=${'x'.repeat(5000)}`])
      expect((await press(url, { cookie })).headers.location).toBe('/email-verified?error=INVALID_TOKEN');
    shop.clock.advance(86_400_000 + 60_000);
    expect((await press(link, { cookie })).headers.location).toBe('/email-verified?error=TOKEN_EXPIRED');
    shop.clock.advance(-86_400_000 - 60_000);
    expect(await isVerified(email)).toBe(false);
  });
});

describe('An address that two people signed up with', () => {
  test('Access to the mailbox decides between two people who signed up with the same address', async () => {
    const email = 'two-people@example.test';
    const first = await newcomer(email);
    expect((await post('/sign-up/email', { email, password: NEXT, name: 'Second Comer' })).status).toBe(409);
    expect(await signIn(email, NEXT)).toBe(401);
    await post('/request-password-reset', { email, redirectTo: '/reset-password' });
    const mail = await shop.services.db.selectFrom('outbox').select('link').where('recipient', '=', email).where('kind', '=', 'reset').executeTakeFirst();
    const token = new URL(mail?.link ?? '', 'http://shop').pathname.split('/').at(-1);
    expect((await post('/reset-password', { newPassword: NEXT, token })).status).toBe(200);
    expect([await isVerified(email), await works(first.token), await signIn(email, PASSWORD), await signIn(email, NEXT)]).toEqual([true, false, 401, 200]);
  });
});

describe('Logging in during a change of password', () => {
  test('A login that is under way fails when the password ends before it is answered', async () => {
    const email = 'under-way@example.test';
    await newcomer(email);
    const link = await linkTo(email);
    const tries = Array.from({ length: 4 }, () => signIn(email, PASSWORD));
    const pressed = press(link);
    await Promise.all([...tries, pressed]);
    const { rows } =
      await sql<object>`select s."id" from identity_sessions as s join identity_users as u on u."id" = s."userId" where u."email" = ${email}`.execute(
        shop.services.db,
      );
    expect(rows).toEqual([]);
  });
});
