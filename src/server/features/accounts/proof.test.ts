import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { type Endpoint, needsRecentProof } from '#contract/shared/endpoint.ts';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { addPasskey, askPasskey, withCookies } from '#test/support/passkeys.ts';
import { appCode, turnOnSecondFactor, verifyAddress } from '#test/support/second-factor.ts';

const PASSWORD = 'longenough1';
const STALE = { status: 403, body: { code: 'proof_needed', message: expect.stringContaining('Confirm that it’s you first') } };
const MINUTE_MS = 60_000;

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  const reply = await shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers });
  return { status: reply.statusCode, cookie: withCookies('', reply.cookies) };
}

async function tokenFor(email: string, cookie: string): Promise<string> {
  const { body } = await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } });
  return (body as { token: string }).token;
}

type Role = 'buyer' | 'admin';

async function newPerson(name: string, role: Role = 'buyer') {
  const email = `${name}@example.test`;
  const { cookie } = await post('/sign-up/email', { email, password: PASSWORD, name: 'Some Body' });
  await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'Some Body', role: 'buyer' } });
  await shop.services.db.updateTable('users').set({ role }).where('email', '=', email).execute();
  await verifyAddress(shop, email);
  const token = await tokenFor(email, cookie);
  return {
    email,
    cookie,
    token,
    prove: (body: object, headers: Record<string, string> = {}) => shop.call('POST', '/proof', { as: token, body, headers }),
    exports: () => shop.call('GET', '/personalData', { as: token }),
  };
}

/** Lets time pass within the same session; the token is still valid. */
function later(minutes = 11): void {
  shop.clock.advance(minutes * MINUTE_MS);
}

async function waysOf(token: string) {
  return ((await shop.call('GET', '/proof', { as: token })).body as { ways: string[] }).ways;
}

describe('Recent proof of identity', () => {
  test('Asks for proof before every change by an admin and before anything irreversible', () => {
    const asking = (Object.keys(calls) as CallName[]).filter((name) => needsRecentProof(name.split(' ')[0] ?? '', calls[name]));
    const admins = (Object.entries(calls) as [string, Endpoint][])
      .filter(([name, { access }]) => access === 'admin' && !name.startsWith('GET'))
      .map(([name]) => name);
    expect(asking).toEqual(expect.arrayContaining(admins));
    expect(asking.filter((name) => !admins.includes(name)).toSorted()).toEqual([
      'DELETE /passkeys/:id',
      'DELETE /personalData',
      'DELETE /sessions',
      'DELETE /sessions/:id',
      'GET /auditLog/export',
      'GET /personalData',
      'POST /passkeys',
      'POST /passkeys/options',
    ]);
  });

  test('A proof lasts ten minutes from the login or from entering the password, for one session only', async () => {
    const person = await newPerson('ten-minutes');
    later(10);
    expect((await person.exports()).status).toBe(200);
    shop.clock.advance(1);
    expect(await person.exports()).toMatchObject(STALE);
    expect(await shop.call('DELETE', `/personalData?email=${person.email}`, { as: person.token })).toMatchObject(STALE);
    expect(await shop.call('DELETE', '/sessions', { as: person.token })).toMatchObject(STALE);
    expect(await shop.call('POST', '/passkeys/options', { as: person.token, headers: { cookie: person.cookie } })).toMatchObject(STALE);
    // Other calls work as before.
    expect((await shop.call('GET', '/sessions', { as: person.token })).status).toBe(200);
    expect(await waysOf(person.token)).toEqual(['password']);
    expect(await person.prove({ password: 'wrongone1' })).toMatchObject({ status: 422, body: { fields: { password: 'Wrong password.' } } });
    for (const odd of [
      {},
      { password: '' },
      { password: PASSWORD, code: '123456' },
      { password: PASSWORD, more: 1 },
      { passkey: {} },
      { password: 'x'.repeat(1001) },
    ])
      expect((await person.prove(odd)).status).toBe(422);
    expect(await person.prove({ code: '123456' })).toMatchObject({ status: 409 });
    expect(await person.exports()).toMatchObject(STALE);

    const other = await post('/sign-in/email', { email: person.email, password: PASSWORD });
    // A new login is proof for itself, and not for the old session.
    expect((await shop.call('GET', '/personalData', { as: await tokenFor(person.email, other.cookie) })).status).toBe(200);
    expect(await person.exports()).toMatchObject(STALE);
    expect((await person.prove({ password: PASSWORD })).status).toBe(200);
    expect((await person.exports()).status).toBe(200);
    // A new token of the same session doesn't renew the proof.
    later();
    const again = await tokenFor(person.email, person.cookie);
    expect(await shop.call('GET', '/personalData', { as: again })).toMatchObject(STALE);
  });

  test('A proof can’t be guessed with the token alone', async () => {
    const person = await newPerson('guessed');
    const found: number[] = [];
    for (let count = 0; count < 12; count += 1) found.push((await person.prove({ password: `wrong${count}one` })).status);
    expect(found).toEqual([...Array<number>(10).fill(422), 429, 429]);
    expect((await person.prove({ password: PASSWORD })).status).toBe(429);
  });

  test('An admin’s changes need a proof, but the right role is checked first', async () => {
    const [admin, buyer] = [await newPerson('admin', 'admin'), await newPerson('removed')];
    const { id } = await shop.services.db.selectFrom('users').select('id').where('email', '=', buyer.email).executeTakeFirstOrThrow();
    later();
    const remove = (as: string) => shop.call('DELETE', `/users/sellers/${id}`, { as });
    expect(await remove(buyer.token)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    expect(await remove(admin.token)).toMatchObject(STALE);
    expect(await shop.call('POST', `/orders/${id}/refund`, { as: admin.token, body: { reason: 'None.' } })).toMatchObject(STALE);
    expect(await shop.call('GET', '/auditLog/export', { as: admin.token })).toMatchObject(STALE);
    expect((await shop.call('GET', '/users/buyers', { as: admin.token })).status).toBe(200);
    expect((await shop.app.inject({ method: 'HEAD', url: '/api/users/buyers', headers: { authorization: `Bearer ${admin.token}` } })).statusCode).toBe(200);
    expect((await admin.prove({ password: PASSWORD })).status).toBe(200);
    expect((await remove(admin.token)).status).toBe(200);
  });

  test('With a second factor on, a proof needs the app’s code; the password alone isn’t enough', async () => {
    const person = await newPerson('with-app');
    const { secret, recoveryCodes } = await turnOnSecondFactor(shop, person.token, PASSWORD);
    later();
    expect(await waysOf(person.token)).toEqual(['code']);
    expect(await person.prove({ password: PASSWORD })).toMatchObject({ status: 409 });
    expect(await person.prove({ code: '000000' })).toMatchObject({ status: 422, body: { fields: { code: 'This code is wrong or has expired.' } } });
    const code = appCode(secret, shop.clock.now());
    expect((await person.prove({ code })).status).toBe(200);
    expect((await person.exports()).status).toBe(200);
    expect(await person.prove({ code })).toMatchObject({ status: 422 });
    expect((await person.prove({ code: recoveryCodes[0] })).status).toBe(200);
    expect((await person.prove({ code: recoveryCodes[0] })).status).toBe(422);
  });

  test('A proof by the person’s own passkey works once per challenge, and creates no other session', async () => {
    const [person, stranger] = [await newPerson('with-passkey'), await newPerson('with-another')];
    const { passkey } = await addPasskey(shop, person);
    const { passkey: strangers } = await addPasskey(shop, stranger);
    later();
    expect(await waysOf(person.token)).toEqual(['passkey', 'password']);
    const foreign = await askPasskey(shop, person.cookie);
    expect((await person.prove({ passkey: strangers.get(foreign.body) }, { cookie: foreign.cookie })).status).toBe(422);
    const unverified = await askPasskey(shop, person.cookie);
    expect((await person.prove({ passkey: passkey.get({ ...unverified.body, userVerified: false }) }, { cookie: unverified.cookie })).status).toBe(422);
    const elsewhere = await askPasskey(shop, person.cookie);
    expect((await person.prove({ passkey: passkey.get({ ...elsewhere.body, origin: 'https://evil.example' }) }, { cookie: elsewhere.cookie })).status).toBe(
      422,
    );
    expect(await person.exports()).toMatchObject(STALE);
    const asked = await askPasskey(shop, person.cookie);
    const answer = { passkey: passkey.get(asked.body) };
    const proven = await person.prove(answer, { cookie: asked.cookie });
    expect([proven.status, proven.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await person.exports()).status).toBe(200);
    expect((await person.prove(answer, { cookie: asked.cookie })).status).toBe(422);
    expect((await shop.services.identity.findSignIns(person.email, shop.clock.now())).length).toBe(1);
  });

  test('A person without a password proves their identity by a mailed code that works once, for one session, and can’t be guessed', async () => {
    const person = await newPerson('without-password');
    expect(await shop.call('POST', '/proof/mail', { as: person.token })).toMatchObject({ status: 409 });
    const second = await post('/sign-in/email', { email: person.email, password: PASSWORD });
    await sql`update identity_accounts set "providerId" = 'google' where "userId" in (select "id" from identity_users where "email" = ${person.email})`.execute(
      shop.services.db,
    );
    later();
    expect(await waysOf(person.token)).toEqual(['mail']);
    expect(await person.prove({ password: PASSWORD })).toMatchObject({ status: 409 });
    expect((await person.prove({ code: '00000000' })).status).toBe(422);
    expect((await shop.call('POST', '/proof/mail', { as: person.token })).status).toBe(200);
    expect(await shop.call('POST', '/proof/mail', { as: person.token })).toMatchObject({ status: 429 });
    const mail = (await mailsTo(shop, person.email)).find(({ kind }) => kind === 'proof_code');
    const code = /Your code is (\d{8})\./u.exec(mail?.text ?? '')?.[1] ?? '';
    const { rows } = await sql<{ value: string }>`select "value" from identity_verifications`.execute(shop.services.db);
    expect(rows.some(({ value }) => value.includes(code))).toBe(false);
    const other = await tokenFor(person.email, second.cookie);
    expect((await shop.call('POST', '/proof', { as: other, body: { code } })).status).toBe(422);
    expect((await person.prove({ code: `${code.slice(0, 4)} ${code.slice(4)}` })).status).toBe(200);
    expect((await person.exports()).status).toBe(200);
    expect((await person.prove({ code })).status).toBe(422);
    const found = new Set<number>();
    for (let count = 0; count < 12; count += 1) found.add((await person.prove({ code: `1234567${count % 10}` })).status);
    expect([...found]).toEqual([422, 429]);
    await sendMails(shop);
    const stored = await shop.services.db.selectFrom('outbox').selectAll().where('recipient', '=', person.email).execute();
    expect(JSON.stringify(stored)).not.toContain(code);
  });
});
