import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignInSession } from '#contract/accounts/sign-ins.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createPerson } from '#test/support/world/world.ts';
import { deviceOf } from './device.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const PASSWORD = 'longenough1';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Browser = { userAgent?: string; address?: string };

async function post(path: string, payload: object, { userAgent = FIREFOX, address = '203.0.113.77', cookie = '' }: Browser & { cookie?: string } = {}) {
  const headers = { 'user-agent': userAgent, ...(cookie && { cookie }) };
  const response = await shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, remoteAddress: address, headers });
  const jar = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  return { status: response.statusCode, body: response.json() as Record<string, unknown>, cookie: jar };
}

async function tokenBy(email: string, cookie: string): Promise<string> {
  const { body } = await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } });
  return (body as { token: string }).token;
}

/** A person who signed up with a password, and a way to log them in again. */
async function newPerson(email: string) {
  const { cookie } = await post('/sign-up/email', { email, password: PASSWORD, name: 'Some Body' });
  await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'Some Body', role: 'buyer' } });
  const signIn = async (password: string, browser: Browser = {}) => {
    const signedIn = await post('/sign-in/email', { email, password }, browser);
    return { ...signedIn, token: signedIn.status === 200 ? await tokenBy(email, signedIn.cookie) : '' };
  };
  return { token: await tokenBy(email, cookie), signIn };
}

async function sessionsOf(token: string): Promise<SignInSession[]> {
  return (await shop.call('GET', '/sessions', { as: token })).body as SignInSession[];
}

async function works(token: string): Promise<boolean> {
  return (await shop.call('GET', '/bookings', { as: token })).status === 200;
}

describe('Sessions', () => {
  test('Lists a person’s sessions with the browser and approximate network, and nothing secret', async () => {
    const person = await newPerson('listed@example.test');
    const phone = await person.signIn(PASSWORD, { userAgent: IPHONE, address: '2001:db8:7:8::9' });
    const listed = await sessionsOf(phone.token);
    expect(listed).toHaveLength(2);
    expect(listed.find(({ current }) => current)).toMatchObject({ device: 'Safari on an iPhone', address: '2001:db8:7:…' });
    expect(listed.find(({ current }) => !current)).toMatchObject({ device: 'Firefox on Linux', address: '203.0.113.x' });
    const row = await shop.services.identity.findSignIns('listed@example.test', shop.clock.now());
    expect(JSON.stringify([listed, row])).not.toContain('203.0.113.77');
  });

  test('A browser that logs in again ends its own previous session only', async () => {
    const person = await newPerson('anew@example.test');
    const elsewhere = await person.signIn(PASSWORD);
    const first = await person.signIn(PASSWORD);
    const again = await post('/sign-in/email', { email: 'anew@example.test', password: PASSWORD }, { cookie: first.cookie });
    expect(again.status).toBe(200);
    expect([await works(first.token), await works(elsewhere.token)]).toEqual([false, true]);
    expect(await works(await tokenBy('anew@example.test', again.cookie))).toBe(true);
    const wrong = await post('/sign-in/email', { email: 'anew@example.test', password: 'wrong12345' }, { cookie: again.cookie });
    expect([wrong.status, await works(await tokenBy('anew@example.test', again.cookie))]).toEqual([401, true]);
  });

  test('An admin logs a person out everywhere, and the audit log says so once', async () => {
    const person = await newPerson('logged-out@example.test');
    const second = await person.signIn(PASSWORD);
    const admin = await createPerson(shop, 'admin');
    const { body: users } = await shop.call('GET', '/users/buyers', { as: admin.token });
    const id = (users as { _id: string; email: string }[]).find(({ email }) => email === 'logged-out@example.test')?._id;
    expect(await shop.call('DELETE', `/users/${id}/sessions`, { as: second.token })).toMatchObject({ status: 403 });
    expect(await shop.call('DELETE', `/users/${id}/sessions`, { as: admin.token })).toMatchObject({ status: 200, body: { deletedCount: 2 } });
    expect(await shop.call('DELETE', `/users/${id}/sessions`, { as: admin.token })).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect([await works(person.token), await works(second.token)]).toEqual([false, false]);
    expect(await works((await person.signIn(PASSWORD)).token)).toBe(true);
    const { body: log } = await shop.call('GET', `/auditLog?subject=${id}&act=person_logged_out`, { as: admin.token });
    expect(log).toMatchObject([{ by: { _id: admin.id }, after: { sessions: 2 } }]);
    expect(await shop.call('DELETE', '/users/nobody/sessions', { as: admin.token })).toMatchObject({ status: 404 });
  });

  test('A person ends one session or all others immediately, and nobody ends another’s', async () => {
    const person = await newPerson('ending@example.test');
    const [second, third] = [await person.signIn(PASSWORD), await person.signIn(PASSWORD)];
    const stranger = await createPerson(shop, 'admin');
    const mine = await sessionsOf(second.token);
    const own = mine.find(({ current }) => current)?._id;
    expect((await shop.call('DELETE', `/sessions/${own}`, { as: stranger.token })).status).toBe(404);
    expect(await works(second.token)).toBe(true);
    expect(await shop.call('DELETE', `/sessions/${own}`, { as: person.token })).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect([await works(second.token), await works(third.token), await works(person.token)]).toEqual([false, true, true]);
    expect((await shop.call('DELETE', `/sessions/${own}`, { as: person.token })).status).toBe(404);
    expect(await shop.call('DELETE', '/sessions', { as: third.token })).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect([await works(third.token), await works(person.token), await works(stranger.token)]).toEqual([true, false, true]);
  });

  test('A session ends after thirty days, however much it is used', async () => {
    const { identity, db } = shop.services;
    const person = await createPerson(shop, 'buyer');
    const day = 86_400_000;
    const ends = new Date(shop.clock.now() + 60 * day).toISOString();
    await sql`update identity_sessions set "expiresAt" = ${ends} where "id" = ${person.sessionId}`.execute(db);
    expect(await identity.isSessionAlive(person.sessionId, shop.clock.now() + 29 * day)).toBe(true);
    expect(await identity.isSessionAlive(person.sessionId, shop.clock.now() + 31 * day)).toBe(false);
  });

  test.each([
    [IPHONE, 'Safari on an iPhone'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['Mozilla/5.0 (Linux; U) Something', 'A browser on Linux'],
    ['<script>alert(1)</script>', null],
    [null, null],
    [`Version/${'.'.repeat(14_000)} Safari/`, null],
    ['Version/1 '.repeat(1400), null],
  ])('%s is %j', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});

describe('Passwords', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    shop.call('POST', '/password', { as: token, body: { currentPassword, newPassword } });

  test('Changing a password takes the current one, ends the other sessions and sends an email', async () => {
    const email = 'changing@example.test';
    const person = await newPerson(email);
    const other = await person.signIn(PASSWORD);
    expect(await change(person.token, 'wrongone1', 'brandnew11')).toMatchObject({
      status: 422,
      body: { fields: { currentPassword: 'Wrong password.' } },
    });
    expect(await change(person.token, PASSWORD, 'short1')).toMatchObject({
      status: 422,
      body: { fields: { newPassword: ' Minimum eight characters, at least one letter and one number' } },
    });
    expect(await works(other.token)).toBe(true);
    expect(await change(person.token, PASSWORD, 'brandnew11')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect([await works(other.token), await works(person.token)]).toEqual([false, true]);
    expect([(await person.signIn(PASSWORD)).status, (await person.signIn('brandnew11')).status]).toEqual([401, 200]);
    const posted = (await mailsTo(shop, email)).filter(({ kind }) => kind === 'password_changed');
    expect(posted).toMatchObject([{ text: expect.stringContaining(email), link: '/reset-password' }]);
    expect(JSON.stringify(posted)).not.toContain('brandnew11');
  });

  test('Of two changes at once, one counts: what the other was based on isn’t the password anymore', async () => {
    const person = await newPerson('twice@example.test');
    const replies = await Promise.all([change(person.token, PASSWORD, 'brandnew11'), change(person.token, PASSWORD, 'brandnew22')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const isFirst = replies[0]?.status === 200;
    expect((await person.signIn(isFirst ? 'brandnew11' : 'brandnew22')).status).toBe(200);
  });

  test('A password can’t be guessed with a stolen token: after ten tries there is a wait', async () => {
    const person = await newPerson('guessed@example.test');
    const statuses: number[] = [];
    for (let number = 0; number < 13; number += 1) statuses.push((await change(person.token, `guess${number}guess`, 'brandnew11')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429, 429]);
    expect((await change(person.token, PASSWORD, 'brandnew11')).status).toBe(429);
  });

  test.each([
    ['abcd1234', 'too common'],
    ['PassWord1', 'too common'],
    ['qwerty123', 'too common'],
    ['Redial2026', 'easy to guess'],
    ['123iphone', 'easy to guess'],
    ['Guessable99', 'easy to guess'],
  ])('Rejects %s on signing up, resetting or changing the password', async (password, words) => {
    const refused = { status: 422, body: { code: 'invalid', message: expect.stringContaining(words) } };
    expect(await post('/sign-up/email', { email: 'guessable@example.test', password, name: 'Not Me' })).toMatchObject(refused);
    if (password === 'Guessable99') return;
    expect(await post('/reset-password', { newPassword: password, token: 'x' })).toMatchObject(refused);
    const person = await newPerson(`${password}@example.test`.toLowerCase());
    expect(await change(person.token, PASSWORD, password)).toMatchObject(refused);
  });
});
