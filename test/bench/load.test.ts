import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { generate, type Outcome, type Plan } from '../../bench/load/generate.ts';
import { createReplyReader, type Reply } from '../../bench/load/reply-reader.ts';
import { createTally, type Tally } from '../../bench/load/tally.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listen(answer: RequestListener): Promise<number> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function ask(port: number, plan: Partial<Plan>): Promise<Tally> {
  return (await askAndSee(port, plan)).tally;
}

function askAndSee(port: number, plan: Partial<Plan>): Promise<Outcome> {
  return generate({
    port,
    pids: [],
    visits: [{ path: '/' }],
    order: 'once',
    seed: 1,
    connections: 3,
    headers: {},
    warmUp: { minMs: 0, visits: 0, maxMs: 0 },
    measureMs: 5000,
    ...plan,
  });
}

const REPLIES = [
  'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n',
  'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
].join('');

describe('The reply reader', () => {
  test.each([1, 2, 3, 7, 1000])('Reads the same replies in pieces of %i bytes', (size) => {
    const replies: Pick<Reply, 'status' | 'bytes'>[] = [];
    const read = createReplyReader(({ status, bytes }) => replies.push({ status, bytes }));
    for (let at = 0; at < REPLIES.length; at += size) read(Buffer.from(REPLIES.slice(at, at + size)));
    expect(replies).toEqual([
      { status: 200, bytes: 5 },
      { status: 304, bytes: 0 },
      { status: 404, bytes: 29 },
      { status: 200, bytes: 0 },
    ]);
  });
});

describe('The tally', () => {
  test('Takes percentiles of all latencies, and counts everything but 2xx and 3xx as an error', () => {
    const tally = createTally();
    for (let micros = 1; micros <= 100; micros += 1) tally.count(micros === 100 ? 'broken' : micros > 97 ? 503 : 200, micros, 10);
    expect(tally.summary(2, 1000)).toMatchObject({
      visits: 100,
      perSecond: 50,
      p50: 50,
      p99: 99,
      max: 100,
      processorMicros: 10,
      bytes: 10,
      errors: 3,
      statuses: { 200: 97, 503: 2, broken: 1 },
    });
  });
});

describe('The load generator', () => {
  test('Requests each visit once, and counts every reply with its bytes', async () => {
    const asked: string[] = [];
    const port = await listen((request, response) => {
      asked.push(request.url ?? '');
      response.statusCode = request.url?.endsWith('7') ? 500 : 200;
      // Without a length it is sent in chunks.
      response.write('12345');
      response.end('67890');
    });
    const visits = Array.from({ length: 40 }, (_, nth) => ({ path: `/${nth}` }));
    const tally = await ask(port, { visits });
    expect(asked.toSorted()).toEqual(visits.map(({ path }) => path).sort());
    expect(tally).toMatchObject({ visits: 40, bytes: 10, errors: 4, statuses: { 200: 36, 500: 4 } });
  });

  test('Reopens a connection that the server closed, and counts one that closed before its reply', async () => {
    let asked = 0;
    const port = await listen((request, response) => {
      asked += 1;
      if (asked === 5) request.socket.destroy();
      else response.setHeader('connection', 'close').end('bye');
    });
    const tally = await ask(port, { visits: Array.from({ length: 12 }, () => ({ path: '/' })) });
    expect(asked).toBe(12);
    expect(tally.statuses).toEqual({ 200: 11, broken: 1 });
    expect(tally.errors).toBe(1);
  });

  test('Ends after as many visits as are enough, and sees every body of those that repeat', async () => {
    const port = await listen((request, response) => response.end(request.url));
    const visits = [{ path: '/a' }, { path: '/b' }];
    const { tally, seen } = await askAndSee(port, { visits, order: 'any', most: 200, storeEvery: 1, measureMs: Number.POSITIVE_INFINITY });
    expect(tally.visits).toBeGreaterThanOrEqual(200);
    expect(tally.visits).toBeLessThan(200 + 3);
    expect(seen.reduce((sum, { times }) => sum + times, 0)).toBe(tally.visits);
    expect(new Set(seen.map(({ body }) => String(body)))).toEqual(new Set(['/a', '/b']));
  });

  test('Leaves warm-up requests out of the count', async () => {
    const port = await listen((_request, response) => response.end('ok'));
    const visits = Array.from({ length: 50 }, () => ({ path: '/' }));
    const { visits: counted } = await ask(port, { visits, warmUp: { minMs: 0, visits: 20, maxMs: 5000 } });
    expect(counted).toBe(30);
  });

  test('Sends a body, and follows a reply with the cookies that it set', async () => {
    const seen: unknown[] = [];
    const port = await listen(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      seen.push({ method: request.method, url: request.url, cookie: request.headers.cookie, body });
      if (request.method === 'POST') response.setHeader('set-cookie', ['session=abc; Path=/; HttpOnly', 'b=1']);
      response.end('ok');
    });
    const tally = await ask(port, { visits: [{ method: 'POST', path: '/in', body: { name: 'é' }, follow: '/then' }] });
    expect(seen).toEqual([
      { method: 'POST', url: '/in', cookie: undefined, body: '{"name":"é"}' },
      { method: 'GET', url: '/then', cookie: 'session=abc; b=1', body: '' },
    ]);
    expect(tally).toMatchObject({ visits: 1, bytes: 4 });
  });

  test('Picks the same visits in the same order for the same seed', async () => {
    const asked: string[] = [];
    const port = await listen((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const visits = Array.from({ length: 9 }, (_, nth) => ({ path: `/${nth}` }));
    const order = async (seed: number): Promise<string[]> => {
      asked.length = 0;
      await ask(port, { visits, order: 'any', seed, connections: 1, measureMs: 150 });
      return asked.slice(0, 10);
    };
    const first = await order(3);
    expect(await order(3)).toEqual(first);
    expect(await order(4)).not.toEqual(first);
  });
});
