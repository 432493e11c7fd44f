import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAdmin } from '#server/process/first-admin.ts';
import { createTestApp, mailsTo as findMailsTo, type TestApp } from '#test/support/app.ts';
import { appCode, beginSecondFactor, turnOnSecondFactor, verifyAddress } from '#test/support/second-factor.ts';
import { createPerson } from '#test/support/world/world.ts';
import { removeSecondFactor } from '../../process/lost-second-factor.ts';

const PASSWORD = 'longenough1';
const WRONG = { status: 422, body: { code: 'invalid', fields: { code: expect.stringContaining('Wrong code') } } };

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ REQUIRE_ADMIN_SECOND_FACTOR: 'true' });
});
afterAll(() => shop.close());

type From = { address?: string; cookie?: string };

async function post(path: string, payload: object, { address = '203.0.113.9', cookie }: From = {}) {
  const response = await shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, remoteAddress: address, headers: { ...(cookie && { cookie }) } });
  return { status: response.statusCode, body: response.json() as Record<string, unknown>, cookies: response.cookies, text: response.body };
}

type Reply = Awaited<ReturnType<typeof post>>;

function jarOf({ cookies }: Reply): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

async function tokenBy(email: string, cookie: string) {
  const { status, body } = await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } });
  return { status, token: (body as { token?: string }).token ?? '' };
}

async function works(token: string): Promise<boolean> {
  return (await shop.call('GET', '/sessions', { as: token })).status === 200;
}

async function state(token: string) {
  return (await shop.call('GET', '/secondFactor', { as: token })).body;
}

async function sessionsOf(email: string): Promise<number> {
  return (await shop.services.identity.findSignIns(email, shop.clock.now())).length;
}

function later(): void {
  shop.clock.advance(30_000);
}

/** A person with a password and a verified address, and a way to log them in. */
async function newPerson(name: string) {
  const email = `${name}@example.test`;
  const signedUp = await post('/sign-up/email', { email, password: PASSWORD, name: 'Some Body' });
  const known = jarOf(signedUp);
  await shop.call('POST', '/users', { headers: { cookie: known }, body: { email, name: 'Some Body', role: 'buyer' } });
  await verifyAddress(shop, email);
  const signIn = (code?: string, from?: From, password = PASSWORD) => post('/sign-in/email', { email, password, ...(code !== undefined && { code }) }, from);
  const { token } = await tokenBy(email, known);
  return { email, token, known, signIn };
}

async function actsOn(email: string): Promise<string[]> {
  const { id } = await shop.services.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const rows = await shop.services.db.selectFrom('audit_log').select(['act', 'actor_role']).where('subject_id', '=', id).orderBy('id').execute();
  return rows.map(({ act, actor_role }) => `${act} by ${actor_role}`).filter((row) => /^(?:second_factor_o|recovery)/u.test(row));
}

async function mailsTo(email: string): Promise<string[]> {
  const mails = await findMailsTo(shop, email);
  return mails.map(({ subject, text }) => `${subject} ${text}`).filter((mail) => !/Verify your email address|New login/u.test(mail));
}

describe('Second factor', () => {
  test('A second factor is turned on with the password and a first code; other sessions end, and an email is sent', async () => {
    const person = await newPerson('turning-on');
    const other = await tokenBy(person.email, jarOf(await person.signIn()));
    expect(await state(person.token)).toEqual({ state: 'off', hasApp: false, since: null, recoveryCodesLeft: 0, needed: false });
    const begin = (password: string) => shop.call('POST', '/secondFactor', { as: person.token, body: { password } });
    expect(await begin('wrongone1')).toMatchObject({ status: 422, body: { fields: { password: 'Wrong password.' } } });
    const first = await beginSecondFactor(shop, person.token, PASSWORD);
    const { secret, address } = (await begin(PASSWORD)).body as { secret: string; address: string };
    expect([secret.length, new URL(address).searchParams.get('secret')]).toEqual([32, secret]);
    const confirm = (code: string) => shop.call('POST', '/secondFactor/confirm', { as: person.token, body: { code } });
    expect(await confirm(appCode(first, shop.clock.now()))).toMatchObject(WRONG);
    // A code isn't required until the person has confirmed one.
    expect((await person.signIn()).status).toBe(200);
    const { recoveryCodes } = (await confirm(appCode(secret, shop.clock.now()))).body as { recoveryCodes: string[] };
    expect(recoveryCodes).toHaveLength(10);
    expect([await works(person.token), await works(other.token), await sessionsOf(person.email)]).toEqual([true, false, 1]);
    expect(await state(person.token)).toEqual({
      state: 'on',
      hasApp: true,
      since: new Date(shop.clock.now()).toISOString(),
      recoveryCodesLeft: 10,
      needed: false,
    });
    expect(await begin(PASSWORD)).toMatchObject({ status: 409 });
    expect(await confirm(appCode(secret, shop.clock.now()))).toMatchObject({ status: 409 });
    expect(await actsOn(person.email)).toEqual(['second_factor_on by buyer']);
    expect(await mailsTo(person.email)).toEqual([expect.stringContaining('requires a code from your authenticator app')]);
    const stored = await shop.services.db.selectFrom('second_factors').selectAll().execute();
    const hashes = await shop.services.db.selectFrom('recovery_codes').selectAll().execute();
    for (const notified of [secret, ...recoveryCodes]) expect(JSON.stringify([stored, hashes, await mailsTo(person.email)])).not.toContain(notified);
    const { body: data } = await shop.call('GET', '/personalData', { as: person.token });
    expect(JSON.stringify(data)).toContain('"codes_left":10');
  });

  test('A correct password alone gives no session, token or cookie; with a code it does, and each code works once', async () => {
    const person = await newPerson('signing-in');
    const { secret } = await turnOnSecondFactor(shop, person.token, PASSWORD);
    const half = await person.signIn();
    expect(half).toMatchObject({ status: 403, body: { code: 'code_needed' }, cookies: [] });
    expect(Object.keys(half.body)).toEqual(['message', 'code']);
    expect(await sessionsOf(person.email)).toBe(1);
    expect((await tokenBy(person.email, jarOf(half))).status).toBe(401);
    // A wrong password doesn't reveal that there is a second factor either.
    expect(await person.signIn('123456', {}, 'wrongone1')).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });

    // This code turned the second factor on, which used it up.
    const used = { status: 422, body: { fields: { code: expect.stringContaining('already used') } }, cookies: [] };
    expect(await person.signIn(appCode(secret, shop.clock.now()))).toMatchObject(used);
    later();
    const code = appCode(secret, shop.clock.now());
    const both = await Promise.all([person.signIn(code), person.signIn(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const whole = both.find(({ status }) => status === 200);
    expect(whole && (await tokenBy(person.email, jarOf(whole))).status).toBe(200);
    expect(await person.signIn(code)).toMatchObject(used);
    expect(await sessionsOf(person.email)).toBe(2);
    // An earlier code is invalid after a later one was used, even within its half minute.
    later();
    later();
    expect((await person.signIn(appCode(secret, shop.clock.now()))).status).toBe(200);
    expect(await person.signIn(appCode(secret, shop.clock.now() - 30_000))).toMatchObject(used);
    for (const [odd, status] of [
      [' 1', 422],
      [123456, 422],
      ['x'.repeat(101), 422],
    ] as const)
      expect((await post('/sign-in/email', { email: person.email, password: PASSWORD, code: odd }, { address: '203.0.113.10' })).status).toBe(status);
  });

  test('Each recovery code replaces the app once, and an email says so; new codes invalidate the old ones', async () => {
    const person = await newPerson('recovering');
    const { secret, recoveryCodes } = await turnOnSecondFactor(shop, person.token, PASSWORD);
    const [one = '', two = '', three = ''] = recoveryCodes;
    const both = await Promise.all([person.signIn(one.toUpperCase()), person.signIn(one.replace('-', ' '))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await person.signIn(one)).toMatchObject(WRONG);
    expect(await state(person.token)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await mailsTo(person.email)).toContainEqual(expect.stringContaining('You have 9 left'));
    const renew = (password: string, code: string) => shop.call('POST', '/secondFactor/recoveryCodes', { as: person.token, body: { password, code } });
    expect(await renew('wrongone1', two)).toMatchObject({ status: 422, body: { fields: { password: 'Wrong password.' } } });
    expect(await renew(PASSWORD, '000000')).toMatchObject(WRONG);
    later();
    const { recoveryCodes: next } = (await renew(PASSWORD, appCode(secret, shop.clock.now()))).body as { recoveryCodes: string[] };
    expect(await person.signIn(three)).toMatchObject(WRONG);
    expect((await person.signIn(next[0])).status).toBe(200);
    expect(await actsOn(person.email)).toEqual(['second_factor_on by buyer', 'recovery_codes_made by buyer']);
  });

  test('Codes can’t be guessed: five tries per browser or network, twenty in all; a correct password doesn’t make a browser known', async () => {
    const person = await newPerson('guessed');
    const { secret } = await turnOnSecondFactor(shop, person.token, PASSWORD);
    later();
    const guess = async (times: number, from: (nth: number) => From): Promise<number[]> => {
      const statuses: number[] = [];
      for (let nth = 0; nth < times; nth += 1) statuses.push((await person.signIn(String(100_000 + nth), from(nth))).status);
      return statuses;
    };
    expect(await guess(6, () => ({}))).toEqual([...Array<number>(5).fill(422), 429]);
    expect(await person.signIn(appCode(secret, shop.clock.now()))).toMatchObject({
      status: 429,
      body: { code: 'too_many', message: expect.stringMatching(/Wait \d+ \w+, then log in again/u) },
    });
    const many = await guess(20, (nth) => ({ address: `10.1.${nth}.1` }));
    expect([many.filter((status) => status === 422).length, many.filter((status) => status === 429).length]).toEqual([15, 5]);
    // Strangers can't use up the tries of the owner's own browser.
    const owner = { address: '192.0.2.80', cookie: person.known };
    expect((await person.signIn(appCode(secret, shop.clock.now()), { address: '192.0.2.80' })).status).toBe(429);
    expect((await person.signIn(appCode(secret, shop.clock.now()), owner)).status).toBe(200);
    expect(await guess(6, () => owner)).toEqual([...Array<number>(5).fill(422), 429]);
    shop.clock.advance(7_200_000);
    expect((await person.signIn(appCode(secret, shop.clock.now()), { address: '10.1.0.1' })).status).toBe(200);
  });

  test('After too many wrong codes a recovery code still logs in, as the sentence says; those have as few tries of their own', async () => {
    const person = await newPerson('locked-out');
    const { recoveryCodes } = await turnOnSecondFactor(shop, person.token, PASSWORD);
    const guess = async (code: string) => {
      for (let tries = 0; tries < 5; tries += 1) expect((await person.signIn(code)).status).toBe(422);
      return person.signIn(code);
    };
    expect(await guess('000000')).toMatchObject({ status: 429, body: { message: expect.stringContaining('use a recovery code') } });
    expect((await person.signIn(recoveryCodes[0])).status).toBe(200);
    expect(await guess('aaaaa-aaaaa')).toMatchObject({ status: 429, body: { message: expect.stringMatching(/then log in again\.$/u) } });
    expect((await person.signIn(recoveryCodes[1])).status).toBe(429);
  });

  test('A second factor is turned off with password and code, neither of which can be guessed; then the password is enough', async () => {
    const person = await newPerson('turning-off');
    const { secret, recoveryCodes } = await turnOnSecondFactor(shop, person.token, PASSWORD);
    const [code = '', spare = ''] = recoveryCodes;
    const other = await tokenBy(person.email, jarOf(await person.signIn(code)));
    const off = (password: string, given: string) => shop.call('POST', '/secondFactor/off', { as: person.token, body: { password, code: given } });
    expect(await off(PASSWORD, code)).toMatchObject(WRONG);
    expect(await off(PASSWORD, appCode(secret, shop.clock.now()))).toMatchObject({ status: 422, body: { fields: { code: expect.stringContaining('used') } } });
    expect(await off('wrongone1', spare)).toMatchObject({ status: 422 });
    const stranger = await newPerson('no-owner');
    expect((await shop.call('POST', '/secondFactor/off', { as: stranger.token, body: { password: PASSWORD, code: spare } })).status).toBe(409);
    expect(await off(PASSWORD, spare)).toMatchObject({ status: 200 });
    expect([await works(person.token), await works(other.token)]).toEqual([true, false]);
    expect((await person.signIn()).status).toBe(200);
    expect(await actsOn(person.email)).toEqual(['second_factor_on by buyer', 'second_factor_off by buyer']);
    expect((await mailsTo(person.email)).at(-1)).toContain('Your second factor for Redial is off');

    await turnOnSecondFactor(shop, person.token, PASSWORD);
    const statuses: number[] = [];
    for (let nth = 0; nth < 12; nth += 1) statuses.push((await off(PASSWORD, String(200_000 + nth))).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect(await state(person.token)).toMatchObject({ state: 'on' });
  });

  test('A password reset doesn’t bypass the second factor', async () => {
    const person = await newPerson('resetting');
    await turnOnSecondFactor(shop, person.token, PASSWORD);
    await post('/request-password-reset', { email: person.email, redirectTo: '/reset-password' });
    const { link } = await shop.services.db
      .selectFrom('outbox')
      .select('link')
      .where('recipient', '=', person.email)
      .where('kind', '=', 'reset')
      .executeTakeFirstOrThrow();
    const token = new URL(link ?? '', 'http://shop.test').pathname.split('/').at(-1);
    expect((await post('/reset-password', { newPassword: 'anotherone2', token })).status).toBe(200);
    expect(await person.signIn(undefined, {}, 'anotherone2')).toMatchObject({ status: 403, body: { code: 'code_needed' }, cookies: [] });
  });

  test('A second factor needs a verified address and a password; an operator can remove it', async () => {
    const { cookies } = await post('/sign-up/email', { email: 'early@example.test', password: PASSWORD, name: 'Ear Ly' });
    const early = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    await shop.call('POST', '/users', { headers: { cookie: early }, body: { email: 'early@example.test', name: 'Ear Ly', role: 'buyer' } });
    const { token } = await tokenBy('early@example.test', early);
    expect(await state(token)).toMatchObject({ state: 'unverified' });
    expect(await shop.call('POST', '/secondFactor', { as: token, body: { password: PASSWORD } })).toMatchObject({ status: 409 });
    const elsewhere = await createPerson(shop, 'seller');
    expect(await state(elsewhere.token)).toMatchObject({ state: 'no-password' });
    expect(await shop.call('POST', '/secondFactor', { as: elsewhere.token, body: { password: PASSWORD } })).toMatchObject({ status: 409 });

    const person = await newPerson('lost-everything');
    await turnOnSecondFactor(shop, person.token, PASSWORD);
    expect([await removeSecondFactor(shop.services, person.email), await removeSecondFactor(shop.services, person.email)]).toEqual([true, false]);
    await expect(removeSecondFactor(shop.services, 'mistyped@example.test')).rejects.toThrow('Nobody in this shop has the address mistyped@example.test.');
    expect([await works(person.token), await sessionsOf(person.email)]).toEqual([false, 0]);
    expect((await person.signIn()).status).toBe(200);
    expect(await actsOn(person.email)).toEqual(['second_factor_on by buyer', 'second_factor_off by operator']);
    expect((await mailsTo(person.email)).at(-1)).toContain('Your second factor for Redial is off');
  });
});

test('An admin without a second factor can log in, but do nothing as an admin until it is on', async () => {
  const email = 'boss@example.test';
  await ensureAdmin(shop.services, { email, password: PASSWORD });
  const { token } = await tokenBy(email, jarOf(await post('/sign-in/email', { email, password: PASSWORD })));
  const refused = { status: 403, body: { code: 'second_factor_needed', message: expect.stringContaining('Dashboard > Security') } };
  const { id } = await createPerson(shop, 'buyer', { email: 'somebody@example.test' });
  for (const [method, path] of [
    ['GET', '/users/buyers'],
    ['GET', '/auditLog'],
    ['DELETE', `/users/sellers/${id}`],
    ['GET', `/orders/${id}/history`],
  ] as const)
    expect(await shop.call(method, path, { as: token })).toMatchObject(refused);
  expect((await shop.call('GET', '/users/sellers/somebody@example.test', { as: token })).body).toEqual({ isSeller: false });
  expect((await shop.call('GET', `/users/admin/${email}`, { as: token })).body).toEqual({ isAdmin: true });
  expect(await state(token)).toMatchObject({ state: 'off', needed: true });
  const { recoveryCodes } = await turnOnSecondFactor(shop, token, PASSWORD);
  expect((await shop.call('GET', '/users/buyers', { as: token })).status).toBe(200);
  expect(await state(token)).toMatchObject({ state: 'on', needed: false });
  await shop.call('POST', '/secondFactor/off', { as: token, body: { password: PASSWORD, code: recoveryCodes[0] } });
  expect(await shop.call('GET', '/users/buyers', { as: token })).toMatchObject(refused);
});

test('No reply contains the session’s token: only the cookie has it', async () => {
  const person = await newPerson('untold');
  const signedIn = await person.signIn();
  const token = decodeURIComponent(signedIn.cookies.find(({ name }) => name.endsWith('session_token'))?.value ?? '').split('.')[0] ?? '';
  expect(token.length).toBeGreaterThan(20);
  const current = await shop.app.inject({ method: 'GET', url: '/api/auth/get-session', headers: { cookie: jarOf(signedIn) } });
  expect(current.json()).toMatchObject({ user: { email: person.email }, session: { userId: expect.any(String) } });
  for (const text of [signedIn.text, current.body]) expect(text).not.toMatch(new RegExp(`${token}|"token"`, 'u'));
});
