import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityMails } from '#server/features/accounts/index.ts';
import type { IdentityProvider } from '#server/ports/identity.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type OidcDouble, openOidcDouble } from '#test/support/doubles/oidc.ts';
import { appCode } from '#test/support/second-factor.ts';
import { withWaitingAnswers } from '#test/support/waiting-answers.ts';
import { createShopOrigin } from '../../../http/origin.ts';
import { createBuiltinIdentity } from '../builtin.ts';
import { createOidcProvider } from './provider.ts';

const HTML = { type: 'text/html', body: '<h1>Sign in to the airport’s network</h1>' };
const SLOW = { body: '{}', delayMs: 4000 };
const HOST = 'http://localhost';
const VERIFIED = { email: 'Olga@Example.test', email_verified: true, name: 'Olga Idc' };

let database: TestDatabase;
let double: OidcDouble;
let identity: IdentityProvider;
const faults: string[] = [];

/** A new identity service that has not contacted the provider yet. */
function open(db = database.db, acrValues: string[] = []): IdentityProvider {
  const { issuer, clientId, clientSecret } = double;
  return createBuiltinIdentity({
    db,
    reads: db,
    clock: { now: () => Date.now() },
    engine: database.config.kind,
    secret: 'a secret of this test alone, long enough',
    origin: createShopOrigin({ publicUrl: null, host: '127.0.0.1', port: 80 }),
    shopName: () => 'Redial',
    // Uses the same database as the accounts, as in the shop.
    mails: createIdentityMails({ db: database.db, clock: { now: () => Date.now() }, shopName: () => 'Redial' }),
    practiceGoogle: null,
    providers: [{ id: 'oidc', name: 'Example ID', issuer, clientId, clientSecret, acrValues, timeoutMs: 1500 }],
    alerts: { done: async () => {}, failed: async () => {}, confirmed: async () => {}, passwordReset: async () => {} },
    isAdmin: async () => false,
    onFault: (message) => void faults.push(message),
  });
}

function cookiesOf(response: Response | undefined): string {
  return (response?.headers.getSetCookie() ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Begins a login. Returns the provider's address and the browser's cookies. */
async function begin(shop = identity) {
  const response = await shop.handle?.(
    new Request(`${HOST}/api/auth/sign-in/social`, {
      method: 'POST',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'oidc', callbackURL: '/login?via=oidc', errorCallbackURL: '/login?via=oidc', scopes: ['everything'] }),
    }),
  );
  const { url } = ((await response?.json()) ?? {}) as { url: string };
  return { address: new URL(url), cookie: cookiesOf(response) };
}

async function comeBack(query: Record<string, string>, cookie: string) {
  const response = await identity.handle?.(
    new Request(`${HOST}/api/auth/callback/oidc?${new URLSearchParams(query)}`, { headers: { host: 'localhost', cookie } }),
  );
  return { to: response?.headers.get('location') ?? '', headers: new Headers({ host: 'localhost', cookie: cookiesOf(response) }) };
}

/** Completes a login with these claims. Returns the final address and the browser's cookies. */
async function signIn(claims: Record<string, unknown> = VERIFIED) {
  const { address, cookie } = await begin();
  double.claims = claims;
  return comeBack({ code: address.searchParams.get('nonce') ?? '', state: address.searchParams.get('state') ?? '' }, cookie);
}

async function markVerified(isVerified: boolean): Promise<void> {
  const value = database.config.kind === 'sqlite' ? Number(isVerified) : isVerified;
  await sql`update identity_users set "emailVerified" = ${value}`.execute(database.db);
}

/** Sets a new password with the link of a reset email. */
async function resetPassword(email: string): Promise<void> {
  const post = (path: string, body: object) =>
    identity.handle?.(
      new Request(`${HOST}/api/auth${path}`, {
        method: 'POST',
        headers: { host: 'localhost', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  await post('/request-password-reset', { email, redirectTo: '/reset-password' });
  const mail = await database.db.selectFrom('outbox').select('link').where('kind', '=', 'reset').orderBy('id', 'desc').executeTakeFirst();
  const token = new URL(mail?.link ?? '', 'http://shop').pathname.split('/').at(-1);
  expect((await post('/reset-password', { newPassword: 'practice123', token }))?.status).toBe(200);
}

async function countRows(): Promise<number[]> {
  const tables = ['identity_users', 'identity_accounts', 'identity_sessions'];
  const counts = tables.map((name) => sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(database.db));
  return (await Promise.all(counts)).map(({ rows }) => Number(rows[0]?.count));
}

beforeAll(async () => {
  [database, double] = await Promise.all([freshDatabase(), openOidcDouble()]);
  identity = open();
});
afterEach(async () => {
  double.behave();
  for (const table of ['identity_users', 'identity_verifications']) await sql`delete from ${sql.table(table)}`.execute(database.db);
});
afterAll(async () => {
  await double.close();
  await database.drop();
});

describe('Logging in with OpenID Connect', () => {
  test('Requests only the address, bound to this browser, and recognizes the person the next time', async () => {
    const { address } = await begin();
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({ response_type: 'code', client_id: 'shop', scope: 'openid email profile', code_challenge_method: 'S256' });
    expect([asked.nonce?.length, asked.state?.length, asked.code_challenge?.length]).toEqual([32, 32, 43]);

    const first = await signIn();
    expect(first.to).toBe('/login?via=oidc');
    expect(await identity.identify(first.headers)).toMatchObject({ email: 'olga@example.test', name: 'Olga Idc', emailVerified: true });
    const again = await signIn({ ...VERIFIED, email: 'changed@example.test', name: 'Another Name' });
    expect(await identity.identify(again.headers)).toMatchObject({ email: 'olga@example.test', name: 'Olga Idc' });
    expect(await countRows()).toEqual([1, 1, 2]);
    const { rows } = await sql`select "accessToken", "refreshToken", "idToken" from identity_accounts`.execute(database.db);
    expect(rows).toEqual([{ accessToken: null, refreshToken: null, idToken: null }]);
    expect(double.exchanges.at(-1)?.authorization).toMatch(/^Basic /u);
    expect(double.exchanges.at(-1)?.form.get('code_verifier')).toMatch(/^.{43,128}$/u);
  });

  test('Reads the address from the user info when the token does not hold it', async () => {
    double.userinfo = { sub: 'person-1', email: 'info@example.test', email_verified: 'true' };
    const { headers } = await signIn({});
    expect(await identity.identify(headers)).toMatchObject({ email: 'info@example.test', name: 'info', emailVerified: true });
  });

  test('Opens an existing account only when both sides have verified the address', async () => {
    const subject = await identity.createAccount({ email: 'olga@example.test', password: 'practice123', name: 'Olga' });
    expect((await signIn({ ...VERIFIED, email_verified: false })).to).toBe('/login?via=oidc&error=account_not_linked');
    await markVerified(false);
    expect((await signIn()).to).toBe('/login?via=oidc&error=account_not_linked');
    expect(await countRows()).toEqual([1, 1, 0]);
    await markVerified(true);
    const { headers } = await signIn();
    expect(await identity.identify(headers)).toMatchObject({ subject, name: 'Olga' });
    expect(await countRows()).toEqual([1, 2, 1]);
  });

  test('Distinguishes people of different issuers with the same subject', async () => {
    const [first, shop] = [double, identity];
    const keyAt = (issuer: string) =>
      createOidcProvider({ id: 'google', name: 'Google', issuer, clientId: 'shop', clientSecret: 'secret', onFault() {} }).accountSubject({
        tokens: {},
        profile: { sub: 'person-1' },
      });
    expect(keyAt('https://accounts.google.com')).toBe('person-1');
    expect(keyAt('https://stand-in.example')).not.toBe('person-1');
    await signIn();
    double = await openOidcDouble();
    identity = open();
    const { headers } = await signIn({ ...VERIFIED, email: 'another@example.test' });
    await double.close();
    [double, identity] = [first, shop];
    expect(await identity.identify(headers)).toMatchObject({ email: 'another@example.test' });
    expect(await countRows()).toEqual([2, 2, 2]);
  });

  test('Creates no account for an address that the provider has not verified', async () => {
    for (const emailVerified of [false, undefined, 'maybe'])
      expect((await signIn({ ...VERIFIED, email_verified: emailVerified })).to).toMatch(/^\/login\?via=oidc&error=email_not_verified\b/u);
    expect(await countRows()).toEqual([0, 0, 0]);
  });

  test('Locks out a provider’s early account once the owner replaced the password by email', async () => {
    await signIn();
    await markVerified(false);
    const stranger = await signIn({ ...VERIFIED, email_verified: false });
    expect(await identity.identify(stranger.headers)).toMatchObject({ email: 'olga@example.test', emailVerified: false });
    await resetPassword('olga@example.test');
    expect(await identity.identify(stranger.headers)).toBeNull();
    expect((await signIn({ ...VERIFIED, email_verified: false })).to).toBe('/login?via=oidc&error=account_not_linked');
    expect(await countRows()).toEqual([1, 1, 0]);
    const { headers } = await signIn();
    expect(await identity.identify(headers)).toMatchObject({ emailVerified: true });
    // A linked account that was proven survives another password reset.
    await resetPassword('olga@example.test');
    expect(await countRows()).toEqual([1, 2, 0]);
  });

  test('Handles one person who comes back several times at once, and keeps one identity', async () => {
    const shop = identity;
    const atOnce = async (): Promise<void> => {
      identity = open(withWaitingAnswers(database.db, 'identity_users', 3));
      const returns = await Promise.all([1, 2, 3].map(() => signIn()));
      identity = shop;
      for (const { to, headers } of returns) {
        expect(to).toBe('/login?via=oidc');
        expect(await identity.identify(headers)).toMatchObject({ email: 'olga@example.test' });
      }
    };
    await atOnce();
    expect(await countRows()).toEqual([1, 1, 3]);
    await sql`delete from identity_users`.execute(database.db);
    await identity.createAccount({ email: 'olga@example.test', password: 'practice123', name: 'Olga' });
    await atOnce();
    expect(await countRows()).toEqual([1, 2, 3]);
  });

  test('Requires the strength that the shop asks for, by the signed claim alone', async () => {
    const shop = identity;
    expect((await begin()).address.searchParams.has('acr_values')).toBe(false);
    identity = open(database.db, ['phr', 'phrh']);
    expect((await begin()).address.searchParams.get('acr_values')).toBe('phr phrh');
    for (const acr of [undefined, 'pwd', 'phr phrh', '', ['phr'], 'PHR']) {
      double.userinfo = { sub: 'person-1', acr: 'phr' };
      expect((await signIn({ ...VERIFIED, acr })).to).toBe('/login?via=oidc&error=sign_in_too_weak');
    }
    expect(await countRows()).toEqual([0, 0, 0]);
    expect(await signIn({ ...VERIFIED, acr: 'phrh' })).toMatchObject({ to: '/login?via=oidc' });
    identity = shop;
  });

  test('Sends an account with a second factor to its password and code', async () => {
    const password = 'practice123';
    await identity.createAccount({ email: 'olga@example.test', password, name: 'Olga' });
    expect((await signIn()).to).toBe('/login?via=oidc');
    const { secondFactor } = identity;
    const begun = await secondFactor?.begin({ email: 'olga@example.test', password });
    const code = begun?.kind === 'begun' ? appCode(begun.secret, Date.now()) : '';
    const stored = await secondFactor?.confirm({ email: 'olga@example.test', code, storedId: 'none' }, async () => {});
    expect(stored).toMatchObject({ kind: 'done' });
    const { to, headers } = await signIn();
    expect(to).toBe('/login?via=oidc&error=code_needed');
    expect([await identity.identify(headers), headers.get('cookie')]).toEqual([null, '']);
    expect(await countRows()).toEqual([1, 2, 0]);
  });

  test('Leaves no account behind whose identity could not be stored', async () => {
    await sql`create unique index only_one on identity_accounts ("providerId")`.execute(database.db);
    await signIn();
    const { to } = await signIn({ ...VERIFIED, sub: 'person-2', email: 'second@example.test' });
    await sql`drop index only_one`.execute(database.db);
    expect(to).toBe('/login?via=oidc&error=unable_to_create_user');
    expect(await countRows()).toEqual([1, 1, 1]);
  });
});

describe('A provider’s proof', () => {
  const seconds = Math.floor(Date.now() / 1000);
  const bad: [string, Record<string, unknown>, OidcDouble['signature']?][] = [
    ['is signed by a stranger', {}, 'stranger'],
    ['is not signed', {}, 'none'],
    ['is signed with the shared secret', {}, 'secret'],
    ['is from another issuer', { iss: 'https://accounts.google.com' }],
    ['is for another client', { aud: 'another' }],
    ['is for two clients', { aud: ['shop', 'another'] }],
    ['was issued for another client', { aud: ['shop', 'another'], azp: 'another' }],
    ['has expired', { iat: seconds - 1200, exp: seconds - 600 }],
    ['is hours old', { iat: seconds - 7200, exp: seconds + 600 }],
    ['never expires', { exp: undefined }],
    ['belongs to another login', { nonce: 'another' }],
    ['belongs to no login', { nonce: undefined }],
    ['names nobody', { sub: '' }],
    ['names someone who can’t be stored', { sub: 'a\0b' }],
  ];

  test.each(bad)('Refuses a proof that %s, and stores nothing', async (_, claims, signature = 'good') => {
    double.signature = signature;
    expect((await signIn({ ...VERIFIED, ...claims })).to).toBe('/login?via=oidc&error=proof_refused');
    expect(await countRows()).toEqual([0, 0, 0]);
  });

  test('Refuses the user info of somebody else or without an address', async () => {
    double.userinfo = { sub: 'person-2', email: 'info@example.test', email_verified: true };
    expect((await signIn({})).to).toBe('/login?via=oidc&error=proof_refused');
    double.userinfo = { sub: 'person-1', email: 'no address' };
    expect((await signIn({})).to).toBe('/login?via=oidc&error=email_not_found');
    expect(await countRows()).toEqual([0, 0, 0]);
  });
});

describe('A provider in trouble', () => {
  test('Names an unreachable provider when a login can’t begin, and asks it again the next time', async () => {
    const shop = open();
    const other = {
      body: JSON.stringify({ issuer: 'https://another.example', authorization_endpoint: 'https://a', token_endpoint: 'https://a', jwks_uri: 'https://a' }),
    };
    for (const [instead, status] of [
      [SLOW, 503],
      [HTML, 502],
      [{ status: 500, body: '' }, 502],
      [{ status: 302, body: '' }, 502],
      [other, 502],
    ] as const) {
      double.instead = { discovery: instead };
      await expect(begin(shop)).rejects.toMatchObject({ status, code: 'provider_failed', message: expect.stringMatching(/Example ID .*password\.$/u) });
    }
    double.behave();
    expect((await begin(shop)).address.origin).toBe(double.issuer);
  });

  test.each([
    ['token', HTML, 'provider_troubled'],
    ['token', { status: 500, body: '{}' }, 'provider_troubled'],
    ['token', { status: 400, body: '{"error":"invalid_grant"}' }, 'provider_troubled'],
    ['token', { body: '{"access_token":"access"}' }, 'provider_troubled'],
    ['token', SLOW, 'provider_unreachable'],
    ['userinfo', HTML, 'provider_troubled'],
    ['userinfo', SLOW, 'provider_unreachable'],
  ] as const)('Sends the person back with an error code: %s %o', async (where, instead, word) => {
    double.instead = { [where]: instead };
    expect((await signIn({})).to).toBe(`/login?via=oidc&error=${word}`);
    expect(await countRows()).toEqual([0, 0, 0]);
  });

  test('Sends the person back when the provider’s keys can’t be fetched', async () => {
    identity = open();
    double.instead = { keys: HTML };
    expect((await signIn()).to).toBe('/login?via=oidc&error=provider_unreachable');
    double.instead = {};
    expect((await signIn()).to).toBe('/login?via=oidc');
  });

  test('Sends the person back when they declined, and when their login was never begun', async () => {
    const { address, cookie } = await begin();
    const state = address.searchParams.get('state') ?? '';
    expect((await comeBack({ code: 'code', state }, '')).to).toBe('/login?via=oidc&error=state_mismatch');
    expect((await comeBack({ error: 'access_denied', state }, cookie)).to).toMatch(/^\/login\?via=oidc&error=access_denied/u);
    expect((await comeBack({ code: 'code', state: 'made-up' }, cookie)).to).toBe('/login?error=state_mismatch');
    expect((await comeBack({}, cookie)).to).toBe('/login?error=state_not_found');
    expect(await countRows()).toEqual([0, 0, 0]);
  });

  test('Logs the provider’s trouble without a token or the secret', () => {
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join('\n')).not.toContain(double.clientSecret);
    expect(faults.join('\n')).not.toMatch(/eyJ/u);
  });
});
