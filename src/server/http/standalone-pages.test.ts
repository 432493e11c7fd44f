import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
});
afterAll(() => shop.close());

test('The phone’s test may use its sensors, and no other page may use the microphone', async () => {
  const [own, home, verify] = await Promise.all(['/phone-test', '/', '/phone-test/verify'].map((url) => shop.app.inject(url)));
  expect(own?.headers['permissions-policy']).toContain('microphone=(self)');
  expect(own?.headers['permissions-policy']).toContain('accelerometer=(self)');
  expect(home?.headers['permissions-policy']).toContain('microphone=()');
  expect(verify?.headers['permissions-policy']).toContain('microphone=()');
});

test('Pages without React have the shop’s styles, one script of their own, and a policy against any other', async () => {
  for (const url of ['/phone-test', '/phone-test/verify']) {
    const { statusCode, body, headers } = await shop.app.inject(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(body).toMatch(/<link rel="stylesheet" href="\/assets\/[\w-]+\.css">/u);
    expect(body.match(/<script type="module"/gu)).toHaveLength(1);
    expect(body).not.toContain('react');
    expect(body).toContain('This page needs JavaScript');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/u);
    expect(headers['referrer-policy']).toBe('same-origin');
  }
});
