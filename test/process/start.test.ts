import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failToStart, isAlive, startServer, temporaryDirectory } from '#test/support/server-process.ts';

let directory: ReturnType<typeof temporaryDirectory>;

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

function settings(more: Record<string, string> = {}) {
  return { DATA_DIR: join(directory.path, 'data'), DEMO: 'false', ...more };
}

async function occupy(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

describe('Failed starts', () => {
  test('Reports every configuration error with its fix at once', async () => {
    const { code, output } = await failToStart(
      settings({ PORT: 'soon', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'shop.example', AUTH_SECRET: 'short', PAYMENT_HOLD_SECONDS: '0', ADMIN_EMAIL: 'nobody' }),
    );
    expect(code).toBe(1);
    for (const name of ['PORT', 'DATABASE_URL', 'PUBLIC_URL', 'AUTH_SECRET', 'PAYMENT_HOLD_SECONDS', 'ADMIN_EMAIL'])
      expect(output).toMatch(new RegExp(`- ${name}: .+`, 'u'));
    expect(output).not.toMatch(/\bat .+\.ts:\d+/u);
  });

  test('Lists every setting that the operator must still decide in production', async () => {
    const { code, output } = await failToStart({ DATA_DIR: directory.path, NODE_ENV: 'production' });
    expect(code).toBe(1);
    for (const name of ['PUBLIC_URL', 'AUTH_SECRET', 'TRUSTED_PROXIES', 'ALLOW_PRACTICE_CARDS', 'ALLOW_KEPT_MAIL']) expect(output).toContain(name);
  });

  test('Says that the port is in use', async () => {
    const { server, port } = await occupy();
    const { code, output } = await failToStart(settings({ PORT: String(port) }));
    server.close();
    expect(code).toBe(1);
    expect(output.trim()).toBe(`Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.`);
  });

  test('Says that the data directory can’t be written', async () => {
    const file = join(directory.path, 'a-file');
    writeFileSync(file, 'not a directory');
    const { code, output } = await failToStart(settings({ DATA_DIR: join(file, 'data') }));
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^The data directory .+ can’t be written \(ENOTDIR\)\. .+$/u);
  });

  test('Says that a newer version wrote the database, and changes nothing', async () => {
    const shop = await startServer(settings());
    await shop.stop();
    const file = join(directory.path, 'data', 'redial.db');
    const before = new DatabaseSync(file);
    before.exec("insert into migrations (name, timestamp) values ('999-from-the-future', '2099-01-01T00:00:00.000Z')");
    const tables = () => JSON.stringify(before.prepare('select name, sql from sqlite_master order by name').all());
    const seen = tables();
    const { code, output } = await failToStart(settings());
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^This database was written by a newer version of the shop \(it has 999-from-the-future\)\. .+$/u);
    expect(tables()).toBe(seen);
    before.close();
  });

  test('Says which migration failed, and changes nothing', async () => {
    const shop = await startServer(settings());
    await shop.stop();
    const database = new DatabaseSync(join(directory.path, 'data', 'redial.db'));
    // The database before the migration that renames tables, with an obstacle halfway through it.
    database.exec(`delete from migrations where name >= '033'; alter table notifications rename to notices; create table possession_codes (id text);
      alter table possession_photos rename to in_hand_photos; create table possession_photos (id text)`);
    const shape = () => JSON.stringify(database.prepare('select name, sql from sqlite_master order by name').all());
    const seen = shape();
    const { code, output } = await failToStart(settings());
    expect(code).toBe(1);
    expect(output.trim()).toMatch(
      /^The database can’t be updated for this version of the shop \(033-plain-names: .*possession_photos\)\. Nothing was changed\. .+$/u,
    );
    expect(shape()).toBe(seen);
    database.close();
  });

  test('Says that the database file is not a database', async () => {
    const shop = await startServer(settings());
    await shop.stop();
    writeFileSync(join(directory.path, 'data', 'redial.db'), 'this is no database, but some text that is long enough to look like a header of one');
    const { code, output } = await failToStart(settings());
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^The database file in .+ can’t be used: .+$/u);
  });

  test('Says that another process uses the data, and leaves that process unharmed', async () => {
    const shop = await startServer(settings());
    const { code, output } = await failToStart(settings({ PORT: '0' }));
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^Another process is already running a shop on .+\. .+$/u);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await shop.stop();
  });

  test('Says that PostgreSQL does not answer', async () => {
    const { server, port } = await occupy();
    server.close();
    const { code, output } = await failToStart(settings({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` }));
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^The database at DATABASE_URL can’t be reached \(ECONNREFUSED\)\. .+$/u);
  });
});

describe('A running shop', () => {
  test('Loads nothing that only hosted services need', async () => {
    const shop = await startServer(settings({ NODE_OPTIONS: `--import=${join(import.meta.dirname, 'packages-loaded.mjs')}` }));
    await fetch(shop.url);
    await shop.stop();
    const loaded = /^packages: (.+)$/mu.exec(shop.output())?.[1]?.split(' ') ?? [];
    expect(loaded).toContain('fastify');
    expect(
      loaded.filter((name) => /firebase|aws4fetch|nodemailer|libheif|smtp|oidc|s3rver|opentelemetry\/(?:sdk|exporter|otlp|resources)/u.test(name)),
    ).toEqual([]);
  });

  test('Creates the first admin from its configuration, and stops on SIGTERM with nothing left open', async () => {
    const admin = { ADMIN_EMAIL: 'Boss@example.test', ADMIN_PASSWORD: 'practice123' };
    const shop = await startServer(settings(admin));
    const { createClient } = await import('#test/support/world/client.ts');
    const boss = createClient(shop.url);
    await boss.signIn('boss@example.test', 'practice123');
    expect((await boss.call('GET', '/api/users/admin/boss@example.test')).body).toEqual({ isAdmin: true });
    expect((await boss.call('GET', '/api/users/sellers?user=seller')).body).toEqual([]);
    expect(await shop.stop()).toBe(0);
    const again = await startServer(settings(admin));
    expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });

  test('Stops when npm is told to, as service managers do that start it by `npm start`', async () => {
    const npm = spawn('npm', ['start'], { detached: true, env: { ...process.env, ...settings({ PORT: '0' }) }, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(npm, 'exit');
    let output = '';
    for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (output.includes('is open at')) break;
    }
    npm.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    const isLeft = isAlive(-(npm.pid ?? 0));
    if (isLeft) process.kill(-(npm.pid ?? 0), 'SIGKILL');
    expect({ code, isLeft }).toEqual({ code: 0, isLeft: false });
  });

  test('Finishes an open request when told to stop', async () => {
    const shop = await startServer(settings({ LOG_LEVEL: 'info' }));
    const slow = fetch(`${shop.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'last@example.test', name: 'Last', password: 'practice123' }),
    });
    while (!shop.output().includes('incoming request')) await new Promise((resolve) => setTimeout(resolve, 2));
    const [response, code] = await Promise.all([slow, shop.stop()]);
    expect(response.status).toBe(200);
    expect(code).toBe(0);
  });

  test('Logs each request with an id and without private parts of its address', async () => {
    const shop = await startServer(settings({ LOG_LEVEL: 'info' }));
    const response = await fetch(`${shop.url}/api/users/admin/private@example.test?email=secret@example.test`);
    const id = response.headers.get('x-request-id') ?? 'none';
    await shop.stop();
    const lines = shop
      .output()
      .split('\n')
      .filter((line) => line.includes(id));
    expect(lines.length).toBeGreaterThan(0);
    expect(shop.output()).not.toContain('private@');
    expect(shop.output()).not.toContain('secret@');
  });
});

describe('The --processes option', () => {
  test.each(['0', 'many', ''])('Refuses --processes %j with a sentence', async (count) => {
    const { code, output } = await failToStart(settings(), [`--processes=${count}`]);
    expect(code).toBe(1);
    expect(output.trim()).toBe('--processes: set a whole number from 1 to 64, such as --processes 4.');
  });

  test('Explains why SQLite supports only one process', async () => {
    const { code, output } = await failToStart(settings(), ['--processes', '2']);
    expect(code).toBe(1);
    expect(output.trim()).toBe('Several processes need PostgreSQL, because only one process can use a SQLite file: set DATABASE_URL, or omit --processes.');
  });

  test('Says which option it does not know', async () => {
    const { code, output } = await failToStart(settings(), ['--procesess', '2']);
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^Unknown option '--procesess'\. The options are --processes N and --dev\.$/u);
  });
});
