import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { failToStart, isAlive, type ServerProcess, startServer, temporaryDirectory } from '#test/support/server-process.ts';
import { createClient } from '#test/support/world/client.ts';

let postgres: PostgresServer;
let directory: ReturnType<typeof temporaryDirectory>;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  directory = temporaryDirectory();
});
afterAll(async () => {
  // Processes that a failed test left running.
  for (const { child } of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await postgres.stop();
  directory.remove();
});

const started: ServerProcess[] = [];

async function start(...all: Parameters<typeof startServer>): Promise<ServerProcess> {
  const shop = await startServer(...all);
  started.push(shop);
  return shop;
}

function settings(more: Record<string, string> = {}) {
  return { DATA_DIR: directory.path, DATABASE_URL: postgres.url, DEMO: 'false', ...more };
}

/** Returns the ids of the processes that replied: each logs its own. */
async function answering(shop: ServerProcess): Promise<Set<number>> {
  for (let count = 0; count < 20; count += 1) await fetch(`${shop.url}/api/who-answers`, { headers: { connection: 'close' } });
  const lines = shop.output().split('\n');
  const pids = lines.filter((line) => line.includes('/api/who-answers')).map((line) => (JSON.parse(line) as { pid: number }).pid);
  return new Set(pids);
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await wait(100);
}

describe('--processes', () => {
  test('The --processes option keeps that many processes on one port, greets once, and replaces one that dies', async () => {
    const shop = await start(settings({ LOG_LEVEL: 'info' }), ['--processes', '3']);
    const pids = await answering(shop);
    expect(pids.size).toBe(3);
    expect(shop.output().match(/is open at/gu)).toHaveLength(1);
    const [victim = 0] = pids;
    process.kill(victim, 'SIGKILL');
    await until(() => shop.output().includes('a worker process died'));
    await until(async () => [...(await answering(shop))].filter((pid) => !pids.has(pid)).length === 1);
    expect(isAlive(victim)).toBe(false);
    expect(await shop.stop()).toBe(0);
    for (const pid of await pidsIn(shop)) expect(isAlive(pid)).toBe(false);
    expect(shop.output().match(/is open at/gu)).toHaveLength(1);
  });

  test('Processes share one secret and one first admin, and recognize each other’s sessions', async () => {
    const shop = await start(settings({ ADMIN_EMAIL: 'boss@example.test', ADMIN_PASSWORD: 'practice123' }), ['--processes', '2']);
    const boss = createClient(shop.url);
    await boss.signIn('boss@example.test', 'practice123');
    for (let count = 0; count < 6; count += 1) {
      const { status, body } = await boss.call('GET', '/api/users/admin/boss@example.test');
      expect({ status, body }).toEqual({ status: 200, body: { isAdmin: true } });
    }
    expect(await shop.stop()).toBe(0);
  });

  test('Processes end when the one that started them is killed', async () => {
    const shop = await start(settings({ LOG_LEVEL: 'info' }), ['--processes', '2']);
    const pids = await answering(shop);
    expect(pids.size).toBe(2);
    await shop.kill();
    await until(() => [...pids].every((pid) => !isAlive(pid)));
  });

  test('Processes survive a restart of PostgreSQL, and one that dies meanwhile is replaced', async () => {
    const shop = await start(settings({ LOG_LEVEL: 'info' }), ['--processes', '2']);
    const pids = await answering(shop);
    await postgres.halt('immediate');
    // Cached replies are served for a moment more.
    await until(async () => (await fetch(`${shop.url}/api/productCategories`)).status === 503);
    const [victim = 0, other = 0] = pids;
    process.kill(victim, 'SIGKILL');
    await until(() => shop.output().includes('a worker process died'));
    await until(async () => (await answering(shop)).size === 3);
    await until(async () => (await fetch(`${shop.url}/api/productCategories`)).status === 503);
    await postgres.start();
    await until(async () => (await fetch(`${shop.url}/readyz`)).status === 200);
    for (let count = 0; count < 6; count += 1)
      expect((await fetch(`${shop.url}/api/productCategories`, { headers: { connection: 'close' } })).status).toBe(200);
    expect(isAlive(other)).toBe(true);
    expect(await shop.stop()).toBe(0);
  });

  test('Processes finish open requests when told to stop', async () => {
    const shop = await start(settings(), ['--processes', '2']);
    const slow = fetch(`${shop.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'last@example.test', name: 'Last', password: 'practice123' }),
    });
    await wait(20);
    const [response, code] = await Promise.all([slow, shop.stop()]);
    expect(response.status).toBe(200);
    expect(code).toBe(0);
  });

  test('Processes report once that the port is in use, and leave nothing running', async () => {
    const shop = await start(settings());
    const { port } = new URL(shop.url);
    const { code, output } = await failToStart(settings({ PORT: port }), ['--processes', '3']);
    expect(code).toBe(1);
    expect(output.trim()).toBe(`Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.`);
    await shop.stop();
  });
});

async function pidsIn(shop: ServerProcess): Promise<Set<number>> {
  const lines = shop.output().split('\n');
  return new Set(lines.filter((line) => line.startsWith('{')).map((line) => (JSON.parse(line) as { pid: number }).pid));
}
