import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { COSTS, LIMITS, NEWCOMERS } from '#contract/shared/limits.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createPerson } from '#test/support/world/world.ts';
import { dashboardPages } from '../../web/dashboard-routes.ts';
import { sitePages } from '../../web/routes.tsx';
import { createCostMeter } from './cost-meter.ts';
import { type Costs, createCosts, WITHOUT_BUDGET } from './costs.ts';

describe('The cost of work', () => {
  it('Divides CPU time among the work under way, adding up to what was used', () => {
    let active = 0;
    const meter = createCostMeter({ now: () => active, activeMs: () => active, cpuMs: () => 2 * active });
    const endFirst = meter.begin();
    active += 10;
    const endSecond = meter.begin();
    active += 20;
    const first = endFirst();
    active += 5;
    expect([first, endSecond()]).toEqual([20, 15]);
    active += 100;
    const endThird = meter.begin();
    active += 1;
    expect(endThird()).toBe(1);
  });

  it('Leaves out what other threads did, and the time in which the process had no core', () => {
    let [now, active, cpu] = [0, 0, 0];
    const meter = createCostMeter({ now: () => now, activeMs: () => active, cpuMs: () => cpu });
    const endBesideThreads = meter.begin();
    [now, active, cpu] = [40, 3, 40];
    expect(endBesideThreads()).toBe(3);
    const endSuspended = meter.begin();
    [now, active, cpu] = [60_050, 60_003, 42];
    expect(endSuspended()).toBe(2);
  });
});

describe('A client network over its budget', () => {
  let shop: TestApp;
  beforeEach(async () => {
    shop = await createTestApp({ RATE_LIMITS: '1' }, { pages: true });
  });
  afterEach(() => shop.close());

  const network = (address: string) => shop.app.findNetwork({ socket: { remoteAddress: address }, headers: {} });
  const ask = async (method: string, url: string, remoteAddress: string, headers: Record<string, string> = {}) => {
    const reply = await shop.app.inject({ method: method as 'GET', url, remoteAddress, headers });
    return { status: reply.statusCode, retryAfter: Number(reply.headers['retry-after']), type: String(reply.headers['content-type']), text: reply.body };
  };
  const SPENT = '198.51.100.1';
  const OTHER = '203.0.113.2';
  const spendAll = (address = SPENT) => shop.app.costs.charge(network(address), 2 * COSTS.site.burst);

  it('Refuses an exhausted network’s calls until some of its budget is back', async () => {
    spendAll();
    for (const name of Object.keys(calls)) {
      const [method = '', path = ''] = name.split(' ');
      const { status, retryAfter, text } = await ask(method, `/api${path.replaceAll(/:\w+/gu, 'x')}`, SPENT);
      expect([name, status, retryAfter > 0]).toEqual([name, 429, true]);
      expect(JSON.parse(text)).toEqual({ message: `Too many requests in a short time. Wait ${retryAfter} seconds, then try again.`, code: 'too_many' });
    }
    expect((await ask('GET', '/api/productCategories', OTHER)).status).toBe(200);
  });

  it('Refuses an exhausted network’s pages with a page, and everything else', async () => {
    spendAll();
    for (const { path } of [...sitePages, ...dashboardPages, { path: '/nowhere' }]) {
      const { status, type, text } = await ask('GET', path.replaceAll(/:\w+/gu, 'x'), SPENT, { accept: 'text/html' });
      expect([path, status, type]).toEqual([path, 429, 'text/html; charset=utf-8']);
      expect(text).toContain('Too many requests in a short time.');
    }
    const others = [
      '/api/auth/get-session',
      '/practice-cards/v1/payment_intents/x',
      '/practice-google/authorize',
      '/images/x/640.webp',
      '/images/x/card.jpg',
      '/api/openapi.json',
      '/api/docs',
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/sitemap-listings.xml',
      '/robots.txt',
      '/.well-known/security.txt',
      '/site.webmanifest',
      '/theme.css?accent=2b44c7',
      '/plain-page.css',
      '/favicon.ico',
      '/favicon.svg',
      '/metrics',
      '/assets/nothing.js',
      '/api/nothing',
    ];
    for (const path of others) expect([path, (await ask('GET', path, SPENT)).status]).toEqual([path, 429]);
    expect((await ask('POST', '/api/auth/sign-in/email', SPENT)).status).toBe(429);
    expect((await ask('GET', '/', OTHER, { accept: 'text/html' })).status).toBe(200);
  });

  it('Still answers an exhausted network’s health checks', async () => {
    spendAll();
    for (const path of WITHOUT_BUDGET) expect((await ask('GET', path, SPENT)).status).toBe(200);
    expect(WITHOUT_BUDGET).toEqual(['/healthz', '/readyz']);
  });

  it('Gives no extra budget to many networks in one site', () => {
    const at = (number: number) => network(`2001:db8:7:${number.toString(16)}::1`);
    for (let number = 1; number <= 4; number += 1) shop.app.costs.charge(at(number), 2 * COSTS.network.burst);
    expect(shop.app.costs.waitOf(at(60_000))).toBeGreaterThan(0);
    expect(shop.app.costs.waitOf(network('2001:db8:8::1'))).toBe(0);
    for (let number = 1; number <= 4; number += 1) shop.app.costs.charge(network(`192.0.2.${number}`), 2 * COSTS.network.burst);
    expect([shop.app.costs.waitOf(network('192.0.2.200')) > 0, shop.app.costs.waitOf(network('192.0.3.200'))]).toEqual([true, 0]);
  });
});

it('Charges a client network for its requests, including refused ones', async () => {
  // Such a low rate that almost nothing refills during the test.
  const shop = await createTestApp({ RATE_LIMITS: '0.0005' });
  const statusOf = async (method: 'GET' | 'POST', url: string, remoteAddress: string) => (await shop.app.inject({ method, url, remoteAddress })).statusCode;
  const statuses: number[] = [];
  for (let number = 0; number < 60; number += 1) statuses.push(await statusOf('GET', `/api/products?name=none${number}`, '198.51.100.1'));
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  expect(await statusOf('POST', '/api/nothing', '203.0.113.1')).toBe(404);
  expect(await statusOf('POST', '/api/nothing', '203.0.113.1')).toBe(404);
  expect(await statusOf('POST', '/api/nothing', '203.0.113.1')).toBe(429);
  await shop.close();
});

it('Begins work in turn in the order in which it came, however much comes after it', async () => {
  const shop = await createTestApp();
  const request = { socket: { remoteAddress: '198.51.100.1' }, headers: {} } as Parameters<typeof shop.app.costs.inTurn>[0];
  const begun: number[] = [];
  let asked = 0;
  const askAgain = async (): Promise<void> => {
    while (asked < 300) {
      const number = asked;
      asked += 1;
      await shop.app.costs.inTurn(request, null, async () => {
        begun.push(number);
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, askAgain));
  expect(begun).toEqual(Array.from({ length: 300 }, (_, number) => number));
  await shop.close();
});

describe('Work in turn', () => {
  const request = { socket: { remoteAddress: '198.51.100.1' }, headers: {} } as Parameters<Costs['inTurn']>[0];
  const createQueue = () =>
    createCosts({ rateLimits: 0, now: Date.now }, () => ({ address: '198.51.100.1', network: '198.51.100.1', site: '198.51.100.0/24' }));

  it('Leaves room for other work after every two milliseconds', async () => {
    const costs = createQueue();
    let turn = 0;
    let isOver = false;
    const nextTurn = (): void => {
      turn += 1;
      if (!isOver) setImmediate(nextTurn);
    };
    nextTurn();
    const begun: number[] = [];
    const work = async (): Promise<void> => {
      begun.push(turn);
      const began = performance.now();
      while (performance.now() - began < 1);
    };
    await Promise.all(Array.from({ length: 40 }, () => costs.inTurn(request, null, work)));
    isOver = true;
    const most = Math.max(...[...Map.groupBy(begun, (one) => one).values()].map(({ length }) => length));
    expect(begun).toHaveLength(40);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('Begins the next while one waits, and more than three only as one ends', async () => {
    const costs = createQueue();
    const ends: (() => void)[] = [];
    const all = Array.from({ length: 6 }, () => costs.inTurn(request, null, () => new Promise<void>((resolve) => void ends.push(resolve))));
    await expect.poll(() => ends.length).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ends).toHaveLength(3);
    for (let ended = 0; ended < 6; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(ended);
      ends[ended]?.();
    }
    await Promise.all(all);
  });
});

describe('A person', () => {
  it('Gives each person a budget from every network, half as large on the first day', async () => {
    const shop = await createTestApp({ RATE_LIMITS: '1' });
    const [eager, other] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    let last = 0;
    const report = async (as: string) => {
      last += 1;
      const reply = await shop.app.inject({
        method: 'POST',
        url: '/api/reportedItems',
        remoteAddress: `203.0.113.${last % 250}`,
        headers: { authorization: `Bearer ${as}` },
        payload: { _id: '0199d0f4-0000-7000-8000-000000000000' },
      });
      return reply.statusCode;
    };
    const { burst } = LIMITS.report.person;
    for (let number = 0; number < burst * NEWCOMERS.share; number += 1) expect(await report(eager.token)).toBe(404);
    expect([await report(eager.token), await report(other.token)]).toEqual([429, 404]);
    await shop.close();
  });
});

describe('The contract', () => {
  it('Limits how often each changing call is made, except provider webhooks', () => {
    const entries = Object.entries(calls) as [string, Endpoint][];
    const unlimited = entries.filter(([name, { limit }]) => limit === 'none' && !name.startsWith('GET '));
    expect(unlimited.map(([name, { access }]) => [name, access])).toEqual([
      ['POST /webhooks/payments', 'provider'],
      ['POST /webhooks/payouts', 'provider'],
    ]);
  });
});
