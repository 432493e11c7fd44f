import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '#test/support/doubles/software-passkey.ts';
import { addPasskey, askPasskey, beginPasskey, HERE, withCookies } from '#test/support/passkeys.ts';
import { appCode, turnOnSecondFactor, verifyAddress } from '#test/support/second-factor.ts';
import { removeSecondFactor } from '../../process/lost-second-factor.ts';

const PASSWORD = 'longenough1';
const REFUSED = { status: 401, body: { code: 'wrong_credentials' } };

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  const reply = await shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers });
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown>, cookies: reply.cookies, text: reply.body };
}

/** A person with a password and a verified address, in a separate browser. */
async function newPerson(name: string, { verified = true } = {}) {
  const email = `${name}@example.test`;
  const { cookies } = await post('/sign-up/email', { email, password: PASSWORD, name: 'Some Body' });
  const cookie = withCookies('', cookies);
  await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'Some Body', role: 'buyer' } });
  if (verified) await verifyAddress(shop, email);
  const { token } = (await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } })).body as { token: string };
  return { email, cookie, token };
}

async function list(token: string) {
  return (await shop.call('GET', '/passkeys', { as: token })).body as { _id: string; name: string; lastUsed: string | null }[];
}

async function sessionsOf(email: string): Promise<number> {
  return (await shop.services.identity.findSignIns(email, shop.clock.now())).length;
}

async function actsOn(email: string): Promise<string[]> {
  const { id } = await shop.services.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const rows = await shop.services.db.selectFrom('audit_log').select('act').where('subject_id', '=', id).orderBy('id').execute();
  return rows.map(({ act }) => act).filter((act) => act.startsWith('passkey') || act.startsWith('second'));
}

async function subjectsTo(email: string): Promise<string[]> {
  return (await mailsTo(shop, email)).map(({ subject }) => subject).filter((subject) => !subject.startsWith('New login'));
}

/** Logs in with a passkey from an unknown browser. */
async function logIn(passkey: SoftwarePasskey, says: Partial<Parameters<SoftwarePasskey['get']>[0]> = {}, headers: Record<string, string> = {}) {
  const asked = await askPasskey(shop);
  const response = passkey.get({ challenge: asked.body.challenge, ...says });
  return { ...(await post('/passkey/verify-authentication', { response }, { cookie: asked.cookie, ...headers })), response, cookie: asked.cookie };
}

describe('Passkeys', () => {
  test('A passkey is added with a name, listed, mailed and audited, and logs its owner in without a password', async () => {
    const person = await newPerson('adding');
    const begun = await beginPasskey(shop, person);
    expect(begun.body).toMatchObject({
      rp: { id: 'localhost', name: 'Redial' },
      user: { name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { id, passkey } = await addPasskey(shop, { ...person, name: '  My laptop ' });
    expect(await list(person.token)).toEqual([{ _id: id, name: 'My laptop', since: expect.any(String), lastUsed: null }]);
    expect([await actsOn(person.email), (await subjectsTo(person.email)).at(-1)]).toEqual([['passkey_added'], 'A passkey for Redial was added']);

    const asked = await askPasskey(shop);
    expect(asked.body).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(asked.body.allowCredentials ?? []).toEqual([]);
    const loggedIn = await logIn(passkey);
    expect(loggedIn).toMatchObject({ status: 200, body: { user: { email: person.email } } });
    expect(loggedIn.text).not.toContain('"token"');
    const cookie = withCookies('', loggedIn.cookies);
    expect((await shop.call('GET', `/jwt?email=${person.email}`, { headers: { cookie } })).status).toBe(200);
    expect((await list(person.token))[0]?.lastUsed).not.toBeNull();
    const { body: data } = await shop.call('GET', '/personalData', { as: person.token });
    const { parts } = data as { parts: { name: string; rows: object[] }[] };
    expect(parts.find(({ name }) => name === 'passkeys')?.rows).toEqual([
      { name: 'My laptop', createdAt: expect.any(String), last_used_at: expect.any(String) },
    ]);
    expect(JSON.stringify(data)).not.toContain(passkey.id);
  });

  test('Logging in with a passkey ends whatever session the browser had before', async () => {
    const [other, person] = [await newPerson('before'), await newPerson('after')];
    const { passkey } = await addPasskey(shop, person);
    const asked = await askPasskey(shop, other.cookie);
    const response = passkey.get({ challenge: asked.body.challenge });
    expect(await post('/passkey/verify-authentication', { response }, { cookie: asked.cookie })).toMatchObject({ status: 200 });
    const sessionsOf = (email: string) => shop.services.identity.findSignIns(email, shop.clock.now());
    expect([await sessionsOf(other.email), await sessionsOf(person.email)]).toMatchObject([[], [{}, {}]]);
  });

  test('Rejects a passkey response that is replayed, forged, expired, unverified, from another origin or with a counter that goes back', async () => {
    const person = await newPerson('refusals');
    const { passkey } = await addPasskey(shop, person);
    const before = await sessionsOf(person.email);
    const first = await logIn(passkey, { counter: 10 });
    expect(first.status).toBe(200);
    const replay = { response: first.response };
    expect(await post('/passkey/verify-authentication', replay, { cookie: first.cookie })).toMatchObject({ status: 422, cookies: [] });
    const other = await askPasskey(shop);
    expect(await post('/passkey/verify-authentication', replay, { cookie: other.cookie })).toMatchObject(REFUSED);
    // A challenge is also useless in another browser, or without a browser's cookie.
    const [mine, theirs] = [await askPasskey(shop), await askPasskey(shop)];
    const answer = { response: passkey.get({ challenge: mine.body.challenge, counter: 11 }) };
    expect(await post('/passkey/verify-authentication', answer, { cookie: theirs.cookie })).toMatchObject(REFUSED);
    expect(await post('/passkey/verify-authentication', answer)).toMatchObject({ status: 422 });

    expect(await logIn(passkey, { counter: 12, origin: 'https://evil.example' })).toMatchObject(REFUSED);
    expect(await logIn(passkey, { counter: 12, rpId: 'evil.example' })).toMatchObject(REFUSED);
    expect(await logIn(passkey, { counter: 12, userVerified: false })).toMatchObject(REFUSED);
    expect(await logIn(passkey, { counter: 10 })).toMatchObject(REFUSED);
    expect(await logIn(passkey, { counter: 3 })).toMatchObject(REFUSED);
    expect(await logIn(passkey, { counter: 0 })).toMatchObject(REFUSED);
    expect(await logIn(createSoftwarePasskey(HERE))).toMatchObject(REFUSED);
    expect(await logIn(passkey, { counter: 12 }, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    const { response } = await logIn(passkey, { counter: 1, userVerified: false });
    const forged = { ...response, response: { ...response.response, signature: response.response.signature.replace(/^..../u, 'AAAA') } };
    expect((await post('/passkey/verify-authentication', { response: forged }, { cookie: (await askPasskey(shop)).cookie })).status).toBe(401);

    const late = await askPasskey(shop);
    const past = new Date(Date.now() - 1000).toISOString();
    await sql`update identity_verifications set "expiresAt" = ${past}`.execute(shop.services.db);
    expect(
      await post('/passkey/verify-authentication', { response: passkey.get({ challenge: late.body.challenge, counter: 20 }) }, { cookie: late.cookie }),
    ).toMatchObject({
      status: 422,
      body: { message: 'This took too long or was already done. Please try again.' },
    });
    expect(await sessionsOf(person.email)).toBe(before + 1);
    expect((await logIn(passkey, { counter: 21 })).status).toBe(200);
  });

  test('Accepts only the fields of a WebAuthn response, within their bounds', async () => {
    const { response } = await logIn(createSoftwarePasskey(HERE));
    const odd = [
      {},
      { response: 'x' },
      { response: { ...response, id: 'x'.repeat(5000) } },
      { response: { ...response, id: { $ne: '' } } },
      { response: { ...response, type: 'password' } },
      { response: { ...response, response: { ...response.response, signature: 'no base64url!' } } },
      { response: { ...response, response: { ...response.response, clientDataJSON: 'A'.repeat(5000) } } },
    ];
    for (const body of odd) expect((await post('/passkey/verify-authentication', body)).status).toBe(422);
    for (const path of ['list-user-passkeys', 'generate-register-options'])
      expect((await shop.app.inject({ url: `/api/auth/passkey/${path}` })).statusCode).toBe(404);
    for (const path of ['delete-passkey', 'update-passkey', 'verify-registration', 'generate-authenticate-options'])
      expect((await post(`/passkey/${path}`, {})).status).toBe(404);
  });

  test('Nobody adds a passkey to another’s account, or the same one twice', async () => {
    const [owner, other] = [await newPerson('owner'), await newPerson('other')];
    const begun = await beginPasskey(shop, owner);
    const passkey = createSoftwarePasskey(HERE);
    const response = passkey.create({ challenge: begun.body.challenge });
    const add = (token: string, cookie: string, body: object = { name: 'Key', response }) =>
      shop.call('POST', '/passkeys', { as: token, headers: { cookie }, body });
    // With another's browser, another's token, or no browser at all.
    expect((await add(other.token, begun.cookie)).status).toBe(401);
    expect((await add(owner.token, other.cookie)).status).toBe(401);
    expect((await add(owner.token, '')).status).toBe(401);
    expect((await beginPasskey(shop, { token: owner.token, cookie: other.cookie })).status).toBe(401);
    // A challenge for one account doesn't work for another in the same browser.
    const mixed = begun.cookie.split('; ').filter((one) => one.includes('passkey'));
    expect((await add(other.token, [other.cookie, ...mixed].join('; '))).status).toBe(422);
    for (const says of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { userVerified: false }, { challenge: 'another' }]) {
      const { cookie, body } = await beginPasskey(shop, owner);
      const wrong = createSoftwarePasskey(HERE).create({ challenge: body.challenge, ...says });
      expect(await add(owner.token, cookie, { name: 'Key', response: wrong })).toMatchObject({ status: 422, body: { code: 'invalid' } });
    }
    expect(await list(owner.token)).toEqual([]);

    const { id, passkey: mine } = await addPasskey(shop, owner);
    const again = await beginPasskey(shop, other);
    const stolen = { name: 'Key', response: mine.create({ challenge: again.body.challenge }) };
    expect(await add(other.token, again.cookie, stolen)).toMatchObject({ status: 409 });
    for (const call of [
      shop.call('PATCH', `/passkeys/${id}`, { as: other.token, body: { name: 'Mine' } }),
      shop.call('DELETE', `/passkeys/${id}`, { as: other.token }),
      shop.call('DELETE', '/passkeys/nothing', { as: owner.token }),
    ])
      expect(await call).toMatchObject({ status: 404, body: { message: 'This passkey doesn’t exist anymore.' } });
    expect((await list(owner.token)).map(({ name }) => name)).toEqual(['Laptop']);
  });

  test('A passkey is renamed and removed, with an email, and then no longer logs in', async () => {
    const person = await newPerson('removing');
    const { id, passkey } = await addPasskey(shop, person);
    const rename = (name: unknown) => shop.call('PATCH', `/passkeys/${id}`, { as: person.token, body: { name } });
    for (const name of ['', '   ', 'x'.repeat(61), '\u0000', 7])
      expect(await rename(name)).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } });
    expect((await rename(` ${'é'.repeat(60)} `)).status).toBe(200);
    expect((await list(person.token))[0]?.name).toBe('é'.repeat(60));
    expect(await shop.call('DELETE', `/passkeys/${id}`, { as: person.token })).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect([await actsOn(person.email), (await subjectsTo(person.email)).at(-1)]).toEqual([
      ['passkey_added', 'passkey_removed'],
      'A passkey for Redial was removed',
    ]);
    expect(await logIn(passkey)).toMatchObject(REFUSED);
  });

  test('Adding a passkey needs a verified address, and twenty are the limit', async () => {
    const unverified = await newPerson('unverified', { verified: false });
    expect(await beginPasskey(shop, unverified)).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
    const person = await newPerson('many');
    for (let count = 0; count < 19; count += 1) await addPasskey(shop, person);
    // Of two at the same moment, only one becomes the twentieth.
    const [one, other] = [await beginPasskey(shop, person), await beginPasskey(shop, person)];
    const replies = await Promise.all(
      [one, other].map(({ body, cookie }) => {
        const response = createSoftwarePasskey(HERE).create({ challenge: body.challenge });
        return shop.call('POST', '/passkeys', { as: person.token, headers: { cookie }, body: { name: 'Key', response } });
      }),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect([(await list(person.token)).length, (await beginPasskey(shop, person)).status]).toEqual([20, 409]);
  });

  test('A passkey is deleted with its account, and can’t be removed while it is the only way to log in', async () => {
    const person = await newPerson('last');
    const { id } = await addPasskey(shop, person);
    await sql`delete from identity_accounts where "userId" in (select "id" from identity_users where "email" = ${person.email})`.execute(shop.services.db);
    expect(await shop.call('DELETE', `/passkeys/${id}`, { as: person.token })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('your only way to log in') },
    });
    expect((await list(person.token)).length).toBe(1);
    expect((await shop.call('DELETE', `/personalData?email=${person.email}`, { as: person.token })).status).toBe(200);
    const { rows } = await sql`select 1 from identity_passkeys where "id" = ${id}`.execute(shop.services.db);
    expect(rows).toEqual([]);
  });
});

describe('Passkeys as the second factor', () => {
  const turnOn = async (token: string) =>
    (await shop.call('POST', '/secondFactor/passkeys', { as: token, body: { password: PASSWORD } })) as { status: number; body: { recoveryCodes: string[] } };
  const signIn = (email: string, more: object = {}, cookie = '') =>
    post('/sign-in/email', { email, password: PASSWORD, ...more }, { ...(cookie && { cookie }) });

  test('A passkey is a second factor beside the password, with recovery codes as a fallback; alone it counts as both factors', async () => {
    const [person, stranger] = [await newPerson('factor'), await newPerson('stranger')];
    const { passkey: strangers } = await addPasskey(shop, stranger);
    expect(await turnOn(person.token)).toMatchObject({ status: 409 });
    const { id, passkey } = await addPasskey(shop, person);
    const { status, body } = await turnOn(person.token);
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    expect((await shop.call('GET', '/secondFactor', { as: person.token })).body).toMatchObject({ state: 'on', hasApp: false, recoveryCodesLeft: 10 });
    expect(await turnOn(person.token)).toMatchObject({ status: 409 });

    const half = await signIn(person.email);
    expect(half).toMatchObject({ status: 403, body: { code: 'passkey_needed' }, cookies: [] });
    const asked = await askPasskey(shop);
    expect(await signIn(person.email, { passkey: strangers.get(asked.body) }, asked.cookie)).toMatchObject({
      status: 422,
      body: { fields: { passkey: expect.any(String) } },
      cookies: [],
    });
    const fresh = await askPasskey(shop);
    const answer = passkey.get(fresh.body);
    const before = await sessionsOf(person.email);
    expect((await signIn(person.email, { passkey: answer }, fresh.cookie)).status).toBe(200);
    expect((await signIn(person.email, { passkey: answer }, fresh.cookie)).status).toBe(422);
    expect(await sessionsOf(person.email)).toBe(before + 1);
    expect((await logIn(passkey)).status).toBe(200);
    expect((await signIn(person.email, { code: body.recoveryCodes[0] })).status).toBe(200);

    expect(await shop.call('DELETE', `/passkeys/${id}`, { as: person.token })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Your second factor needs this passkey') },
    });
    // Lost and recovered: a new passkey replaces it.
    await addPasskey(shop, { ...person, name: 'New phone' });
    expect((await shop.call('DELETE', `/passkeys/${id}`, { as: person.token })).status).toBe(200);
    expect(await logIn(passkey)).toMatchObject(REFUSED);
    const off = (code: string) => shop.call('POST', '/secondFactor/off', { as: person.token, body: { password: PASSWORD, code } });
    expect((await off('wrong-code0')).status).toBe(422);
    expect((await off(body.recoveryCodes[1] ?? '')).status).toBe(200);
    expect((await signIn(person.email)).status).toBe(200);
  });

  test('A passkey works beside an app’s code, and turns the second factor off together with the password', async () => {
    const person = await newPerson('beside');
    const { secret } = await turnOnSecondFactor(shop, person.token, PASSWORD);
    expect((await signIn(person.email)).body).not.toHaveProperty('fields');
    const { passkey } = await addPasskey(shop, person);
    expect(await signIn(person.email)).toMatchObject({ status: 403, body: { code: 'code_needed', fields: { passkey: expect.any(String) } } });
    shop.clock.advance(30_000);
    expect((await signIn(person.email, { code: appCode(secret, shop.clock.now()) })).status).toBe(200);
    const asked = await askPasskey(shop, person.cookie);
    const off = { password: PASSWORD, passkey: passkey.get(asked.body) };
    const turnedOff = await shop.call('POST', '/secondFactor/off', { as: person.token, headers: { cookie: asked.cookie }, body: off });
    expect(turnedOff.status).toBe(200);
  });

  test('An operator can remove a person’s second factor, with all passkeys and sessions', async () => {
    const person = await newPerson('operator');
    const { passkey } = await addPasskey(shop, person);
    await turnOn(person.token);
    expect(await removeSecondFactor(shop.services, person.email)).toBe(true);
    expect([await sessionsOf(person.email), (await logIn(passkey)).status, (await signIn(person.email)).status]).toEqual([0, 401, 200]);
    expect(await removeSecondFactor(shop.services, person.email)).toBe(false);
  });
});
