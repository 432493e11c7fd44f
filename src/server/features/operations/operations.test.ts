import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationsReport } from '#contract/operations.ts';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';
import { type Family, parsePrometheus } from '#test/support/prometheus.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { NotSent } from '../../ports/mailer.ts';
import { readLastBackup } from './last-backup.ts';
import { judgeBackup, judgeDisk, judgeQueue, judgeService } from './rules.ts';

const TOKEN = 'read-the-metrics-1234';
const SECRET = 'a secret of forty letters that nobody has';

let shop: TestApp;
let [seller, buyer, admin]: [Person?, Person?, Person?] = [];
beforeAll(async () => {
  shop = await createTestApp({ AUTH_SECRET: SECRET, ADMIN_EMAIL: 'boss@example.test', ADMIN_PASSWORD: 'practice123', OIDC_NAME: '' });
  [seller, buyer, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
});
afterAll(() => shop.close());

function people() {
  if (!seller || !buyer || !admin) throw new Error('they come before all tests');
  return { seller, buyer, admin };
}

function get(app: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  return app.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress });
}

async function read(app: TestApp = shop, headers: Record<string, string> = {}): Promise<Map<string, Family>> {
  const { statusCode, body, headers: sent } = await get(app, headers);
  expect([statusCode, sent['content-type'], sent['cache-control']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store']);
  return parsePrometheus(body);
}

function sumOf(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  return (families.get(name.replace(/_count$/u, ''))?.samples ?? [])
    .filter((sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

const REQUESTS = 'redial_http_request_duration_seconds';

describe('Metrics', () => {
  it('Counts requests by route pattern and status, and payments, services and queues', async () => {
    const { seller: from, buyer: to } = people();
    const listing = await createListing(shop, from);
    await createOrder(shop, to, await createListing(shop, from));
    const before = await read();
    await sellTo(shop, to, listing);
    await shop.call('GET', '/selectedItem/not-an-id');
    await shop.call('POST', '/bookings', { body: {} });
    const after = await read();
    const rise = (name: string, labels: Record<string, string> = {}) => sumOf(after, name, labels) - sumOf(before, name, labels);
    expect(rise(`${REQUESTS}_count`, { route: '/api/bookings', method: 'POST', status: '2xx' })).toBe(1);
    expect(rise(`${REQUESTS}_count`, { route: '/api/bookings', method: 'POST', status: '4xx' })).toBe(1);
    expect(rise('redial_refusals_total', { code: 'not_signed_in' })).toBe(1);
    expect(rise('redial_payments_total', { outcome: 'kept' })).toBe(1);
    expect(rise('redial_service_call_duration_seconds_count', { service: 'payments', call: 'createIntent', outcome: 'ok' })).toBe(1);
    expect(rise('redial_database_query_duration_seconds_count', { kind: 'select' })).toBeGreaterThan(5);
    for (const name of [
      'redial_waiting',
      'redial_sessions',
      'redial_disk_bytes',
      'process_resident_memory_bytes',
      'nodejs_active_resources',
      'redial_cached_replies',
    ])
      expect([name, after.has(name)]).toEqual([name, true]);
    expect(sumOf(after, 'redial_waiting', { queue: 'mails' })).toBeGreaterThan(0);
    expect(sumOf(after, 'redial_sessions')).toBeGreaterThanOrEqual(3);
  });

  it('Counts replies from the cache', async () => {
    const url = await shop.app.listen({ port: 0 });
    for (let time = 0; time < 3; time += 1) await (await fetch(`${url}/api/productCategories`)).text();
    const families = await read();
    expect(sumOf(families, 'redial_cached_replies_total', { outcome: 'hit' })).toBeGreaterThan(0);
    expect(sumOf(families, `${REQUESTS}_count`, { route: '/api/productCategories' })).toBeGreaterThanOrEqual(3);
  });

  it('Counts the memory of what people who are logged in share, too', async () => {
    const url = await shop.app.listen({ port: 0 }).catch(() => `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`);
    const bytes = async () => sumOf(await read(), 'redial_cached_replies_bytes');
    const before = await bytes();
    const { token } = people().buyer;
    for (let time = 0; time < 2; time += 1) await (await fetch(`${url}/api/products?limit=3`, { headers: { authorization: `Bearer ${token}` } })).text();
    expect(await bytes()).toBeGreaterThan(before);
  });

  it('A thousand unknown addresses add no series, and none of their text appears', async () => {
    const ask = (number: number) => {
      const word = `stranger-${number}-${Math.random().toString(36).slice(2)}`;
      const urls = [`/${word}`, `/api/${word}`, `/api/selectedItem/${word}`, `/images/${word}/1.webp`, `/api/products?name=${word}`, `/practice-cards/${word}`];
      return shop.app.inject({ method: number % 7 === 0 ? 'DELETE' : 'GET', url: urls[number % urls.length] ?? '/', headers: { 'x-request-id': word } });
    };
    for (let number = 0; number < 100; number += 1) await ask(number);
    const seriesOf = (families: Map<string, Family>, isGauge: boolean) =>
      [...families.values()].flatMap(({ type, samples }) =>
        (type === 'gauge') === isGauge ? samples.map(({ name, labels }) => JSON.stringify([name, labels])) : [],
      );
    const before = await read();
    expect(seriesOf(before, false).length).toBeGreaterThan(100);
    for (let number = 0; number < 1000; number += 1) await ask(number);
    const { body } = await get(shop);
    const after = parsePrometheus(body);
    expect(seriesOf(after, false)).toEqual(seriesOf(before, false));
    // Gauges follow the shop meanwhile: a queue has an oldest item once something waits in it.
    expect(seriesOf(after, true).length - seriesOf(before, true).length).toBeLessThan(10);
    expect(body).not.toContain('stranger');
    expect(body).not.toMatch(/@|%40/u);
  });

  it('Metrics are readable on this machine only, and with a token from anywhere', async () => {
    const status = async (app: TestApp, ...given: [Record<string, string>?, string?]) => (await get(app, ...given)).statusCode;
    expect(await status(shop)).toBe(200);
    expect(await status(shop, {}, '192.0.2.7')).toBe(404);
    expect(await status(shop, { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await status(shop, { host: 'shop.example' })).toBe(404);
    const behind = await createTestApp({ PUBLIC_URL: 'https://shop.example' });
    expect(await status(behind)).toBe(404);
    await behind.close();
    const open = await createTestApp({ PUBLIC_URL: 'https://shop.example', METRICS_TOKEN: TOKEN });
    expect(await status(open)).toBe(404);
    expect(await status(open, { authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await status(open, { authorization: `Bearer ${TOKEN}` }, '192.0.2.7')).toBe(200);
    await open.close();
  });
});

describe('Readiness', () => {
  const ready = async (app: TestApp = shop) => {
    const { statusCode, body } = await app.app.inject('/readyz');
    return { status: statusCode, checks: (JSON.parse(body) as { checks: Record<string, string> }).checks };
  };

  it('/readyz names what is missing, if anything, while /healthz says that the process is alive', async () => {
    const mine = await createTestApp();
    expect(await ready(mine)).toEqual({ status: 200, checks: { database: 'ok', migrations: 'ok', searches: 'ok', disk: 'ok' } });
    await mine.services.db
      .insertInto('migrations' as 'settings')
      .values({ name: '999-later', timestamp: '2030-01-01' } as never)
      .execute();
    expect(await ready(mine)).toMatchObject({ status: 503, checks: { database: 'ok', migrations: expect.stringMatching(/another version/u) } });
    mine.app.leave();
    expect(await ready(mine)).toEqual({ status: 503, checks: { stopping: 'the shop is shutting down' } });
    expect((await mine.app.inject('/healthz')).statusCode).toBe(200);
    expect((await mine.call('GET', '/productCategories')).status).toBe(200);
    await mine.close();
  });

  it('/readyz says so when the disk can’t be written', async () => {
    const mine = await createTestApp();
    rmSync(mine.config.dataDir, { recursive: true });
    writeFileSync(mine.config.dataDir, '');
    expect(await ready(mine)).toMatchObject({ status: 503, checks: { disk: expect.stringMatching(/can’t be written/u) } });
    rmSync(mine.config.dataDir);
    await mine.close();
  });
});

describe('The operations report', () => {
  const report = async (): Promise<OperationsReport> => {
    const { status, body } = await shop.call('GET', '/operations', { as: people().admin.token });
    expect(status).toBe(200);
    return body as OperationsReport;
  };

  it('Only admins can read the operations report', async () => {
    const status = async (as?: string) => (await shop.call('GET', '/operations', { ...(as && { as }) })).status;
    expect([await status(), await status(people().buyer.token), await status(people().seller.token)]).toEqual([401, 403, 403]);
  });

  it('The report names every setting, but no value that may be secret or personal', async () => {
    const { settings, versions, disk, processes, routes, checks } = await report();
    const of = (name: string) => settings.find((setting) => setting.name === name);
    expect(of('AUTH_SECRET')).toEqual({ name: 'AUTH_SECRET', value: null, isSet: true });
    expect(of('STRIPE_SECRET_KEY')).toEqual({ name: 'STRIPE_SECRET_KEY', value: null, isSet: false });
    expect(of('LOG_LEVEL')).toEqual({ name: 'LOG_LEVEL', value: 'fatal', isSet: true });
    expect(of('RATE_LIMITS')).toEqual({ name: 'RATE_LIMITS', value: '0', isSet: true });
    expect(JSON.stringify(settings)).not.toMatch(/secret of forty|boss@|practice123/u);
    expect(versions).toMatchObject({
      node: process.version,
      database: expect.stringMatching(/^(SQLite|PostgreSQL) \d/u),
      migration: expect.stringMatching(/^\d{3}-/u),
    });
    expect(disk.freeBytes).toBeGreaterThan(0);
    expect(Array.isArray(processes)).toBe(true);
    expect(checks.map(({ condition }) => condition)).toEqual(checks.map(() => 'good'));
    expect(routes.length).toBeGreaterThan(0);
    for (const { p50Ms, p95Ms, p99Ms } of routes) expect(p50Ms <= p95Ms && p95Ms <= p99Ms).toBe(true);
  });

  it('The report names a mail server that rejects everything, since when and what to do, and when it has recovered', async () => {
    const { mailer, metrics } = shop.services;
    metrics.called('mail', 'send', { durationMs: 1, failure: 'ECONNECTION' });
    const mailOf = async () => (await report()).services.find(({ name }) => name === 'mail');
    expect(await mailOf()).toMatchObject({ condition: 'act', failure: 'ECONNECTION', advice: expect.stringContaining('SMTP_URL') });
    shop.clock.advance(1000);
    await sendMails(shop, mailer);
    expect(await mailOf()).toMatchObject({ condition: 'good', lastFailureAt: expect.any(String), lastSuccessAt: expect.any(String) });
  });

  it('The report shows the last backup, or that there is none', async () => {
    expect((await report()).backup).toMatchObject({ at: null, condition: 'watch' });
    const last = { at: shop.clock.now() - 3 * 86_400_000, bytes: 1234, file: 'redial.backup' };
    await shop.services.db
      .insertInto('settings')
      .values({ key: 'last_backup', value: JSON.stringify(last) })
      .execute();
    expect((await report()).backup).toMatchObject({ at: new Date(last.at).toISOString(), bytes: 1234, file: 'redial.backup', condition: 'watch' });
  });
});

describe('Operations rules', () => {
  const HOUR = 3_600_000;
  it('Asks for action only when there is something to do', () => {
    expect(judgeQueue('mails', { waiting: 0, oldestAt: null }, HOUR).condition).toBe('good');
    expect(judgeQueue('mails', { waiting: 3, oldestAt: HOUR - 1000 }, HOUR).condition).toBe('good');
    expect(judgeQueue('refunds', { waiting: 1, oldestAt: 0 }, HOUR)).toMatchObject({ condition: 'act', advice: expect.stringContaining('Payments') });
    expect(judgeDisk({ freeBytes: 1, totalBytes: 1e12 }).condition).toBe('act');
    expect(judgeDisk({ freeBytes: 5e11, totalBytes: 1e12 }).condition).toBe('good');
    expect(judgeBackup(null, 0, false).condition).toBe('act');
    expect(judgeService('payments', { lastSuccessAt: null, lastFailureAt: null, failure: null }).condition).toBe('unused');
  });

  it('Reads no backup from an invalid record', () => {
    for (const text of [null, '', '{', '[]', '{"at":"soon","bytes":1}', '{"at":1,"bytes":-1}']) expect(readLastBackup(text)).toBeNull();
    expect(readLastBackup('{"at":"2026-01-01T00:00:00.000Z","bytes":5}')).toEqual({ at: Date.UTC(2026, 0, 1), bytes: 5, file: null });
  });

  it('Doesn’t blame the mail service for an email that can’t be delivered to anybody', async () => {
    const { failureOf } = await import('../../metrics/service-metrics.ts');
    expect([failureOf(new NotSent('RCPT TO 550', 'never')), failureOf(new NotSent('ECONNECTION', 'server'))]).toEqual([null, 'ECONNECTION']);
    expect(failureOf(new Error('maria@example.test is not there'))).toBe('Error');
  });
});
