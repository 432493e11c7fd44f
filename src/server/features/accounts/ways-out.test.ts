import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';

const EMAIL = 'mailed@example.test';
const PASSWORD = 'longenough1';

let shop: TestApp;
let own: string;

beforeAll(async () => {
  shop = await createTestApp();
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  own = `http://localhost:${(shop.app.server.address() as AddressInfo).port}`;
  await post('/sign-up/email', { email: EMAIL, password: PASSWORD, name: 'Mai Led' });
});
afterAll(() => shop.close());

function post(path: string, payload: object, headers: Record<string, string> = {}) {
  return shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers });
}

async function mails(): Promise<string[]> {
  await sendMails(shop);
  return ((await shop.call('GET', '/mailbox')).body as { text: string }[]).map(({ text }) => text);
}

const AWAY = [
  'http://evil.example/',
  'https://evil.example/reset-password',
  '//evil.example/',
  '/\\evil.example/',
  '/.//evil.example/',
  'http://localhost.evil.example/',
  'http://localhost@evil.example/',
  'javascript:alert(1)',
  '/%0d%0a\n/evil.example',
  { toString: 'x' },
  ['http://evil.example/'],
  7,
];

describe('Addresses that lead out of the shop', () => {
  test.each(AWAY)('Never mails the address %j', async (redirectTo) => {
    const asked = await post('/request-password-reset', { email: EMAIL, redirectTo });
    expect([asked.statusCode, asked.json()]).toEqual([422, { message: expect.any(String), code: 'invalid', fields: { redirectTo: expect.any(String) } }]);
    expect((await mails()).join('\n')).not.toContain('evil');
  });

  test.each(AWAY)('Never returns to %j after a login', async (address) => {
    for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'callbackUrl', 'redirect', 'returnTo']) {
      const social = await post('/sign-in/social', { provider: 'google', callbackURL: '/login', [name]: address });
      expect([name, social.statusCode, social.headers['set-cookie']]).toEqual([name, 422, undefined]);
      const byPassword = await post('/sign-in/email', { email: EMAIL, password: PASSWORD, [name]: address });
      expect([name, byPassword.statusCode, byPassword.headers.location]).toEqual([name, 422, undefined]);
    }
  });

  test.each(['http://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example', 'http://localhost.evil.example/'])(
    'Never follows the link %s',
    async (address) => {
      const query = new URLSearchParams({ callbackURL: address });
      for (const path of ['/reset-password/some-token', '/callback/google', '/get-session']) {
        const followed = await shop.app.inject({ url: `/api/auth${path}?${query}` });
        expect([path, followed.statusCode, followed.headers.location]).toEqual([path, 422, undefined]);
        const twice = await shop.app.inject({ url: `/api/auth${path}?callbackURL=/login&${query}` });
        expect([path, twice.statusCode]).toEqual([path, 422]);
      }
    },
  );
});

describe('Links in emails', () => {
  test('A link in an email leads to the shop’s configured address, whatever the request’s headers say', async () => {
    const headers = {
      host: `127.0.0.1:${new URL(own).port}`,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    expect((await post('/request-password-reset', { email: EMAIL, redirectTo: `http://${headers.host}/reset-password` }, headers)).statusCode).toBe(200);
    const links = (await mails()).flatMap((text) => [...text.matchAll(/https?:\/\/\S+/gu)].map(([link]) => link));
    expect(links.map((link) => new URL(link)).map(({ origin, pathname }) => [origin, pathname.split('/')[3]])).toEqual([
      [own, 'reset-password'],
      [own, 'verify-email'],
    ]);
    const followed = await shop.app.inject({ url: links[0] ?? '' });
    expect(String(followed.headers.location)).toMatch(new RegExp(`^${own}/reset-password\\?token=\\w+$`, 'u'));
  });

  test('Writes no link for a host other than the shop’s', async () => {
    const before = (await mails()).length;
    for (const host of ['evil.example', 'localhost', 'localhost.evil.example', `localhost:${new URL(own).port}@evil.example`]) {
      const asked = await post('/request-password-reset', { email: EMAIL, redirectTo: '/reset-password' }, { host });
      expect([host, asked.statusCode >= 400 && asked.statusCode < 500]).toEqual([host, true]);
    }
    expect(await mails()).toHaveLength(before);
  });
});

test('A login through a provider returns to the address where it began', async () => {
  for (const host of ['localhost', '127.0.0.1'].map((name) => `${name}:${new URL(own).port}`)) {
    const begun = await post('/sign-in/social', { provider: 'google', callbackURL: '/login' }, { host });
    const chooser = new URL((begun.json() as { url: string }).url);
    expect([chooser.origin, chooser.searchParams.get('redirect_uri')]).toEqual([`http://${host}`, `http://${host}/api/auth/callback/google`]);
  }
});
