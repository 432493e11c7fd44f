import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, mailsTo as findMailsTo, type TestApp } from '#test/support/app.ts';
import { withPracticeGoogle } from '#test/support/practice-google.ts';
import { appCode, turnOnSecondFactor, verifyAddress } from '#test/support/second-factor.ts';
import { createPerson } from '#test/support/world/world.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const PASSWORD = 'longenough1';
const HOME = '203.0.113.77';
const ABROAD = '198.51.100.9';

let shop: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  shop = await createTestApp({}, { onLog: (line) => void lines.push(line) });
});
afterAll(() => shop.close());

type From = { address?: string; userAgent?: string; cookie?: string };

async function post(path: string, payload: object, { address = HOME, userAgent = FIREFOX, cookie = '' }: From = {}) {
  const headers = { 'user-agent': userAgent, cookie };
  const reply = await shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, remoteAddress: address, headers });
  return { status: reply.statusCode, cookie: reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ') };
}

/** A person who signed up at home, with their browser's cookies and a way to log in again. */
async function newPerson(name: string) {
  const email = `${name}@example.test`;
  const { cookie } = await post('/sign-up/email', { email, password: PASSWORD, name: 'Some Body' });
  const registered = await shop.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { cookie },
    remoteAddress: HOME,
    payload: { email, name: 'Some Body', role: 'buyer' },
  });
  const { insertedId: id } = registered.json() as { insertedId: string };
  return { email, id, cookie, signIn: (from: From = {}, password = PASSWORD) => post('/sign-in/email', { email, password }, from) };
}

function mailsTo(email: string) {
  return shop.services.db.selectFrom('outbox').selectAll().where('recipient', '=', email).where('kind', '=', 'new_sign_in').execute();
}

async function signInsOf(id: string): Promise<object[]> {
  const rows = await shop.services.db
    .selectFrom('audit_log')
    .select(['act', 'actor_role', 'network', 'after', 'request_id'])
    .where('subject_id', '=', id)
    .where('act', 'in', ['signed_in', 'second_factor_failed'])
    .orderBy('id')
    .execute();
  return rows.map(({ after, request_id, ...row }) => ({ ...row, ...(JSON.parse(after ?? '{}') as object), hasRequest: request_id !== null }));
}

describe('Login emails', () => {
  test('A login from an unknown browser sends an email with when, roughly where, with what, and what to do', async () => {
    const person = await newPerson('other-browser');
    expect(await mailsTo(person.email)).toEqual([]);
    expect((await person.signIn({ userAgent: IPHONE })).status).toBe(200);
    const [row, ...more] = await mailsTo(person.email);
    expect([row?.link, more]).toEqual(['/dashboard/security', []]);
    const mail = (await findMailsTo(shop, person.email)).find(({ subject }) => subject.includes('New login'));
    expect(mail?.subject).toBe('New login to your Redial account');
    expect(mail?.text).toMatch(/Time: \w+, \w+ \d+, 20\d\d, \d+:\d\d [AP]M \S+\nDevice: Safari on an iPhone\nApproximate network address: 203\.0\.113\.x/u);
    expect(mail?.text).toContain('Forgot Password');
    expect(mail?.text).not.toContain(HOME);
  });

  test('A login from the browser and network of the sign-up sends no email', async () => {
    const person = await newPerson('same-browser');
    expect((await person.signIn({ cookie: person.cookie })).status).toBe(200);
    expect(await mailsTo(person.email)).toEqual([]);
  });

  test('A login from a known browser in another network sends one email, and then the network is known', async () => {
    const person = await newPerson('abroad');
    await person.signIn({ cookie: person.cookie, address: ABROAD });
    expect(await mailsTo(person.email)).toHaveLength(1);
    await person.signIn({ cookie: person.cookie, address: ABROAD });
    expect(await mailsTo(person.email)).toHaveLength(1);
  });

  test('The audit log has how, roughly from where and with what somebody logged in, and nothing of failed logins', async () => {
    const person = await newPerson('audited');
    await person.signIn({ userAgent: IPHONE, address: ABROAD });
    await person.signIn({}, 'wrongone1');
    expect(await signInsOf(person.id)).toEqual([
      { act: 'signed_in', actor_role: 'buyer', network: '198.51.100.0/24', way: 'password', device: 'Safari on an iPhone', new: true, hasRequest: true },
    ]);
  });

  test('Repeated logins send at most ten emails a day', async () => {
    const person = await newPerson('often');
    for (let number = 0; number < 12; number += 1) await person.signIn({ address: `10.1.${number}.1` });
    expect(await mailsTo(person.email)).toHaveLength(10);
    expect(await signInsOf(person.id)).toHaveLength(12);
  });

  test('A login without its second factor doesn’t count; wrong codes are in the audit log', async () => {
    const person = await newPerson('two-steps');
    await verifyAddress(shop, person.email);
    const { body } = await shop.call('GET', `/jwt?email=${person.email}`, { headers: { cookie: person.cookie } });
    const { secret } = await turnOnSecondFactor(shop, (body as { token: string }).token, PASSWORD);
    const { email } = person;
    expect((await person.signIn()).status).toBe(403);
    expect((await post('/sign-in/email', { email, password: PASSWORD, code: 'no-such-code' })).status).toBe(422);
    expect(await mailsTo(email)).toEqual([]);
    shop.clock.advance(30_000);
    expect((await post('/sign-in/email', { email, password: PASSWORD, code: appCode(secret, shop.clock.now()) })).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await signInsOf(person.id)).toMatchObject([
      { act: 'second_factor_failed', actor_role: 'visitor', way: 'password', why: 'wrong-code' },
      { act: 'signed_in', actor_role: 'buyer' },
    ]);
  });

  test('After a password reset, a login from a browser and network used before it sends an email', async () => {
    const person = await newPerson('thrown-out');
    await person.signIn({ cookie: person.cookie });
    expect(await mailsTo(person.email)).toEqual([]);
    shop.clock.advance(1000);
    await post('/request-password-reset', { email: person.email, redirectTo: '/reset-password' }, { address: ABROAD });
    const mail = await shop.services.db
      .selectFrom('outbox')
      .select('link')
      .where('recipient', '=', person.email)
      .where('kind', '=', 'reset')
      .executeTakeFirst();
    const token = new URL(mail?.link ?? '', 'http://shop').pathname.split('/').at(-1);
    const reset = await post('/reset-password', { newPassword: 'anotherone2', token }, { address: ABROAD });
    await person.signIn({ cookie: reset.cookie, address: ABROAD }, 'anotherone2');
    expect(await mailsTo(person.email)).toEqual([]);
    await person.signIn({ cookie: person.cookie }, 'anotherone2');
    expect(await mailsTo(person.email)).toHaveLength(1);
  });

  test('A login through practice Google sends the same email, except the first, which creates the account', async () => {
    const email = 'visitor@practice.test';
    const first = await withPracticeGoogle(shop, email);
    expect(await mailsTo(email)).toEqual([]);
    await shop.call('POST', '/users', { headers: { cookie: first.cookie }, body: { email, name: 'Visitor', role: 'buyer' } });
    await withPracticeGoogle(shop, email, { cookie: first.cookie });
    expect(await mailsTo(email)).toEqual([]);
    await withPracticeGoogle(shop, email);
    expect(await mailsTo(email)).toHaveLength(1);
    const { id } = await shop.services.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    expect(await signInsOf(id)).toMatchObject([
      { way: 'google', new: false },
      { way: 'google', new: true },
    ]);
  });
});

type Line = Record<string, unknown>;

function linesOf(event: string): Line[] {
  return lines.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event);
}

describe('The security log', () => {
  test('Logs successful and failed logins by the account’s id, never by its address', async () => {
    const person = await newPerson('logged');
    await person.signIn();
    await person.signIn({}, 'wrongone1');
    await post('/sign-in/email', { email: 'nobody-there@example.test', password: PASSWORD });
    expect(linesOf('signed_in').at(-1)).toMatchObject({ account: person.id, way: 'password', network: '203.0.113.0/24', reqId: expect.any(String) });
    expect(linesOf('sign_in_failed').slice(-2)).toMatchObject([{ account: person.id, why: 'wrong-password' }, { account: null }]);
    expect(lines.join('')).not.toMatch(/logged@|nobody-there@/u);
  });

  test('Logs refusals, with the person if known', async () => {
    const person = await createPerson(shop, 'buyer');
    await shop.call('GET', '/users/buyers?user=buyer', { as: person.token });
    expect(linesOf('refused').at(-1)).toMatchObject({ account: person.id, status: 403, method: 'GET', route: '/api/users/buyers' });
    await shop.call('GET', '/bookings');
    expect(linesOf('refused').at(-1)).toMatchObject({ account: null, status: 401, route: '/api/bookings' });
    for (let number = 0; number < 12; number += 1) await post('/sign-in/email', { email: person.email, password: 'wrongone1' }, { address: '192.0.2.33' });
    expect(linesOf('refused').at(-1)).toMatchObject({ status: 429, route: '/api/auth/*', network: '192.0.2.0/24' });
  });
});
