import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';

async function headersOf(environment: Record<string, string>, path = '/api/config') {
  const shop = await createTestApp({ DEMO: 'false', ...environment });
  const { headers } = await shop.app.inject({ method: 'GET', url: path });
  await shop.close();
  return {
    policy: String(headers['content-security-policy']),
    opener: headers['cross-origin-opener-policy'],
    transport: headers['strict-transport-security'],
    permissions: String(headers['permissions-policy']),
    sniffing: headers['x-content-type-options'],
    referrer: headers['referrer-policy'],
  };
}

test('Without provider keys, pages load only the shop’s scripts, and no window can reach another', async () => {
  const { policy, opener, sniffing, referrer } = await headersOf({});
  expect([sniffing, referrer]).toEqual(['nosniff', 'strict-origin-when-cross-origin']);
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) expect(policy).toContain(part);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(opener).toBe('same-origin');
});

test('Scripts and pictures carry only the headers that concern files; every page and reply keeps its policy', async () => {
  for (const path of ['/images/none/640.webp', '/assets/none.js']) {
    const { policy, permissions, sniffing } = await headersOf({}, path);
    expect([path, policy, permissions, sniffing]).toEqual([path, 'undefined', 'undefined', 'nosniff']);
  }
  for (const path of ['/none.png', '/none.js', '/images/none/640.svg', '/assets/none.html', '/api/none.js', '/brands/none.svg'])
    expect((await headersOf({}, path)).policy, path).toContain("script-src 'self'");
});

test('A provider’s login may open in a window that returns through a page that allows it', async () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const page = await headersOf(google);
  expect(page.policy).toContain("script-src 'self';");
  expect(page.opener).toBe('same-origin-allow-popups');
  const window = await headersOf(google, '/api/auth/sign-in-window?id=1');
  expect(window.policy).toContain("script-src 'self'");
  expect(window.opener).toBe('unsafe-none');
});

test('The policy allows Firebase’s hosts when Firebase logs people in', async () => {
  const keys = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'demo-shop', FIREBASE_AUTH_DOMAIN: 'demo-shop.firebaseapp.com' };
  const { policy, opener } = await headersOf(keys);
  expect(policy).toContain("script-src 'self' https://apis.google.com;");
  expect(policy).toContain("connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;");
  expect(policy).toContain('frame-src https://demo-shop.firebaseapp.com');
  expect(opener).toBe('same-origin-allow-popups');
});

test('An HTTPS shop is reached only over HTTPS, and only its own pages may use the camera and the location, and none devices', async () => {
  const plain = await headersOf({});
  expect(plain.transport).toBeUndefined();
  expect(plain.permissions).toContain('display-capture=(), gyroscope=()');
  expect(plain.permissions).toContain('camera=(self), geolocation=(self)');
  expect(plain.permissions).toContain('payment=()');
  const secure = await headersOf({ PUBLIC_URL: 'https://shop.example' });
  expect(secure.transport).toBe('max-age=31536000; includeSubDomains');
  const stripe = await headersOf({ STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' });
  expect(stripe.permissions).toContain('payment=(self "https://js.stripe.com"');
});

test('Cookies of an HTTPS shop belong to its host, are sent only over HTTPS, and are hidden from scripts', async () => {
  const shop = await createTestApp({ PUBLIC_URL: 'https://shop.example' });
  const email = 'cookies@example.test';
  const { headers, cookies } = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { email, password: 'longenough1', name: 'Cook Ies' },
  });
  const written = [headers['set-cookie'] ?? []].flat();
  expect(written.map((one) => one.split('=')[0]).sort()).toEqual(['__Host-better-auth.session_token', expect.stringMatching(/^__Host-redial\.known-/u)]);
  for (const one of written) expect(one).toMatch(/(?=.*; HttpOnly)(?=.*; Secure)(?=.*; SameSite=Lax)(?!.*; Domain)/iu);
  const jar = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  expect((await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie: jar } })).status).toBe(200);
  await shop.close();
});
