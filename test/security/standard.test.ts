import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createPerson } from '#test/support/world/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'practice123';
const BUILD_MS = 120_000;
const DAY_MS = 86_400_000;

const lines: string[] = [];
let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true, onLog: (line) => lines.push(line) });
}, BUILD_MS);
afterAll(() => shop.close());

type Source = { path: string; text: string };

/** What runs on the server or in the browser: no tests. */
function sourcesBelow(folder: string): Source[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$/u.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

async function signUp(email: string, password = PASSWORD) {
  return shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, password, name: 'Some Body' } });
}

describe('What runs', () => {
  test('The shop starts no program but its own code, in processes and threads that it names', () => {
    const starting = sourcesBelow('src/server').filter(({ text }) => /from 'node:child_process'/u.test(text));
    const commands = starting.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:spawn|fork|exec|execFile|spawnSync|execSync|execFileSync)\(\s*([^,\s)]+)/gu)].map(([, what]) => what),
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toMatch(/^(?:process\.execPath|new URL|[A-Z_]+$|script$|join\()/u);
    expect(starting.filter(({ text }) => /shell: true|\bexec\(|execSync\(/u.test(text))).toEqual([]);
  });

  test('Nothing evaluates text as code, and no library of templates is there', () => {
    const all = [...sourcesBelow('src/server'), ...sourcesBelow('src/web'), ...sourcesBelow('src/contract')];
    expect(all.filter(({ text }) => /\beval\(|new Function\(|from 'node:vm'/u.test(text)).map(({ path }) => path)).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).filter((name) => /handlebars|ejs|pug|mustache|nunjucks|liquid/u.test(name))).toEqual([]);
  });

  test('Production code imports no test code, no source is served, and no directory is listed', async () => {
    const reaching = [...sourcesBelow('src'), ...sourcesBelow('scripts')].filter(({ text }) => /from '(?:#test|\.\.\/.*test)\//u.test(text));
    expect(reaching.map(({ path }) => path)).toEqual([]);
    for (const path of [
      '/.git/config',
      '/.env',
      '/package.json',
      '/src/server/main.ts',
      '/images/',
      '/assets/',
      '/assets',
      '/.well-known/',
      '/node_modules/zod/package.json',
    ])
      expect([path, (await shop.app.inject(path)).statusCode]).toEqual([path, 404]);
  });

  test('Every run of CI asks the registry for known vulnerabilities', () => {
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm run --silent audit:dependencies/mu);
    expect(readFileSync(join(ROOT, 'scripts/audit-dependencies.ts'), 'utf8')).toMatch(/'npm', \['audit'/u);
  });

  test('Refuses methods that echo a request', async () => {
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND'] as const) {
      const { statusCode, body } = await shop.app.inject({ method: method as 'GET', url: '/api/products', headers: { 'x-secret': 'echoed' } });
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(body).not.toContain('echoed');
    }
  });
});

describe('Documentation', () => {
  test('The API document names every call, who may make it, and what it takes', async () => {
    const { paths } = (await shop.app.inject('/api/openapi.json')).json() as { paths: Record<string, Record<string, unknown>> };
    const named = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    for (const name of Object.keys(calls)) {
      const [method, path = ''] = name.split(' ');
      const written = path.replace(/:(\w+)/gu, '{$1}');
      expect(named.some((one) => one.startsWith(`${method} `) && one.endsWith(written))).toBe(true);
    }
    for (const endpoint of Object.values(calls) as Endpoint[]) expect([endpoint.access, endpoint.rows, endpoint.summary].every(Boolean)).toBe(true);
  });

  test('The settings name every outside service, and visitors choose none of them', () => {
    const adapters = sourcesBelow('src/server/adapters');
    const hosts = new Set(adapters.flatMap(({ text }) => [...text.matchAll(/['`"]https:\/\/([\w.-]+)/gu)].map(([, host]) => host)));
    const pages = readdirSync(join(ROOT, 'docs/operations')).map((page) => `docs/operations/${page}`);
    const documented = [...pages, '.env.example'].map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    for (const host of hosts)
      expect([host, /google|firebase|imgbb|stripe|shop\.example/u.test(String(host)) || documented.includes(String(host))]).toEqual([host, true]);
  });
});

describe('Replies', () => {
  test('Replies declare their type and charset, in UTF-8', async () => {
    for (const path of ['/', '/api/products', '/api/nowhere', '/nowhere', '/robots.txt', '/api/openapi.json'])
      expect((await shop.app.inject(path)).headers['content-type']).toMatch(/^(?:text\/(?:html|plain)|application\/json); charset=utf-8$/iu);
  });

  test('Pages are HTML, style sheets and modules: no object, applet or plug-in', async () => {
    for (const path of ['/', '/login', '/blogs']) expect((await shop.app.inject(path)).body).not.toMatch(/<(?:object|embed|applet|frame|marquee)\b/iu);
  });

  test('A picture keeps nothing of its file’s name', async () => {
    const { token } = await createPerson(shop, 'seller');
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(await pictureOf('jpeg', 300, 200))]), '../../etc/"secret-name".php');
    const encoded = new Response(form);
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/images',
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': String(encoded.headers.get('content-type')), authorization: `Bearer ${token}` },
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).not.toMatch(/secret-name|php|etc/u);
    const { rows } = await sql<Record<string, unknown>>`select * from images`.execute(shop.services.db);
    expect(JSON.stringify(rows)).not.toMatch(/secret-name/u);
  });
});

describe('Passwords and sessions', () => {
  test('Password fields work with password managers, and allow pasting', () => {
    const fields = sourcesBelow('src/web')
      .map(({ text }) => text)
      .join('\n');
    for (const purpose of ['current-password', 'new-password']) expect(fields).toContain(`autoComplete="${purpose}"`);
    expect(
      sourcesBelow('src/web')
        .filter(({ text }) => /onPaste|autoComplete="off"[^>]*type="password"/u.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('Passwords are hashed slowly and with a salt, so that equal ones differ', async () => {
    await Promise.all([signUp('first-of-a-kind@example.test'), signUp('second-of-a-kind@example.test')]);
    const { rows } = await sql<{ password: string }>`select "password" from identity_accounts where "password" is not null`.execute(shop.services.db);
    expect(new Set(rows.map(({ password }) => password)).size).toBe(rows.length);
    for (const { password } of rows) expect(password).not.toContain(PASSWORD);
  });

  test('A session has at least 128 random bits, and an access token lasts fifteen minutes', async () => {
    const reply = await signUp('random@example.test');
    const cookie = String(reply.headers['set-cookie']);
    const value = decodeURIComponent(/session_token=([^;]+)/u.exec(cookie)?.[1] ?? '');
    expect(value.split('.')[0]?.length).toBeGreaterThanOrEqual(32);
    const jar = cookie.split(';')[0] ?? '';
    const { body } = await shop.call('GET', '/jwt?email=random@example.test', { headers: { cookie: jar } });
    const claims = JSON.parse(Buffer.from((body as { token: string }).token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number };
    expect(claims.exp - claims.iat).toBe(900);
  });

  test('Keys have 256 bits, one for each purpose, and randomness is cryptographic', () => {
    const sources = sourcesBelow('src/server');
    expect(
      sources.filter(({ path, text }) => /Math\.random\(/u.test(text) && !/seed|drawing|adapters\/images\/remote/u.test(path)).map(({ path }) => path),
    ).toEqual([]);
    expect(sources.filter(({ text }) => /createHash\('(?:md5|md4)'|createCipher\(|aes-\d+-ecb/u.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('A password counts to its last character up to 128, without hints, questions or expiry', async () => {
    const long = `a1${'b'.repeat(126)}`;
    expect((await signUp('long@example.test', long)).statusCode).toBe(200);
    expect((await signUp('longer@example.test', `${long}c`)).statusCode).toBe(422);
    const logIn = async (password: string): Promise<number> =>
      (await shop.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email: 'long@example.test', password } })).statusCode;
    expect(await logIn(`${long.slice(0, 127)}`)).toBe(401);
    shop.clock.advance(400 * DAY_MS);
    expect(await logIn(long)).toBe(200);
    const columns = Object.keys((await sql<object>`select * from identity_users limit 1`.execute(shop.services.db)).rows[0] ?? {});
    expect(columns.filter((name) => /hint|question|expires/iu.test(name))).toEqual([]);
  });
});

describe('The log', () => {
  test('The log writes one line of JSON for each event, with a UTC timestamp, whatever the text', async () => {
    await shop.app.inject({ url: '/api/products?x=1', headers: { 'user-agent': 'a\r\n{"level":60,"msg":"forged"}' } }).catch(() => {});
    await shop.app.inject('/api/%0a%0d{"level":60,"msg":"forged"}');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const parsed = JSON.parse(line) as { time: number; msg?: string };
      expect(line.trimEnd()).not.toContain('\n');
      expect(Math.abs(parsed.time - Date.now())).toBeLessThan(DAY_MS);
      expect(parsed.msg).not.toBe('forged');
    }
  });
});
