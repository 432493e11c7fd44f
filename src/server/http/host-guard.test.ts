import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';

let shop: TestApp;
let port: number;

beforeAll(async () => {
  shop = await createTestApp();
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = shop.app.server.address() as AddressInfo);
});
afterAll(() => shop.close());

/** Sends lines unchanged; returns the status and the body. PORT stands for the shop's. */
async function send(...lines: string[]): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  const ended = once(socket, 'close');
  socket.write([...lines, 'connection: close', '', ''].join('\r\n').replaceAll('PORT', String(port)));
  await ended;
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /u.exec(text)?.[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}

describe('Requests', () => {
  test.each([['localhost:PORT'], ['127.0.0.1:PORT'], ['[::1]:PORT'], ['LocalHost:PORT']])('Answers a request for %s', async (host) => {
    expect((await send('GET /api/config HTTP/1.1', `host: ${host}`)).status).toBe(200);
    // Cached replies too.
    expect((await send('GET /api/productCategories HTTP/1.1', `host: ${host}`)).status).toBe(200);
  });

  test.each([
    ['evil.example'],
    ['evil.example:PORT'],
    ['localhost.evil.example:PORT'],
    ['localhost'],
    ['localhost:1'],
    ['127.1:PORT'],
    ['2130706433:PORT'],
    ['[::]:PORT'],
    ['[::ffff:127.0.0.1]:PORT'],
  ])('Answers 421 to a request for %s, which isn’t a host of the shop', async (host) => {
    for (const path of [
      '/api/config',
      '/api/productCategories',
      '/',
      '/images/x/320.webp',
      '/practice-google/authorize',
      '/api/auth/get-session',
      '/nowhere',
    ]) {
      const { status, body } = await send(`GET ${path} HTTP/1.1`, `host: ${host}`);
      expect([path, status]).toEqual([path, 421]);
      expect(JSON.parse(body)).toEqual({ message: `This isn’t the shop’s address. Go to http://localhost:${port}.`, code: 'misdirected' });
    }
  });

  test.each([
    ['without a host', []],
    ['with an empty host', ['host:']],
    ['with two hosts', ['host: localhost:PORT', 'host: evil.example']],
    ['with the same host twice', ['host: localhost:PORT', 'HOST: localhost:PORT']],
    ['with a user in its host', ['host: localhost:PORT@evil.example']],
    ['with a user before its host', ['host: evil.example@localhost:PORT']],
    ['with brackets in its host', ['host: localhost[x]:PORT']],
    ['with an open bracket', ['host: [::1:PORT']],
    ['with a path in its host', ['host: localhost:PORT/x']],
    ['with a scheme in its host', ['host: http://localhost:PORT']],
    ['with a list of hosts', ['host: localhost:PORT, evil.example']],
    ['with a space in its host', ['host: localhost:PORT evil.example']],
    ['with a very long host', [`host: ${'a'.repeat(5000)}`]],
  ])('Answers 400 to %s', async (_what, hosts) => {
    for (const path of ['/api/config', '/', '/api/auth/get-session']) {
      const { status, body } = await send(`GET ${path} HTTP/1.1`, ...hosts);
      expect([path, status, JSON.parse(body)]).toEqual([path, 400, { message: expect.any(String), code: 'malformed' }]);
    }
  });

  test.each([
    'http://evil.example/api/config',
    'http://localhost:PORT/api/config',
    'https://localhost:PORT/',
    'http://user@localhost:PORT/',
    '*',
    'evil.example:80',
  ])('Answers 400 to a request whose target is %s instead of a path', async (target) => {
    const { status, body } = await send(`GET ${target} HTTP/1.1`, 'host: localhost:PORT');
    expect([status, body]).toEqual([400, expect.not.stringContaining('evil')]);
  });

  test('Ignores headers that name another host', async () => {
    const forwarded = ['x-forwarded-host: evil.example', 'x-forwarded-proto: https', 'forwarded: host=evil.example;proto=https', 'x-host: evil.example'];
    const { status, body } = await send('GET /robots.txt HTTP/1.1', 'host: 127.0.0.1:PORT', ...forwarded);
    expect([status, body]).toEqual([200, expect.stringContaining(`Sitemap: http://localhost:${port}/sitemap.xml`)]);
    const callback = encodeURIComponent('https://evil.example/api/auth/callback/google');
    const chooser = `/practice-google/authorize?client_id=redial-practice&redirect_uri=${callback}&state=x&code_challenge=y`;
    expect((await send(`GET ${chooser} HTTP/1.1`, 'host: 127.0.0.1:PORT', ...forwarded)).status).toBe(400);
  });

  test('Health checks may use any host', async () => {
    for (const path of ['/healthz', '/readyz', '/readyz?x=1']) {
      expect((await send(`GET ${path} HTTP/1.1`, 'host: 10.0.0.7:3000')).status).toBe(200);
      expect((await send(`GET ${path} HTTP/1.0`)).status).toBe(200);
      expect((await send(`GET ${path} HTTP/1.1`, 'host: a', 'host: b')).status).toBe(400);
      expect((await send(`GET ${path} HTTP/1.1`, 'host: a@b')).status).toBe(400);
    }
    expect((await send('GET /healthz/../api/config HTTP/1.1', 'host: 10.0.0.7:3000')).status).toBe(421);
  });
});

test('A shop behind HTTPS doesn’t treat an HTTP page as its own', async () => {
  const secure = await createTestApp({ PUBLIC_URL: 'https://shop.example' });
  const post = (origin: string) =>
    secure.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { origin },
      payload: { email: `${origin.length}@example.test`, password: 'longenough1', name: 'Edge' },
    });
  expect((await post('https://shop.example')).statusCode).toBe(200);
  for (const origin of ['http://shop.example', 'https://shop.example:8443', 'https://shop.example.evil.example', 'null'])
    expect([origin, (await post(origin)).statusCode]).toEqual([origin, 403]);
  expect((await secure.app.inject({ url: '/api/config', headers: { host: 'localhost:80' } })).statusCode).toBe(421);
  await secure.close();
});
