import { expect, test } from 'vitest';
import { createTestApp } from '#test/app.ts';

const headersOf = async (environment: Record<string, string>, path = '/api/config') => {
  const shop = await createTestApp({ DEMO: 'false', ...environment });
  const { headers } = await shop.app.inject({ method: 'GET', url: path });
  await shop.close();
  return { policy: String(headers['content-security-policy']), opener: headers['cross-origin-opener-policy'] };
};

test('without anybody’s keys pages may load scripts of the shop alone, and no window can reach another', async () => {
  const { policy, opener } = await headersOf({});
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(opener).toBe('same-origin');
});

test('another’s sign-in may come in a window, which finds back by a page that lets it', async () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const page = await headersOf(google);
  expect(page.policy).toContain("script-src 'self';");
  expect(page.opener).toBe('same-origin-allow-popups');
  const window = await headersOf(google, '/api/auth/sign-in-window?id=1');
  expect(window.policy).toContain("script-src 'self'");
  expect(window.opener).toBe('unsafe-none');
});

test('Firebase’s hosts are let in when it signs people in', async () => {
  const keys = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'demo-shop', FIREBASE_AUTH_DOMAIN: 'demo-shop.firebaseapp.com' };
  const { policy, opener } = await headersOf(keys);
  expect(policy).toContain("script-src 'self' https://apis.google.com;");
  expect(policy).toContain("connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;");
  expect(policy).toContain('frame-src https://demo-shop.firebaseapp.com');
  expect(opener).toBe('same-origin-allow-popups');
});
