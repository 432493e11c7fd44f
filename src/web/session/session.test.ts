import { describe, expect, test } from 'vitest';
import { ApiError, createApi, type Send } from '../api.ts';
import { IdentityError, type SignedInIdentity } from '../ports/identity.ts';
import { createSession, type SessionEdges } from './session.ts';
import { TOKEN_KEY } from './session-store.ts';

const LIFETIME_SECONDS = 900;
const KIM: SignedInIdentity = { uid: '1', displayName: 'Kim', email: 'kim@redial.test', photoURL: null };
const LEE: SignedInIdentity = { ...KIM, uid: '2', email: 'lee@redial.test' };

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

const REFUSED = json(401, { message: 'Please log in first.', code: 'not_signed_in' });
const REMOVED = json(403, { message: 'This account was removed by the shop.', code: 'account_removed' });

/** A browser and a shop's server, as far as a session can tell: the test controls the clock, storage, other tabs and the network. */
function createWorld(options: { signedInAs?: SignedInIdentity | null; token?: string } = {}) {
  const stored = new Map<string, string>();
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const world = {
    now: 1_700_000_000_000,
    stored,
    page: new EventTarget(),
    identity: options.signedInAs === undefined ? KIM : options.signedInAs,
    online: true,
    jwtRefusal: null as Response | null,
    accepted: null as string | null,
    sent: [] as string[],
    bodies: [] as unknown[],
    idToken: null as string | null,
    proofs: [] as (string | undefined)[],
    notified: [] as string[],
    signOuts: 0,
    makeToken: (email = KIM.email) => `x.${base64({ email, iat: world.now / 1000, exp: world.now / 1000 + LIFETIME_SECONDS, n: world.sent.length })}.x`,
  };
  const send: Send = async (path, init) => {
    world.sent.push(`${init.method} ${path}`);
    await Promise.resolve();
    if (!world.online) throw new TypeError('no network');
    if (/^\/(users|jwt)/u.test(path)) world.proofs.push(init.headers.authorization);
    if (path.startsWith('/users')) {
      world.bodies.push(JSON.parse(String(init.body)));
      return json(201, { acknowledged: true, insertedId: 'u' });
    }
    if (path.startsWith('/jwt')) {
      if (world.jwtRefusal) return world.jwtRefusal.clone();
      world.accepted = world.makeToken(decodeURIComponent(path.split('=')[1] ?? ''));
      return json(200, { token: world.accepted });
    }
    const token = init.headers.authorization?.slice('Bearer '.length);
    return token !== undefined && token === world.accepted ? json(200, []) : REFUSED.clone();
  };
  const edges: SessionEdges = {
    identity: {
      current: async () => {
        if (!world.online) throw new IdentityError(0, 'no network');
        return world.identity;
      },
      idToken: async () => world.idToken,
      signOut: async () => {
        world.signOuts += 1;
        if (!world.online) throw new IdentityError(0, 'no network');
        world.identity = null;
      },
    },
    send,
    store,
    page: world.page,
    now: () => world.now,
    wait: async () => undefined,
    onEnded: (sentence) => world.notified.push(sentence),
  };
  const session = createSession(edges);
  const api = createApi(send, session.tokens);
  const anotherPage = () => createSession(edges);
  const otherTabWrites = (token: string | null) => {
    if (token === null) stored.delete(TOKEN_KEY);
    else stored.set(TOKEN_KEY, token);
    world.page.dispatchEvent(Object.assign(new Event('storage'), { key: TOKEN_KEY, newValue: token }));
  };
  /** Lee logs in in another tab, which this page doesn't hear of. */
  const becomeLee = () => {
    const token = world.makeToken(LEE.email);
    world.identity = LEE;
    stored.set(TOKEN_KEY, token);
    return token;
  };
  return {
    world,
    session,
    api,
    anotherPage,
    otherTabWrites,
    becomeLee,
    count: (prefix: string) => world.sent.filter((line) => line.startsWith(prefix)).length,
  };
}

function readBookings(api: ReturnType<typeof createApi>) {
  return api.call('GET /bookings', { query: { email: KIM.email } });
}

function tenAtOnce(api: ReturnType<typeof createApi>) {
  return Promise.allSettled(Array.from({ length: 10 }, () => readBookings(api)));
}

describe('Starting', () => {
  test('A session is loading until the identity service has replied, then signed in', async () => {
    const { session } = createWorld();
    expect(session.state().status).toBe('loading');
    await session.start();
    expect(session.state()).toEqual({ status: 'signed-in', identity: KIM });
  });

  test('Without a login, a session drops the token of an earlier one', async () => {
    const { world, session } = createWorld({ signedInAs: null });
    world.stored.set(TOKEN_KEY, world.makeToken());
    await session.start();
    expect(session.state().status).toBe('signed-out');
    expect(world.stored.has(TOKEN_KEY)).toBe(false);
  });

  test('A newcomer returning from Google is registered as a buyer before their token is fetched', async () => {
    const { world, session } = createWorld();
    await session.start();
    expect(world.sent).toEqual(['POST /users', 'GET /jwt?email=kim%40redial.test']);
    expect(world.bodies).toEqual([{ email: KIM.email, name: 'Kim', role: 'buyer' }]);
    expect(world.stored.get(TOKEN_KEY)).toBe(world.accepted);
  });

  test('Without a cookie, the identity service’s token proves the login', async () => {
    const { world, session } = createWorld();
    world.idToken = 'proof';
    await session.start();
    expect(world.proofs).toEqual(['Bearer proof', 'Bearer proof']);
  });

  test('An unreachable identity service removes no token', async () => {
    const { world, session } = createWorld();
    const token = world.makeToken();
    world.stored.set(TOKEN_KEY, token);
    world.online = false;
    await session.start();
    expect(world.stored.get(TOKEN_KEY)).toBe(token);
    world.online = true;
    await session.start();
    expect(session.state().status).toBe('signed-in');
  });

  test('Without a reply of the identity service, nobody counts as signed out', async () => {
    const { world, session } = createWorld();
    world.online = false;
    await session.start();
    expect(session.state().status).toBe('unknown');
  });

  test('After a start without a reply, the identity service is asked again once the browser is online', async () => {
    const { world, session } = createWorld();
    world.online = false;
    await session.start();
    world.online = true;
    world.page.dispatchEvent(new Event('online'));
    await expect.poll(() => session.state()).toEqual({ status: 'signed-in', identity: KIM });
  });

  test('After a start without a reply, a call with the stored token asks the identity service again', async () => {
    const { world, session, api } = createWorld();
    world.accepted = world.makeToken();
    world.stored.set(TOKEN_KEY, world.accepted);
    world.online = false;
    await session.start();
    world.online = true;
    await readBookings(api);
    await expect.poll(() => session.state()).toEqual({ status: 'signed-in', identity: KIM });
  });
});

describe('Signing in', () => {
  test('Signing in registers a new person with the role they chose', async () => {
    const { world, session } = createWorld({ signedInAs: null });
    await session.start();
    session.registrations.keepRegistration({ email: KIM.email, name: 'Kim', role: 'seller' });
    await session.begin(KIM);
    expect(world.bodies).toEqual([{ email: KIM.email, name: 'Kim', role: 'seller' }]);
    expect(session.state().status).toBe('signed-in');
  });

  test('A registration lost on the network is repeated at the next call, with the same role', async () => {
    const { world, session, api } = createWorld({ signedInAs: null });
    await session.start();
    world.online = false;
    session.registrations.keepRegistration({ email: KIM.email, name: 'Kim', role: 'seller' });
    await session.begin(KIM);
    world.online = true;
    await readBookings(api);
    expect(world.bodies).toEqual([{ email: KIM.email, name: 'Kim', role: 'seller' }]);
  });

  test('A removed account is rejected with the shop’s own message', async () => {
    const { world, session } = createWorld({ signedInAs: null });
    await session.start();
    world.jwtRefusal = REMOVED;
    await expect(session.begin(KIM)).rejects.toThrow('This account was removed by the shop.');
    expect(session.state().status).toBe('signed-out');
  });
});

describe('Renewing', () => {
  test('One renewal serves ten calls that fail at once', async () => {
    const { world, session, api, count } = createWorld();
    await session.start();
    world.accepted = 'another';
    const before = count('GET /jwt');
    const results = await tenAtOnce(api);
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(count('GET /jwt') - before).toBe(1);
  });

  test('A token about to expire is renewed before it is used', async () => {
    const { world, session, api, count } = createWorld();
    await session.start();
    world.now += (LIFETIME_SECONDS - 10) * 1000;
    await tenAtOnce(api);
    expect(count('GET /jwt')).toBe(2);
    expect(count('GET /bookings')).toBe(10);
  });

  test('A fresh token is used without renewal', async () => {
    const { session, api, count } = createWorld();
    await session.start();
    await readBookings(api);
    await readBookings(api);
    expect(count('GET /jwt')).toBe(1);
  });

  test('A clock that is a day ahead does not cause a renewal at every call', async () => {
    const { world, session, api, count } = createWorld();
    const serverNow = world.now;
    const makeToken = world.makeToken;
    world.makeToken = (email) => {
      const shown = world.now;
      world.now = serverNow;
      const token = makeToken(email);
      world.now = shown;
      return token;
    };
    world.now += 86_400_000;
    await session.start();
    await readBookings(api);
    await readBookings(api);
    expect(count('GET /jwt')).toBe(1);
  });

  test('A rejected renewal signs out, once, and says so', async () => {
    const { world, session, api } = createWorld();
    await session.start();
    world.accepted = 'another';
    world.jwtRefusal = REFUSED;
    const results = await tenAtOnce(api);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(session.state().status).toBe('signed-out');
    expect(world.stored.has(TOKEN_KEY)).toBe(false);
    expect(world.notified).toEqual(['You’ve been logged out. Please log in again.']);
  });

  test('A person removed by an admin sees a message that says so', async () => {
    const { world, session, api } = createWorld();
    await session.start();
    world.accepted = 'another';
    world.jwtRefusal = REMOVED;
    await tenAtOnce(api);
    expect(world.notified).toEqual(['This account was removed by the shop.']);
  });

  test('A network failure signs nobody out, and is reported as such', async () => {
    const { world, session, api } = createWorld();
    await session.start();
    const token = world.stored.get(TOKEN_KEY);
    world.online = false;
    const error = await readBookings(api).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, code: 'offline' });
    expect(session.state().status).toBe('signed-in');
    expect(world.stored.get(TOKEN_KEY)).toBe(token);
    expect(world.notified).toEqual([]);
  });

  test('A renewal that fails on the server leaves the session signed in', async () => {
    const { world, session, api } = createWorld();
    await session.start();
    world.accepted = 'another';
    world.jwtRefusal = json(503, { message: 'Back soon.', code: 'unavailable' });
    await expect(readBookings(api)).rejects.toMatchObject({ status: 503 });
    expect(session.state().status).toBe('signed-in');
  });
});

describe('Signing out', () => {
  test('Signing out removes the token and ends the identity service’s session', async () => {
    const { world, session } = createWorld();
    await session.start();
    await session.end();
    expect(world.stored.has(TOKEN_KEY)).toBe(false);
    expect(world.identity).toBeNull();
    expect(session.state().status).toBe('signed-out');
  });

  test('A failed sign-out is silent, still takes effect, and is repeated by the next page', async () => {
    const { world, session, anotherPage } = createWorld();
    await session.start();
    world.online = false;
    await session.end();
    expect(session.state().status).toBe('signed-out');
    world.online = true;
    const next = anotherPage();
    await next.start();
    expect(next.state().status).toBe('signed-out');
    expect(world.identity).toBeNull();
  });

  test('A renewal in progress does not bring the token back after signing out', async () => {
    const { world, session, api } = createWorld();
    await session.start();
    world.accepted = 'another';
    const reading = readBookings(api).catch(() => null);
    await session.end();
    await reading;
    expect(world.stored.has(TOKEN_KEY)).toBe(false);
  });
});

describe('Several tabs', () => {
  test('Signing out in one tab signs out the others', async () => {
    const { world, session, otherTabWrites } = createWorld();
    await session.start();
    otherTabWrites(null);
    expect(session.state().status).toBe('signed-out');
    expect(world.signOuts).toBe(0);
  });

  test('Signing in in one tab signs in the others', async () => {
    const { world, session, otherTabWrites } = createWorld({ signedInAs: null });
    await session.start();
    world.identity = KIM;
    otherTabWrites(world.makeToken());
    await session.start();
    expect(session.state()).toEqual({ status: 'signed-in', identity: KIM });
  });

  test('A token renewed in another tab changes nothing here', async () => {
    const { world, session, otherTabWrites } = createWorld();
    await session.start();
    const before = session.state();
    world.now += 1000;
    otherTabWrites(world.makeToken());
    expect(session.state()).toBe(before);
  });

  test('Another person signing in in another tab takes over here', async () => {
    const { world, session, otherTabWrites } = createWorld();
    await session.start();
    world.identity = LEE;
    otherTabWrites(world.makeToken(LEE.email));
    await session.start();
    expect(session.state()).toMatchObject({ identity: { email: LEE.email } });
  });

  test('A page that Back shows as it was left belongs to whoever has logged in elsewhere since', async () => {
    const { world, session, becomeLee } = createWorld();
    await session.start();
    becomeLee();
    world.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(session.state().status).toBe('loading');
    await session.start();
    expect(session.state()).toMatchObject({ identity: { email: LEE.email } });
  });

  test('A page that Back shows as it was left is signed out when somebody has logged out elsewhere since', async () => {
    const { world, session } = createWorld();
    await session.start();
    world.stored.delete(TOKEN_KEY);
    world.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(session.state().status).toBe('signed-out');
  });

  test('A page that Back shows as it was left stays so when nobody else has logged in', async () => {
    const { world, session } = createWorld();
    await session.start();
    const before = session.state();
    world.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(session.state()).toBe(before);
  });

  test('A page that still believes in the person before doesn’t sign out whoever has logged in elsewhere since', async () => {
    const { world, session, api, becomeLee } = createWorld();
    await session.start();
    const token = becomeLee();
    world.jwtRefusal = json(403, { message: 'You can only do this for yourself.', code: 'forbidden' });
    await readBookings(api).catch(() => null);
    await session.start();
    expect(world.stored.get(TOKEN_KEY)).toBe(token);
    expect([world.signOuts, world.notified]).toEqual([0, []]);
    expect(session.state()).toMatchObject({ identity: { email: LEE.email } });
  });

  test('A page that still believes in the person before doesn’t call with the token of another without a reply', async () => {
    const { world, session, api, becomeLee, count } = createWorld();
    await session.start();
    becomeLee();
    world.jwtRefusal = json(503, { message: 'Back soon.', code: 'unavailable' });
    await expect(readBookings(api)).rejects.toMatchObject({ status: 503 });
    expect(count('GET /bookings')).toBe(0);
  });
});
