import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days } from '#contract/shared/durations.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type KeyServer, openKeyServer } from '#test/support/doubles/key-server.ts';
import { createFirebaseIdentity } from './firebase.ts';

const PROJECT = 'demo-shop';
const EMAIL = 'ida@example.test';
const MINUTE_MS = 60_000;
/** The third key is published too, to check that tokens signed with another algorithm than RS256 are refused. */
const ALGORITHMS = ['RS256', 'RS256', 'ES256'] as const;

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

let database: TestDatabase;
let server: KeyServer;
let pairs: Pair[];
let start = 0;

/** A separate instance, as in another process, that has not fetched the keys yet. */
function open(overrides: { emulatorHost?: string; apiKey?: string; now?: () => number } = {}) {
  return createFirebaseIdentity({
    db: database.db,
    clock: { now: overrides.now ?? (() => start) },
    apiKey: overrides.apiKey ?? 'key',
    projectId: PROJECT,
    emulatorHost: overrides.emulatorHost ?? null,
    keysUrl: server.url,
    timeoutMs: 1500,
  });
}

async function publish(...which: number[]): Promise<void> {
  const keys = await Promise.all(which.map(async (nth) => ({ ...(await exportJWK((pairs[nth] as Pair).publicKey)), kid: `key-${nth}`, alg: ALGORITHMS[nth] })));
  server.answer = { status: 200, type: 'application/json', body: JSON.stringify({ keys }), maxAge: 3600 };
}

function claimsOf(changes: JWTPayload = {}): JWTPayload {
  const now = Math.floor(start / 1000);
  const claims = { iss: `https://securetoken.google.com/${PROJECT}`, aud: PROJECT, sub: 'uid-of-ida', iat: now, exp: now + 3600, auth_time: now };
  return { ...claims, email: EMAIL, email_verified: true, name: 'Ida Entity', ...changes };
}

function sign(changes: JWTPayload = {}, nth = 0, header: Record<string, string> = {}): Promise<string> {
  return new SignJWT(claimsOf(changes))
    .setProtectedHeader({ alg: ALGORITHMS[nth] ?? 'RS256', kid: `key-${nth}`, ...header })
    .sign((pairs[nth] as Pair).privateKey);
}

function bearing(token: string) {
  return new Headers({ authorization: `Bearer ${token}` });
}

beforeAll(async () => {
  start = Math.floor(Date.now() / 1000) * 1000;
  [database, server, pairs] = await Promise.all([freshDatabase(), openKeyServer(), Promise.all(ALGORITHMS.map((alg) => generateKeyPair(alg)))]);
  await publish(0, 2);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

describe('Firebase ID tokens', () => {
  test('An ID token proves the address in lower case, the name, the person and the session', async () => {
    const proven = await open().identify(bearing(await sign({ email: 'Ida@Example.test' })));
    const seconds = start / 1000;
    expect(proven).toEqual({
      email: EMAIL,
      name: 'Ida Entity',
      subject: 'firebase:uid-of-ida',
      emailVerified: true,
      sessionId: `uid-of-ida:${seconds}`,
      expiresAt: start + 3_600_000,
    });
  });

  test('An ID token proves identity as of the login, however often it is renewed', async () => {
    const identity = open();
    const began = start / 1000 - 900;
    const proven = await identity.identify(bearing(await sign({ sub: 'uid-of-proof', auth_time: began })));
    expect(await identity.provenAt(proven?.sessionId ?? '')).toBe(began * 1000);
    expect([identity.proofs, identity.passkeys]).toEqual([undefined, undefined]);
  });

  test('An ID token with an unverified address doesn’t prove the address', async () => {
    for (const email_verified of [false, undefined])
      expect(await open().identify(bearing(await sign({ email_verified })))).toMatchObject({ emailVerified: false });
  });

  test('Refuses an ID token that is forged, unsigned, expired, incomplete or of another project', async () => {
    const identity = open();
    const seconds = start / 1000;
    const other = await generateKeyPair('RS256');
    const publicPart = new TextEncoder().encode(JSON.stringify(await exportJWK((pairs[0] as Pair).publicKey)));
    const good = await sign();
    const bad: Record<string, string> = {
      'another key': await new SignJWT(claimsOf()).setProtectedHeader({ alg: 'RS256', kid: 'key-0' }).sign(other.privateKey),
      'a key nobody published': await sign({}, 1),
      'no signature at all': new UnsecuredJWT(claimsOf()).encode(),
      'the published key as a shared secret': await new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256', kid: 'key-0' }).sign(publicPart),
      'another algorithm, well signed': await sign({}, 2),
      'a changed claim': [good.split('.')[0], Buffer.from(JSON.stringify(claimsOf({ sub: 'another' }))).toString('base64url'), good.split('.')[2]].join('.'),
      'another issuer': await sign({ iss: 'https://securetoken.google.com/another' }),
      'a session cookie’s issuer': await sign({ iss: `https://session.firebase.google.com/${PROJECT}` }),
      'another audience': await sign({ aud: 'another' }),
      'a second audience': await sign({ aud: [PROJECT, 'another'] }),
      'run out': await sign({ iat: seconds - 3700, exp: seconds - 60 }),
      'too old, for whatever end it names': await sign({ iat: seconds - 7200, auth_time: seconds - 7200 }),
      'from the future': await sign({ iat: seconds + 600 }),
      'a sign-in of the future': await sign({ auth_time: seconds + 600 }),
      'no end': await sign({ exp: undefined }),
      'no beginning': await sign({ iat: undefined }),
      'no moment of sign-in': await sign({ auth_time: undefined }),
      nobody: await sign({ sub: '' }),
      'a name that can’t be kept': await sign({ sub: 'a\0b' }),
      'no address': await sign({ email: undefined }),
      'no address but a text': await sign({ email: 'ida' }),
      nonsense: 'nonsense',
      'three parts of nonsense': 'a.b.c',
    };
    for (const [what, token] of Object.entries(bad)) expect([what, await identity.identify(bearing(token))]).toEqual([what, null]);
    expect(await identity.identify(new Headers({ authorization: `Basic ${good}` }))).toBeNull();
    expect(await identity.identify(bearing(good))).not.toBeNull();
  });

  test('Reports a refused key by the setting’s name, never by value', async () => {
    const google = await openKeyServer();
    const asked = (status: number, error: object | undefined) => {
      google.answer = { status, type: 'application/json', body: JSON.stringify(error ? { error } : { projectId: '1' }), maxAge: 0 };
      return open({ emulatorHost: new URL(google.url).host, apiKey: 'AIza-key' }).findFaults();
    };
    expect(await asked(400, { message: 'API key AIza-key not valid.', status: 'INVALID_ARGUMENT' })).toEqual([
      'FIREBASE_API_KEY: Firebase doesn’t accept it (API key … not valid.)',
    ]);
    expect(await asked(502, undefined)).toEqual(['FIREBASE_API_KEY: Firebase doesn’t accept it (status 502)']);
    expect(await open({ emulatorHost: '127.0.0.1:1' }).findFaults()).toEqual([expect.stringMatching(/^FIREBASE_API_KEY: .*didn’t respond \(TypeError\)$/u)]);
    expect(await asked(403, { message: 'Requests from referer <empty> are blocked.', details: [{ reason: 'API_KEY_HTTP_REFERRER_BLOCKED' }] })).toEqual([]);
    expect(await asked(200, undefined)).toEqual([]);
    await google.close();
  });

  test('Accepts unsigned tokens from an emulator only', async () => {
    const unsigned = bearing(new UnsecuredJWT(claimsOf({ sub: 'emulated' })).encode());
    expect(await open({ emulatorHost: '127.0.0.1:1' }).identify(unsigned)).toMatchObject({ subject: 'firebase:emulated' });
    const anothers = bearing(new UnsecuredJWT(claimsOf({ aud: 'another' })).encode());
    expect(await open({ emulatorHost: '127.0.0.1:1' }).identify(anothers)).toBeNull();
  });
});

describe('Firebase’s public keys', () => {
  test('Public keys are fetched once, cached as long as the reply says, and fetched again for a new key', async () => {
    let now = start;
    const identity = open({ now: () => now });
    const before = server.asked();
    const first = bearing(await sign());
    await Promise.all([identity.identify(first), identity.identify(first), identity.identify(first)]);
    expect(server.asked() - before).toBe(1);
    now += 59 * MINUTE_MS;
    await identity.identify(first);
    expect(server.asked() - before).toBe(1);
    await publish(1);
    expect(await identity.identify(bearing(await sign({}, 1)))).not.toBeNull();
    expect(server.asked() - before).toBe(2);
    // Requests with made-up key ids must not trigger a fetch each time.
    for (const kid of ['made-up', 'another']) expect(await identity.identify(bearing(await sign({}, 1, { kid })))).toBeNull();
    expect(server.asked() - before).toBe(2);
    await publish(0, 2);
  });

  test('New public keys are fetched after the clock was set back by years, too', async () => {
    let now = start + days(5000);
    const identity = open({ now: () => now });
    await identity.identify(bearing(await sign()));
    now = start;
    await publish(1);
    expect(await identity.identify(bearing(await sign({}, 1)))).not.toBeNull();
    await publish(0, 2);
  });

  test('Public keys that were fetched more than a day ago serve nobody, however often is asked while their server is down', async () => {
    const good = server.answer;
    let now = start;
    const identity = open({ now: () => now });
    await identity.identify(bearing(await sign()));
    server.answer = { ...good, status: 500 };
    now += days(1) + 1000;
    const iat = Math.floor(now / 1000);
    const token = bearing(await sign({ iat, exp: iat + 3600 }));
    for (const _ of [1, 2]) await expect(identity.identify(token)).rejects.toMatchObject({ status: 503 });
    server.answer = good;
    now += MINUTE_MS;
    expect(await identity.identify(token)).not.toBeNull();
  });

  test('Cached public keys still serve while their server is down, and without them the reply is 503', async () => {
    const good = server.answer;
    let now = start;
    const stored = open({ now: () => now });
    const token = bearing(await sign());
    await stored.identify(token);
    const troubles = [
      { ...good, status: 500 },
      { ...good, type: 'text/html', body: '<h1>Sign in to the airport’s network</h1>' },
      { ...good, body: '{"keys":[]}' },
      { ...good, delayMs: 4000 },
    ];
    now += 61 * MINUTE_MS;
    const later = bearing(
      await new SignJWT(claimsOf({ iat: now / 1000, exp: now / 1000 + 3600 }))
        .setProtectedHeader({ alg: 'RS256', kid: 'key-0' })
        .sign((pairs[0] as Pair).privateKey),
    );
    for (const trouble of troubles) {
      server.answer = trouble;
      const fresh = open();
      await expect(fresh.identify(token)).rejects.toMatchObject({ status: 503, code: 'provider_failed', message: expect.stringContaining('try again') });
      expect(await stored.identify(later)).not.toBeNull();
      server.answer = good;
      expect(await fresh.identify(token)).not.toBeNull();
    }
  });
});

describe('Ending sessions', () => {
  const signOut = (token: string) =>
    open().handle?.(new Request('http://localhost/api/auth/sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } }));

  test('Logging out ends the session at once on every process, and spares the others', async () => {
    const seconds = start / 1000;
    const [here, there] = [await sign({ sub: 'two', auth_time: seconds - 20 }), await sign({ sub: 'two', auth_time: seconds - 10 })];
    const [one, another] = [open(), open()];
    const [mine, other] = [await one.identify(bearing(here)), await one.identify(bearing(there))];
    expect((await signOut(here))?.status).toBe(200);
    expect(await another.isSessionAlive(mine?.sessionId ?? '', start)).toBe(false);
    expect(await another.isSessionAlive(other?.sessionId ?? '', start)).toBe(true);
    // A renewed token of the same session is refused too.
    expect(await another.identify(bearing(here))).toBeNull();
    expect(await another.identify(bearing(await sign({ sub: 'two', auth_time: seconds - 20, exp: seconds + 3500 })))).toBeNull();
    expect((await signOut('nonsense'))?.status).toBe(401);
    expect((await open().handle?.(new Request('http://localhost/api/auth/sign-in/email', { method: 'POST' })))?.status).toBe(404);
  });

  test('Someone stays logged in after their token has expired, for 30 days and until they log out', async () => {
    const identity = open();
    const token = await sign({ sub: 'away' });
    const { sessionId = '', expiresAt = 0 } = (await identity.identify(bearing(token))) ?? {};
    const stateAfter = (ms: number) => Promise.all([identity.isSessionAlive(sessionId, expiresAt + ms), identity.isLoggedIn(sessionId, expiresAt + ms)]);
    expect(await stateAfter(-1)).toEqual([true, true]);
    expect(await stateAfter(days(30) - 1)).toEqual([false, true]);
    expect(await stateAfter(days(30))).toEqual([false, false]);
    expect((await signOut(token))?.status).toBe(200);
    expect(await stateAfter(-1)).toEqual([false, false]);
  });

  test('Ending all sessions of an address includes unseen ones, but not the next one', async () => {
    const seconds = start / 1000;
    const email = 'gone@example.test';
    const [seen, unseen, next] = await Promise.all([-30, -20, 1].map((ago) => sign({ sub: 'gone', email, auth_time: seconds + ago })));
    const identity = open();
    const proven = await identity.identify(bearing(seen ?? ''));
    await identity.endSessions(email);
    expect(await open().isSessionAlive(proven?.sessionId ?? '', start)).toBe(false);
    for (const token of [seen, unseen]) expect(await open().identify(bearing(token ?? ''))).toBeNull();
    expect(await open().identify(bearing(next ?? ''))).not.toBeNull();
  });
});
