import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { LIMITS, NEWCOMERS } from '#contract/shared/limits.ts';
import { createApp } from '#server/app.ts';
import { compose } from '#server/composition.ts';
import { askByOwnName, createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';

let shop: TestApp;
afterEach(() => shop.close());

async function ask(method: 'GET' | 'POST', path: string, from: { address?: string; forwarded?: string; as?: string; body?: object; html?: boolean } = {}) {
  const { address = '198.51.100.1', forwarded, as, body, html } = from;
  const headers = { ...(forwarded && { 'x-forwarded-for': forwarded }), ...(as && { authorization: `Bearer ${as}` }), ...(html && { accept: 'text/html' }) };
  const { statusCode, headers: found, body: text } = await shop.app.inject({ method, url: path, remoteAddress: address, headers, payload: body });
  return { status: statusCode, retryAfter: Number(found['retry-after']), text };
}

/** Makes as many searches from an address as allowed, without executing them. */
function spendSearches(remoteAddress: string): void {
  const request = { socket: { remoteAddress }, headers: {} } as FastifyRequest;
  for (let number = 0; number < LIMITS.search.address.burst; number += 1) {
    try {
      shop.app.limits.countAddress(request, 'GET', calls['GET /searchProducts']);
    } catch {
      return;
    }
  }
}

/** A search is allowed again every 20 ms, which a busy machine may need for one request. */
async function untilRefused(address: string, work: () => ReturnType<typeof ask>) {
  for (let time = 0; time < 50; time += 1) {
    spendSearches(address);
    const reply = await work();
    if (reply.status === 429) return reply;
  }
  return work();
}

describe('Limits on calls', () => {
  test('Rejects one person’s calls above the limit from every address, says when to retry, and serves others', async () => {
    shop = await createTestApp({ RATE_LIMITS: '1' });
    const [seller, eager, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const body = { _id: await createListing(shop, seller) };
    // All three are newcomers.
    const burst = LIMITS.report.person.burst * NEWCOMERS.share;
    const report = (number: number, as = eager.token) => ask('POST', '/api/reportedItems', { address: `203.0.113.${number}`, as, body });
    for (let number = 0; number < burst; number += 1) expect((await report(number)).status).toBeLessThan(300);
    const refused = await report(250);
    expect(refused).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    expect(JSON.parse(refused.text)).toEqual({
      message: `Too many reports in a short time. Wait ${refused.retryAfter} seconds, then try again.`,
      code: 'too_many',
    });
    expect((await report(250, other.token)).status).toBe(201);
    // Another kind of call has a separate budget.
    expect((await ask('POST', '/api/notifications/read', { as: eager.token })).status).toBe(200);
  });

  test('Of 1,000 messages that one person sends at once from many addresses, stores those within the limit and refuses the others', async () => {
    shop = await createTestApp({ RATE_LIMITS: '1' });
    const since = shop.clock.now() - 2 * NEWCOMERS.ms;
    const [seller, eager] = [await createPerson(shop, 'seller', { since }), await createPerson(shop, 'buyer', { since })];
    const begun = await ask('POST', '/api/conversations', { as: eager.token, body: { productId: await createListing(shop, seller) } });
    const path = `/conversations/${JSON.parse(begun.text)._id}`;
    const send = (number: number, as = eager.token) =>
      ask('POST', `/api${path}/messages`, {
        address: `203.0.${number >> 8}.${number & 255}`,
        as,
        body: { clientId: crypto.randomUUID(), text: `Hello ${number}.` },
      });
    const replies = await Promise.all(Array.from({ length: 1000 }, (_, number) => send(number)));
    const [stored, refused] = [replies.filter(({ status }) => status === 201), replies.filter(({ status }) => status === 429)];
    const { burst } = LIMITS.message.person;
    expect([stored.length, refused.length]).toEqual([burst, 1000 - burst]);
    const message = expect.stringMatching(/^Too many messages in a short time\. Wait (?:a second|\d+ seconds|a minute), then try again\.$/u);
    for (const { text } of refused) expect(JSON.parse(text)).toEqual({ message, code: 'too_many' });
    const { body } = await shop.call('GET', path, { as: seller.token });
    expect(body).toMatchObject({ lastNumber: stored.length, unread: stored.length });
    expect((await send(0, seller.token)).status).toBe(201);
  });

  test('Of messages sent at once through two processes, stores no more than of those through one', async () => {
    shop = await createTestApp({ RATE_LIMITS: '1' });
    const { clock, config } = shop;
    const since = clock.now() - 2 * NEWCOMERS.ms;
    const [seller, eager] = [await createPerson(shop, 'seller', { since }), await createPerson(shop, 'buyer', { since })];
    const begun = await ask('POST', '/api/conversations', { as: eager.token, body: { productId: await createListing(shop, seller) } });
    const url = `/api/conversations/${JSON.parse(begun.text)._id}/messages`;
    const { services, close } = await compose(config, { clock, onFault: () => {} });
    const other = await createApp(services, { logLevel: 'silent', checkReplies: true, dev: false });
    askByOwnName(other);
    const headers = { authorization: `Bearer ${eager.token}` };
    const send = (app: typeof other) => app.inject({ method: 'POST', url, headers, payload: { clientId: crypto.randomUUID(), text: 'Hello.' } });
    const { burst } = LIMITS.message.person;
    const replies = await Promise.all(Array.from({ length: burst }, () => [send(shop.app), send(other)]).flat());
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(burst);
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(burst);
    await other.close();
    await close();
  });

  test('Rejects an address above the limit whatever it claims about its origin, and shows an error page for pages', async () => {
    shop = await createTestApp({ RATE_LIMITS: '1' }, { pages: true });
    const search = (number: number, address?: string) => ask('GET', `/api/searchProducts?search=galaxy${number}`, { forwarded: `10.1.1.${number}`, address });
    expect((await search(1)).status).toBe(200);
    expect(await untilRefused('198.51.100.1', () => search(2))).toMatchObject({ status: 429, text: expect.stringContaining('Too many searches') });
    for (const path of ['/search', '/search/', '/SEARCH', '/%73earch']) {
      const page = await untilRefused('198.51.100.1', () => ask('GET', `${path}?search=galaxy`, { html: true }));
      expect(page).toMatchObject({ status: 429, text: expect.stringContaining('Too many searches') });
    }
    expect((await search(1, '198.51.100.2')).status).toBe(200);
    expect((await ask('GET', '/api/products')).status).toBe(200);
  });

  test('Counts calls behind the operator’s proxy by the address that the proxy names', async () => {
    shop = await createTestApp({ RATE_LIMITS: '1', TRUSTED_PROXIES: '10.0.0.0/8' });
    const search = (number: number, client: string) =>
      ask('GET', `/api/searchProducts?search=galaxy${number}`, { address: '10.0.0.7', forwarded: `192.0.2.${number}, ${client}` });
    expect((await search(0, '198.51.100.9')).status).toBe(200);
    expect((await untilRefused('198.51.100.9', () => search(1, '198.51.100.9'))).status).toBe(429);
    expect((await search(1, '198.51.100.10')).status).toBe(200);
  });

  test.each(['/api/auth/get-session', '/', '/api/productCategories', '/healthz', '/practice-google/authorize', '/images/none/640.webp'])(
    'Warns once about a proxy that isn’t configured, whatever is requested through it first: %s',
    async (path) => {
      const lines: string[] = [];
      shop = await createTestApp({ RATE_LIMITS: '1', TRUSTED_PROXIES: '10.0.0.5' }, { pages: true, onLog: (line) => lines.push(line) });
      await ask('GET', path, { address: '10.0.0.5', forwarded: '198.51.100.1' });
      await ask('GET', path, { address: '203.0.113.1', forwarded: '198.51.100.1' });
      expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(0);
      for (let number = 0; number < 3; number += 1) await ask('GET', path, { address: '172.17.0.1', forwarded: '198.51.100.1' });
      expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toEqual([expect.stringContaining('172.17.0.1')]);
    },
  );
});

test('Names a contact in security.txt, and until when it is valid', async () => {
  shop = await createTestApp({ SECURITY_CONTACT: 'security@shop.example', PUBLIC_URL: 'https://shop.example' });
  const { text } = await ask('GET', '/.well-known/security.txt');
  const expires = Date.parse(/Expires: (\S+)/u.exec(text)?.[1] ?? '');
  expect(text).toContain('Contact: mailto:security@shop.example\n');
  expect(text).toContain('Canonical: https://shop.example/.well-known/security.txt\n');
  expect(expires - shop.clock.now()).toBeGreaterThan(170 * 86_400_000);
  expect(expires - shop.clock.now()).toBeLessThan(365 * 86_400_000);
});
