import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { FORMER_PATHS } from '#contract/shared/former-paths.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createPerson } from '#test/support/world/world.ts';
import { toPresentUrl } from './former-paths.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test.each(Object.entries(FORMER_PATHS))('The former path %s leads to calls that exist at %s', (former, present) => {
  expect(Object.keys(calls).filter((name) => name.split(' ')[1]?.startsWith(present))).not.toEqual([]);
  expect(Object.keys(calls).filter((name) => name.split(' ')[1]?.startsWith(former))).toEqual([]);
});

test('A call answers at its former path as at its present one', async () => {
  const person = await createPerson(shop, 'seller');
  for (const [former, present] of [
    ['/notices', '/notifications'],
    ['/worth?brand=Apple&model_name=iPhone+12', '/priceEstimate?brand=Apple&model_name=iPhone+12'],
  ] as const) {
    const [before, now] = await Promise.all([former, present].map((path) => shop.call('GET', path, { as: person.token })));
    expect([before?.status, before?.body]).toEqual([200, now?.body]);
  }
  expect((await shop.call('POST', '/notices/read', { as: person.token, body: {} })).status).toBe(200);
});

test('The API document lists former paths as deprecated', async () => {
  const { paths } = (await shop.call('GET', '/openapi.json')).body as { paths: Record<string, Record<string, { deprecated?: boolean; summary: string }>> };
  expect(paths['/notices/read']?.post).toMatchObject({ deprecated: true, summary: paths['/notifications/read']?.post?.summary });
  expect(paths['/notifications/read']?.post?.deprecated).toBeUndefined();
});

test('Only whole words of a path below /api are renamed', () => {
  expect(['/api/noticesboard', '/notices', '/api/worthless', '/api/products/worth'].map(toPresentUrl)).toEqual([
    '/api/noticesboard',
    '/notices',
    '/api/worthless',
    '/api/products/worth',
  ]);
  expect(['/api/worth?a=1', '/api/inHandCodes/7/photo', '/api/notices'].map(toPresentUrl)).toEqual([
    '/api/priceEstimate?a=1',
    '/api/possessionCodes/7/photo',
    '/api/notifications',
  ]);
});
