import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { refuseConnection } from './refused-connections.ts';

const OK: RequestListener = (_request, response) => void response.end('here');
let server: Server;
let refusals: string[];
afterEach(() => server.close());

async function open(handle: RequestListener): Promise<void> {
  refusals = [];
  server = createServer({ headersTimeout: 40, connectionsCheckingInterval: 20 }, handle);
  server.on('clientError', (error, socket) => refuseConnection(error, socket as never, (code) => refusals.push(code)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Sends these bytes, and others once a reply has begun. Returns all that comes back until the server closes the connection. */
async function converse(bytes: string, then = ''): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes));
  let text = '';
  socket.once('data', () => socket.write(then));
  socket.on('data', (chunk) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

it('closes a connection that was never used without a word, because a browser could take a reply for that to its first request', async () => {
  await open(OK);
  expect([await converse(''), refusals]).toEqual(['', []]);
});

it.each([
  ['headers that never end', 'GET / HTTP/1.1\r\nhost: x\r\n', 408, 'took too long'],
  ['a second request that never ends', 'GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\n', 408, 'took too long'],
  ['headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(100_000)}\r\n\r\n`, 431, 'delete this site’s cookies'],
  ['what isn’t HTTP', 'NONSENSE\r\n\r\n', 400, 'can’t be read'],
])('answers %s with a sentence, and closes', async (_what, bytes, status, sentence) => {
  await open(OK);
  const reply = await converse(bytes);
  const last = reply.slice(reply.lastIndexOf('HTTP/1.1 '));
  expect(last).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z][\\s\\S]*connection: close\\r\\n\\r\\n\\{.*${sentence}.*"code":"malformed"\\}$`, 'u'));
  expect(refusals).toEqual(['malformed']);
});

it('replies to what came before, then to what isn’t HTTP', async () => {
  await open(async (request, response) => {
    await wait(20);
    response.end(request.url);
  });
  const reply = await converse(`${'GET /a HTTP/1.1\r\nhost: x\r\n\r\n'}${'GET /b HTTP/1.1\r\nhost: x\r\n\r\n'}NONSENSE\r\n\r\n`, 'MORE\r\n\r\n');
  expect(reply.match(/HTTP\/1\.1 \d+|\/[ab]|can’t be read/gu)).toEqual(['HTTP/1.1 200', '/a', 'HTTP/1.1 200', '/b', 'HTTP/1.1 400', 'can’t be read']);
  expect(refusals).toEqual(['malformed']);
});

it('adds nothing but an error when the request that is being answered has no readable end', async () => {
  await open((request) => void request.resume());
  const reply = await converse('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nNONSENSE\r\n\r\n');
  expect(reply.match(/HTTP\/1\.1 \d+/gu)).toEqual(['HTTP/1.1 400']);
});

it('adds nothing to a reply that has begun', async () => {
  await open((_request, response) => void response.write('begun'));
  const reply = await converse('GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'NONSENSE\r\n\r\n');
  expect(reply).toMatch(/^HTTP\/1\.1 200 [\s\S]*begun\r\n$/u);
});
