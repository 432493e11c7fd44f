import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { AUTH_ROUTES } from './auth-routes.ts';
import { createAuth, pluginsFor, providersOf } from './library.ts';

let shop: TestApp;
let cookie: string;

beforeAll(async () => {
  shop = await createTestApp();
  const { cookies } = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { email: 'routes@example.test', password: 'longenough1', name: 'Routes' },
  });
  cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
});
afterAll(() => shop.close());

type Endpoint = { path?: string; options?: { method?: string | string[] } };

/** Every route of the library in this shop's configuration. */
function libraryRoutes(): string[] {
  const options = {
    db: shop.services.db,
    clock: shop.clock,
    engine: shop.config.database.kind,
    secret: 'a secret of this test alone, long enough',
    origin: shop.services.origin,
    shopName: () => 'Redial',
    practiceGoogle: null,
    providers: [],
    onFault: () => {},
  } as unknown as Parameters<typeof createAuth>[0];
  const { api } = createAuth(options, { plugins: pluginsFor(options, providersOf(options)) });
  return Object.values(api as Record<string, Endpoint>).flatMap(({ path, options: { method = [] } = {} }) =>
    path === undefined ? [] : [method].flat().map((one) => `${one} ${path}`),
  );
}

function post(path: string, payload: object) {
  return shop.app.inject({ method: 'POST', url: `/api/auth${path}`, headers: { cookie }, payload });
}

describe('The identity library’s routes', () => {
  test('Serves only the identity routes that the shop uses, whatever the method', async () => {
    const routes = libraryRoutes();
    expect(routes.length).toBeGreaterThan(25);
    const paths = new Set(routes.map((route) => route.split(' ')[1] ?? ''));
    // The shop has its own page for verifying an address, which replaces the library's.
    paths.delete('/verify-email');
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const url = `/api/auth${path.replaceAll(/:\w+/gu, 'something')}`;
        const { statusCode } = await shop.app.inject({ method: method as 'GET', url, ...(method !== 'GET' && { payload: {} }) });
        const isOpen = `${method} ${path}` in AUTH_ROUTES;
        expect([method, path, statusCode === 404]).toEqual([method, path, !isOpen]);
      }
  });

  test('Lists only routes that the identity library has', () => {
    const routes = libraryRoutes();
    for (const name of Object.keys(AUTH_ROUTES)) expect(routes).toContain(name);
  });

  test.each([
    '/update-user',
    '/update-user/',
    '/UPDATE-USER',
    '//update-user',
    '/update%2Duser',
    '/sign-out/../update-user',
    '/change-password',
    '/update-session',
    '/verify-password',
    '/set-password',
    '/ok',
    '/error',
  ])('Answers 404 at %s', async (path) => {
    expect((await post(path, { image: 'javascript:alert(1)', name: 'Mallory' })).statusCode).toBe(404);
    const { body } = await shop.call('GET', '/auth/get-session', { headers: { cookie } });
    expect(body).toMatchObject({ user: { name: 'Routes', image: null } });
  });

  test('Drops fields that a route does not take', async () => {
    const payload = { email: 'extra@example.test', password: 'longenough1', name: 'Extra', image: 'javascript:alert(1)', emailVerified: true, role: 'admin' };
    expect((await post('/sign-up/email', payload)).json()).toMatchObject({ user: { image: null, emailVerified: false } });
    const social = await post('/sign-in/social', {
      provider: 'google',
      scopes: ['https://mail.google.com/'],
      loginHint: 'someone@example.test',
      additionalParams: { prompt: 'none', hd: 'evil.example' },
      additionalData: { anything: 'x' },
      idToken: { token: 'x' },
    });
    expect(social.statusCode).toBe(200);
    expect(String((social.json() as { url: string }).url)).not.toMatch(/mail\.google|hd=|prompt=|someone/u);
  });
});

describe('Requests to the identity service', () => {
  const long = 'x'.repeat(6000);
  test.each([
    ['/sign-up/email', { email: `${long}@example.test`, password: 'longenough1', name: 'A' }, 422, 'email'],
    ['/sign-up/email', { email: 'a@example.test', password: `longenough1${long}`, name: 'A' }, 422, 'password'],
    ['/sign-up/email', { email: 'a@example.test', password: 'longenough1', name: long }, 422, 'name'],
    ['/sign-in/email', { email: long, password: 'x' }, 422, 'email'],
    ['/sign-in/email', { email: 'a@example.test', password: long }, 422, 'password'],
    ['/sign-in/email', { email: 'a@example.test', password: 'x', code: long }, 422, 'code'],
    ['/sign-in/social', { provider: long }, 422, 'provider'],
    ['/sign-in/social', { provider: 'google', callbackURL: `/${long}` }, 422, 'callbackURL'],
    ['/request-password-reset', { email: 'a@example.test', redirectTo: `/${long}` }, 422, 'redirectTo'],
    ['/reset-password', { newPassword: 'longenough1', token: long }, 422, 'token'],
  ])('Limits the length of each field: %s %#', async (path, payload, status, field) => {
    const reply = await post(path, payload);
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } });
  });

  test('Refuses a body above 16 KB before anything reads it', async () => {
    const reply = await post('/sign-in/email', { email: 'a@example.test', password: 'x', note: 'x'.repeat(17_000) });
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ code: 'too_large' });
  });

  test('Refuses a query that is too long, and drops unknown parameters', async () => {
    const get = (path: string) => shop.app.inject({ method: 'GET', url: `/api/auth${path}` });
    expect((await get(`/reset-password/something?callbackURL=/${long}`)).statusCode).toBe(422);
    expect((await get(`/callback/google?state=${long}`)).statusCode).toBe(400);
    expect((await get(`/callback/google?code=${'x'.repeat(4097)}`)).statusCode).toBe(400);
    expect((await get('/callback/google?code=%00&state=x')).statusCode).toBe(400);
    expect((await get(`/reset-password/${'x'.repeat(101)}?callbackURL=/reset-password`)).statusCode).toBe(404);
    expect((await get(`/get-session?disableCookieCache=${'x'.repeat(3000)}`)).statusCode).toBe(200);
  });

  test('Refuses more cookies than the shop ever sets', async () => {
    const headers = { cookie: `${cookie}; more=${'x'.repeat(9000)}` };
    const reply = await shop.app.inject({ method: 'GET', url: '/api/auth/get-session', headers });
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ code: 'too_large', message: expect.stringContaining('cookies') });
    expect((await shop.call('GET', '/jwt?email=routes@example.test', { headers })).status).toBe(401);
  });

  test('Stores only the beginning of a browser’s user agent', async () => {
    const email = 'agent@example.test';
    const payload = { email, password: 'longenough1', name: 'Agent' };
    await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload, headers: { 'user-agent': 'Mozilla '.repeat(1500) } });
    const [signIn] = await shop.services.identity.findSignIns(email, shop.clock.now());
    expect(signIn?.userAgent).toHaveLength(300);
  });
});
