import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { ensureAdmin } from '../../process/first-admin.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
});
afterAll(() => shop.close());

async function signUp(email: string, password = 'longenough1', name = 'New Person') {
  const response = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, password, name } });
  return {
    status: response.statusCode,
    body: response.json() as Record<string, unknown>,
    cookie: response.cookies.map(({ name: key, value }) => `${key}=${encodeURIComponent(value)}`).join('; '),
  };
}

describe('Signing up and logging in', () => {
  test('A new person signs up, registers as a seller and gets a working token', async () => {
    const { status, cookie } = await signUp('New.Seller@example.test');
    expect(status).toBe(200);
    const early = await shop.call('GET', '/jwt?email=new.seller@example.test', { headers: { cookie } });
    expect(early.status).toBe(200);
    const unregistered = await shop.call('GET', '/bookings', { as: (early.body as { token: string }).token });
    expect(unregistered).toMatchObject({ status: 403, body: { code: 'not_registered' } });

    const registered = await shop.call('POST', '/users', {
      headers: { cookie },
      body: { email: 'new.seller@example.test', name: 'New Seller', role: 'seller' },
    });
    expect(registered.status).toBe(201);
    expect(registered.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });

    const { status: tokenStatus, body } = await shop.call('GET', '/jwt?email=NEW.seller@example.test', { headers: { cookie } });
    expect(tokenStatus).toBe(200);
    expect(Object.keys(body as object)).toEqual(['token']);
    const isSeller = await shop.call('GET', '/users/sellers/new.seller@example.test', { as: (body as { token: string }).token });
    expect(isSeller.body).toEqual({ isSeller: true });
  });

  test('Registering again keeps role and name', async () => {
    const { cookie } = await signUp('twice@example.test');
    const body = { email: 'twice@example.test', name: 'Once', role: 'seller' };
    await shop.call('POST', '/users', { headers: { cookie }, body });
    const again = await shop.call('POST', '/users', { headers: { cookie }, body: { ...body, name: 'Other', role: 'buyer' } });
    expect(again).toMatchObject({ status: 200, body: { acknowledged: true } });
    const sellers = await shop.call('GET', '/users/sellers?user=seller', { as: admin.token });
    expect(sellers.body).toContainEqual({ _id: expect.any(String), name: 'Once', email: 'twice@example.test', role: 'seller', seller_verify: false });
  });

  test('An admin’s address doesn’t make whoever signs up with it first an admin', async () => {
    const email = 'boss@example.test';
    const { cookie } = await signUp(email);
    await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'Stranger', role: 'buyer' } });
    const early = (await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } })).body as { token: string };
    expect(await ensureAdmin(shop.services, { email, password: 'operator123' })).toBe('promoted');
    expect((await shop.call('GET', '/users/buyers?user=buyer', { as: early.token })).status).toBe(401);
    const { cookies } = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password: 'longenough1' } });
    const again = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const refused = { status: 403, body: { code: 'email_unverified' } };
    expect(await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie: again } })).toMatchObject(refused);
    // Calls that need no token either.
    const alone = { headers: { cookie: again, origin: 'http://localhost' } };
    expect((await shop.call('DELETE', '/reportedItems/nothing', alone)).status).toBe(401);
    expect(await shop.call('GET', `/users/admin/${email}`, alone)).toMatchObject({ status: 200, body: { isAdmin: false } });
    await sql`update identity_users set "emailVerified" = ${true} where "email" = ${email}`.execute(shop.services.db);
    expect((await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie: again } })).status).toBe(200);
    expect(await ensureAdmin(shop.services, { email, password: null })).toBe('kept');
  });

  test('Refuses a token without a login, or for another’s address', async () => {
    expect(await shop.call('GET', `/jwt?email=${buyer.email}`)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await shop.call('GET', `/jwt?email=${buyer.email}`, { as: buyer.token })).toMatchObject({ status: 401 });
    const { cookie } = await signUp('curious@example.test');
    expect(await shop.call('GET', `/jwt?email=${buyer.email}`, { headers: { cookie } })).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    expect(await shop.call('POST', '/users', { headers: { cookie }, body: { email: 'other@example.test', name: 'X', role: 'buyer' } })).toMatchObject({
      status: 403,
    });
  });

  test('With an unverified address, only the identity that registered an account uses it; verifying the address takes it over', async () => {
    const email = 'claimed@example.test';
    const register = (cookie: string) => shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'Claimed', role: 'buyer' } });
    const fetchToken = (cookie: string) => shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } });
    const { db } = shop.services;
    const now = shop.clock.now();
    await db
      .insertInto('users')
      .values({ id: 'claimed', email, name: 'Owner', role: 'seller', verified_at: null, removed_at: null, created_at: now })
      .execute();

    const { cookie } = await signUp(email);
    for (const reply of [await register(cookie), await fetchToken(cookie)])
      expect(reply).toMatchObject({ status: 403, body: { code: 'email_unverified', message: expect.stringContaining('verification email') } });
    const verify = (yes: boolean) =>
      sql`update identity_users set "emailVerified" = ${shop.config.database.kind === 'sqlite' ? Number(yes) : yes} where "email" = ${email}`.execute(db);
    await verify(true);
    expect((await register(cookie)).status).toBe(200);
    expect((await fetchToken(cookie)).status).toBe(200);
    // From now on the account is theirs, even if the address is unverified again; another identity with the same address has no access.
    await verify(false);
    expect((await fetchToken(cookie)).status).toBe(200);
    await db.updateTable('users').set({ identity_subject: 'firebase:another' }).where('email', '=', email).execute();
    expect((await fetchToken(cookie)).status).toBe(403);
  });

  test('Nobody can register as an admin', async () => {
    const { cookie } = await signUp('ambitious@example.test');
    const reply = await shop.call('POST', '/users', { headers: { cookie }, body: { email: 'ambitious@example.test', name: 'X', role: 'admin' } });
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid', fields: { role: expect.any(String) } } });
  });

  test.each(['short1', 'onlyletters', '12345678', 'with space1', 'pässwort1'])(
    'Rejects the password %j with the specification’s sentence',
    async (password) => {
      const { status, body } = await signUp('weak@example.test', password);
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'invalid', fields: { password: ' Minimum eight characters, at least one letter and one number' } });
    },
  );

  test('Rejects a second account with the same address in our error format', async () => {
    await signUp('taken@example.test');
    const { status, body } = await signUp('TAKEN@example.test');
    expect(status).toBe(409);
    expect(body).toEqual({ message: 'There’s already an account with this email. Log in instead.', code: 'account_exists' });
  });

  test('Rejects a wrong password in our error format, just like an unknown address', async () => {
    await signUp('known@example.test');
    for (const email of ['known@example.test', 'unknown@example.test']) {
      const response = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password: 'wrongwrong1' } });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ message: 'Wrong email or password.', code: 'wrong_credentials' });
    }
  });

  test.each([
    ['broken JSON', '{"email":', 400],
    ['an array', '[1]', 400],
    ['no fields', '{}', 422],
    ['a NUL in the name', JSON.stringify({ email: 'nul@example.test', password: 'longenough1', name: 'a\u0000b' }), 400],
    ['an object as e-mail', JSON.stringify({ email: { $ne: null }, password: 'longenough1', name: 'x' }), 422],
  ])('Rejects signing up with %s in our error format', async (_what, payload, status) => {
    const response = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload, headers: { 'content-type': 'application/json' } });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  });

  test.each([
    ['a program that says nothing of where it is', {}, 200],
    ['a program that names a fetch mode only', { 'sec-fetch-mode': 'cors' }, 200],
    ['a page of another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 403],
    ['a page that hides where it is', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 403],
    ['a form of another site', { 'content-type': 'text/plain' }, 400],
  ])('Logging in from %s', async (what, headers, status) => {
    const email = `${what.replaceAll(' ', '-')}@example.test`;
    await signUp(email);
    const payload = JSON.stringify({ email, password: 'longenough1' });
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.statusCode).toBe(status);
  });

  test('A forgotten password is reset once through the email, by the same password rules', async () => {
    await signUp('forgetful@example.test', 'oldpassword1');
    const asked = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/request-password-reset',
      payload: { email: 'forgetful@example.test', redirectTo: '/reset-password' },
    });
    expect(asked.statusCode).toBe(200);
    await sendMails(shop);
    const { body } = await shop.call('GET', '/mailbox');
    const mail = (body as { to: string; subject: string; text: string }[]).find(
      ({ to, subject }) => to === 'forgetful@example.test' && subject.includes('Reset your'),
    );
    const link = /https?:\S+/u.exec(mail?.text ?? '')?.[0] ?? '';
    const followed = await shop.app.inject({ method: 'GET', url: link });
    const token = new URL(String(followed.headers.location), 'http://shop').searchParams.get('token');
    const stored = await sql<{ identifier: string }>`select "identifier" from identity_verifications`.execute(shop.services.db);
    expect(stored.rows.length).toBeGreaterThan(0);
    for (const { identifier } of stored.rows) {
      expect(identifier).not.toContain(token);
      const stolen = await shop.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { newPassword: 'stolenone1', token: identifier } });
      expect(stolen.statusCode).toBe(422);
    }
    const reset = (newPassword: string) => shop.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { newPassword, token } });
    expect((await reset('weak')).json()).toMatchObject({ fields: { newPassword: ' Minimum eight characters, at least one letter and one number' } });
    expect((await reset('newpassword1')).statusCode).toBe(200);
    expect((await reset('otherpassword1')).statusCode).toBe(422);
    const signIn = (password: string) =>
      shop.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email: 'forgetful@example.test', password } });
    expect((await signIn('oldpassword1')).statusCode).toBe(401);
    expect((await signIn('newpassword1')).statusCode).toBe(200);
  });
});

describe('Verifying an address', () => {
  const linkTo = async (email: string): Promise<URL> => {
    await sendMails(shop);
    const mails = (await shop.call('GET', '/mailbox')).body as { to: string; subject: string; text: string }[];
    const mail = mails.find(({ to, subject }) => to === email && subject.includes('Verify your email address'));
    return new URL(/https?:\S+/u.exec(mail?.text ?? '')?.[0] ?? '');
  };
  const press = async (link: URL, cookie: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
    return (await shop.app.inject({ method: 'POST', url: link.pathname + link.search, headers, payload: '' })).headers.location;
  };
  const isVerified = async (cookie: string) => {
    const { body } = await shop.call('GET', '/auth/get-session', { headers: { cookie } });
    return (body as { user: { emailVerified: boolean } }).user.emailVerified;
  };
  const sendAgain = (cookie?: string, email = 'victim@example.test') =>
    shop.call('POST', '/auth/send-verification-email', { body: { email, callbackURL: '/somewhere' }, ...(cookie && { headers: { cookie } }) });

  test('An address is verified by the link in an email, and the account works before that too', async () => {
    const { status, cookie } = await signUp('owner@example.test');
    expect(status).toBe(200);
    expect(await isVerified(cookie)).toBe(false);
    const link = await linkTo('owner@example.test');
    const forged = new URL(link);
    forged.searchParams.set('token', `${link.searchParams.get('token')}x`);
    expect(await press(forged, cookie)).toBe('/email-verified?error=INVALID_TOKEN');
    expect(await isVerified(cookie)).toBe(false);
    for (const _time of ['once', 'twice']) expect(await press(link, cookie)).toBe('/email-verified?verified=1');
    expect(await isVerified(cookie)).toBe(true);
    expect(await sendAgain(cookie)).toMatchObject({ status: 429 });
    shop.clock.advance(60_000);
    expect(await sendAgain(cookie)).toMatchObject({ status: 409, body: { message: 'Your email address is already verified.', code: 'conflict' } });
  });

  test('Verification emails are limited to one a minute and five a day, and the refusal says how long to wait', async () => {
    const { cookie } = await signUp('impatient@example.test');
    const refused = (wait: string) => ({ status: 429, body: { message: expect.stringContaining(`You can request another in ${wait}.`) } });
    for (let sent = 1; sent < 5; sent += 1) {
      expect(await sendAgain(cookie)).toMatchObject(refused('60 seconds'));
      shop.clock.advance(60_000);
      expect((await sendAgain(cookie)).status).toBe(200);
    }
    shop.clock.advance(60_000);
    expect(await sendAgain(cookie)).toMatchObject(refused('24 hours'));
  });

  test('A scanner that follows the link, however it spells it, doesn’t verify an address; the button there does', async () => {
    const { cookie } = await signUp('scanned@example.test');
    const link = await linkTo('scanned@example.test');
    const visit = (method: 'GET' | 'HEAD', path: string) => shop.app.inject({ method, url: path + link.search, headers: { cookie } });
    const page = await visit('GET', link.pathname);
    expect(page).toMatchObject({ statusCode: 200, headers: { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' } });
    expect(page.body).toContain('<form method="post"><button class="primary">Yes, it’s mine</button></form>');
    expect(page.body).not.toContain(link.searchParams.get('token'));
    await visit('HEAD', link.pathname);
    for (const path of [
      '/api/auth/verify-email/',
      '/api/auth//verify-email',
      '/api/auth/verify%2Demail',
      '/api/auth/x/../verify-email',
      '/api/auth/VERIFY-EMAIL',
    ])
      await visit('GET', path);
    await visit('GET', `${link.pathname}?callbackURL=/&`);
    expect(await isVerified(cookie)).toBe(false);
    expect(await press(link, cookie)).toBe('/email-verified?verified=1');
    expect(await isVerified(cookie)).toBe(true);
  });

  test('Sends the verification email again to its owner only, and not too often', async () => {
    const { cookie } = await signUp('asking@example.test');
    await signUp('victim@example.test');
    const first = await linkTo('asking@example.test');
    expect(await sendAgain()).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect((await shop.call('GET', '/auth/send-verification-email', { headers: { cookie } })).status).toBe(404);
    // No spelling of the path sends a second email.
    for (const path of ['/auth/send-verification-email/', '/auth/send%2Dverification-email', '/auth//send-verification-email'])
      await shop.call('POST', path, { body: { email: 'asking@example.test' }, headers: { cookie } });
    const tooSoon = await sendAgain(cookie);
    expect(tooSoon).toMatchObject({
      status: 429,
      body: { code: 'too_many', message: expect.stringContaining('60 seconds') },
      headers: { 'retry-after': '60' },
    });
    shop.clock.advance(60_000);
    expect((await sendAgain(cookie)).status).toBe(200);
    const again = await linkTo('asking@example.test');
    expect([...again.searchParams.keys()]).toEqual(['token']);
    expect(await press(first, cookie)).toBe('/email-verified?verified=1');
    const posted = await shop.services.db.selectFrom('outbox').select('recipient').where('kind', '=', 'verification').execute();
    expect(posted.filter(({ recipient }) => recipient === 'asking@example.test')).toHaveLength(2);
    expect(posted.filter(({ recipient }) => recipient === 'victim@example.test')).toHaveLength(1);
  });
});

describe('Practice Google', () => {
  const signInWithGoogle = async (email: string, name = 'Robin Practice') => {
    const headers = { host: 'localhost', origin: 'http://localhost' };
    const begun = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-in/social', payload: { provider: 'google', callbackURL: '/login' }, headers });
    const cookie = begun.cookies.map((one) => `${one.name}=${encodeURIComponent(one.value)}`).join('; ');
    const chooser = new URL(String((begun.json() as { url: string }).url));
    const page = await shop.app.inject({ method: 'GET', url: chooser.pathname + chooser.search, headers });
    const fields = new URLSearchParams({ ...Object.fromEntries(chooser.searchParams), email, name });
    const chosen = await shop.app.inject({
      method: 'POST',
      url: '/practice-google/authorize',
      payload: fields.toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    const callback = new URL(String(chosen.headers.location));
    const done = await shop.app.inject({ method: 'GET', url: callback.pathname + callback.search, headers: { ...headers, cookie } });
    return { page, done, cookie: done.cookies.map((one) => `${one.name}=${encodeURIComponent(one.value)}`).join('; ') };
  };

  test('Practice Google logs a person in through a real round trip, and says that it isn’t Google', async () => {
    const { page, done, cookie } = await signInWithGoogle('robin@practice.test');
    expect(page.body).toContain('This isn’t Google');
    expect(done.headers.location).toBe('/login');
    const { status } = await shop.call('GET', '/jwt?email=robin@practice.test', { headers: { cookie } });
    expect(status).toBe(200);
  });

  test('Practice Google doesn’t open an account whose address was never verified', async () => {
    await signUp('victim@example.test');
    const { done } = await signInWithGoogle('victim@example.test');
    expect(done.headers.location).toContain('error=account_not_linked');
  });

  test('Practice Google redirects to the shop only', async () => {
    const url = `/practice-google/authorize?${new URLSearchParams({ client_id: 'redial-practice', redirect_uri: 'https://elsewhere.example/api/auth/callback/google', state: 'x', code_challenge: 'x' })}`;
    expect((await shop.app.inject({ method: 'GET', url })).statusCode).toBe(400);
  });
});

describe('Access tokens', () => {
  const forge = async (secret: Uint8Array, claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).setAudience('redial-api').setExpirationTime('15m').sign(secret);

  test('Rejects forged, unsigned and malformed tokens', async () => {
    const claims = { email: admin.email, sid: admin.sessionId };
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...claims, aud: 'redial-api' })).toString('base64url')}.`;
    for (const token of [await forge(Buffer.from('another secret, also long enough'), claims), unsigned, 'nonsense', `${admin.token}x`]) {
      expect(await shop.call('GET', '/users/buyers?user=buyer', { as: token })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }
  });

  test('A token expires after fifteen minutes', async () => {
    const person = await createPerson(shop, 'buyer');
    expect((await shop.call('GET', '/bookings', { as: person.token })).status).toBe(200);
    shop.clock.advance(15 * 60_000 + 1000);
    expect((await shop.call('GET', '/bookings', { as: person.token })).status).toBe(401);
    shop.clock.advance(-15 * 60_000 - 1000);
  });

  test('Logging out ends a token immediately', async () => {
    const { cookie } = await signUp('leaving@example.test');
    await shop.call('POST', '/users', { headers: { cookie }, body: { email: 'leaving@example.test', name: 'Leaving', role: 'buyer' } });
    const { body } = await shop.call('GET', '/jwt?email=leaving@example.test', { headers: { cookie } });
    const { token } = body as { token: string };
    expect((await shop.call('GET', '/bookings', { as: token })).status).toBe(200);
    const out = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      payload: {},
      headers: { cookie, origin: 'http://localhost', host: 'localhost' },
    });
    expect(out.statusCode).toBe(200);
    expect((await shop.call('GET', '/bookings', { as: token })).status).toBe(401);
  });

  test('A session cookie alone authorizes no other call', async () => {
    const { cookie } = await signUp('cookie@example.test');
    await shop.call('POST', '/users', { headers: { cookie }, body: { email: 'cookie@example.test', name: 'Cookie', role: 'buyer' } });
    expect((await shop.call('GET', '/bookings', { headers: { cookie } })).status).toBe(401);
  });
});

describe('Role lookups', () => {
  test('Role lookups answer correctly for oneself and for admins, and no for anybody else', async () => {
    const verified = await createPerson(shop, 'seller', { verified: true });
    const ask = async (as?: string) => [
      (await shop.call('GET', `/users/sellers/${verified.email}`, { as })).body,
      (await shop.call('GET', `/users/verify?email=${verified.email}`, { as })).body,
      (await shop.call('GET', `/users/admin/${admin.email}`, { as })).body,
    ];
    expect(await ask(verified.token)).toEqual([{ isSeller: true }, { isVerified: true }, { isAdmin: false }]);
    expect(await ask(admin.token)).toEqual([{ isSeller: true }, { isVerified: true }, { isAdmin: true }]);
    for (const stranger of [undefined, buyer.token, 'forged'])
      expect(await ask(stranger)).toEqual([{ isSeller: false }, { isVerified: false }, { isAdmin: false }]);
  });
});

describe('The admin’s lists of people', () => {
  test('Shows buyers and sellers to an admin, field by field', async () => {
    const buyers = await shop.call('GET', '/users/buyers?user=buyer', { as: admin.token });
    expect(buyers.status).toBe(200);
    expect(buyers.body).toContainEqual({ _id: buyer.id, name: buyer.name, email: buyer.email, role: 'buyer', seller_verify: false });
    expect(JSON.stringify(buyers.body)).not.toContain(seller.email);
    expect(JSON.stringify(buyers.body)).not.toContain(admin.email);
  });

  test.each(['/users/buyers?user=buyer', '/users/sellers?user=seller', '/removedItems', '/reportedItems'])('Rejects %s for everybody else', async (path) => {
    expect((await shop.call('GET', path)).status).toBe(401);
    expect((await shop.call('GET', path, { as: seller.token })).status).toBe(403);
    expect((await shop.call('GET', path, { as: buyer.token })).status).toBe(403);
  });

  test('Pages through people without repeating or skipping one', async () => {
    for (let made = 0; made < 5; made++) await createPerson(shop, 'buyer');
    const seen: string[] = [];
    let path: string | null = '/users/buyers?user=buyer&limit=2';
    while (path) {
      const { body, headers } = await shop.call('GET', path, { as: admin.token });
      seen.push(...(body as { _id: string }[]).map(({ _id }) => _id));
      path = /<\/api([^>]+)>; rel="next"/u.exec(String(headers.link ?? ''))?.[1] ?? null;
    }
    const all = await shop.call('GET', '/users/buyers', { as: admin.token });
    expect(seen).toEqual((all.body as { _id: string }[]).map(({ _id }) => _id));
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('Verifying a seller', () => {
  test('Verifying a seller shows the badge on all their listings; doing it twice changes nothing', async () => {
    const person = await createPerson(shop, 'seller');
    const listingId = await createListing(shop, person);
    const verify = () => shop.call('PUT', `/products/?email=${person.email}&id=${person.id}`, { as: admin.token });
    expect(await verify()).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } });
    expect(await verify()).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 0 } });
    expect((await shop.call('GET', `/selectedItem/${listingId}`)).body).toMatchObject({ seller_verify: true });
  });

  test('Only an admin can verify a seller, whose address and id must match', async () => {
    const path = `/products/?email=${seller.email}&id=${seller.id}`;
    expect((await shop.call('PUT', path)).status).toBe(401);
    expect((await shop.call('PUT', path, { as: seller.token })).status).toBe(403);
    expect((await shop.call('PUT', path, { as: buyer.token })).status).toBe(403);
    expect((await shop.call('PUT', `/products/?email=${buyer.email}&id=${buyer.id}`, { as: admin.token })).status).toBe(404);
    expect((await shop.call('PUT', `/products/?email=${buyer.email}&id=${seller.id}`, { as: admin.token })).status).toBe(404);
    expect((await shop.call('PUT', '/products/', { as: admin.token })).status).toBe(400);
  });
});

describe('Removing a person', () => {
  test('Removing a person ends their token, listings and unpaid orders, and keeps paid ones', async () => {
    const leaving = await createPerson(shop, 'seller');
    const [open, sold] = [await createListing(shop, leaving), await createListing(shop, leaving)];
    const customer = await createPerson(shop, 'buyer');
    await createOrder(shop, customer, open);
    const paid = await sellTo(shop, customer, sold);
    const others = await createListing(shop, seller);
    await createOrder(shop, leaving, others);

    expect(await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token })).toMatchObject({
      status: 200,
      body: { acknowledged: true, deletedCount: 1 },
    });
    expect((await shop.call('GET', `/products?email=${leaving.email}`, { as: leaving.token })).status).toBe(401);
    expect((await shop.call('GET', `/selectedItem/${open}`)).status).toBe(404);
    const bookings = (await shop.call('GET', `/bookings?email=${customer.email}`, { as: customer.token })).body;
    expect(bookings).toEqual([
      expect.objectContaining({ _id: paid, paid: true, closedReason: null }),
      expect.objectContaining({ paid: false, closedReason: 'listing_removed' }),
    ]);
    expect((await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token })).body).toMatchObject({ deletedCount: 0 });
  });

  test('A removed person gets no new token', async () => {
    const { cookie } = await signUp('removed@example.test');
    await shop.call('POST', '/users', { headers: { cookie }, body: { email: 'removed@example.test', name: 'Removed', role: 'buyer' } });
    const buyers = (await shop.call('GET', '/users/buyers', { as: admin.token })).body as { _id: string; email: string }[];
    await shop.call('DELETE', `/users/sellers/${buyers.find(({ email }) => email === 'removed@example.test')?._id}`, { as: admin.token });
    expect((await shop.call('GET', '/jwt?email=removed@example.test', { headers: { cookie } })).status).toBe(401);
    const again = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: 'removed@example.test', password: 'longenough1' },
    });
    const fresh = again.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    expect(await shop.call('GET', '/jwt?email=removed@example.test', { headers: { cookie: fresh } })).toMatchObject({
      status: 403,
      body: { code: 'account_removed' },
    });
  });

  test('Only admins can remove a person, and admins can’t be removed', async () => {
    expect(await shop.call('DELETE', `/users/sellers/${admin.id}`, { as: admin.token })).toMatchObject({ status: 409 });
    expect((await shop.call('DELETE', `/users/sellers/${buyer.id}`)).status).toBe(401);
    expect((await shop.call('DELETE', `/users/sellers/${buyer.id}`, { as: seller.token })).status).toBe(403);
    expect((await shop.call('DELETE', '/users/sellers/no-such-id', { as: admin.token })).status).toBe(404);
  });
});
