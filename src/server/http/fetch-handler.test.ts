import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';

let shop: TestApp;
let port: number;
beforeAll(async () => {
  shop = await createTestApp();
  port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => shop.close());

/** The status of a login at a path as it is written: neither `fetch` nor `inject` sends it so. */
function logIn(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ email: 'nobody@example.test', password: 'practice123' });
    const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'content-type': 'application/json' };
    request({ host: '127.0.0.1', port, method: 'POST', path: `/api/auth${path}`, headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on('error', reject)
      .end(body);
  });
}

test('An embedded call has one path', async () => {
  expect(await logIn('/sign-in/email')).toBe(401);
  expect(await logIn('/sign-in/email?a=./b')).toBe(401);
});

test.each([
  '/./sign-in/email',
  '/%2e/sign-in/email',
  '/x/../sign-in/email',
  '/x/%2E%2e/sign-in/email',
  '/sign-in\\email',
  '/sign-in/email#x',
  '/sign-in/email/',
  '//sign-in/email',
  '/sign-in/./email',
  '/sign-in/em%61il',
])('No embedded call is at %s', async (path) => {
  // A path with a `#` isn't one of HTTP's at all.
  expect([400, 404]).toContain(await logIn(path));
});

test('No embedded call is made by a method that fetch doesn’t have', async () => {
  const { statusCode, body } = await shop.app.inject({ method: 'TRACE' as 'GET', url: '/api/auth/get-session' });
  expect([statusCode, JSON.parse(body)]).toMatchObject([404, { code: 'not_found' }]);
});
