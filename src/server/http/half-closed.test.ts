import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createPerson } from '#test/support/world/world.ts';

let shop: TestApp;
let port: number;
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  port = (shop.app.server.address() as { port: number }).port;
});
afterAll(() => shop.close());

/** Sends these bytes and the end of its side of the connection; returns all that comes back until the server closes it. */
async function sayAll(bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(bytes));
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await once(socket, 'end');
  return text;
}

const request = (path: string, header = ''): string => `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${header}\r\n`;
const statuses = (text: string) => text.match(/HTTP\/1\.1 \d+/gu);

test.each(['/', '/api/products?name=samsung', '/api/productCategories', '/nowhere'])(
  'A client that ends its side after its request gets the reply: %s',
  async (path) => {
    expect(statuses(await sayAll(request(path)))).toEqual([path === '/nowhere' ? 'HTTP/1.1 404' : 'HTTP/1.1 200']);
  },
);

test('Who sends several requests and ends their side gets all replies', async () => {
  expect(statuses(await sayAll(request('/') + request('/help') + request('/api/productCategories')))).toHaveLength(3);
});

test.each([
  ['within its request', 'GET / HTTP/1.1\r\nhost: local', 'HTTP/1.1 400'],
  ['within its body', `POST /api/images HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nx`, 'HTTP/1.1 400'],
  ['before it has asked anything', '', undefined],
])('The connection of a client that ends its side %s is closed', async (_when, bytes, reply) => {
  expect(statuses(await sayAll(bytes))?.at(-1)).toBe(reply);
});

test('A connection that is kept open after a reply is closed when its client ends their side', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(request('/api/productCategories')));
  await once(socket, 'data');
  const ended = once(socket, 'end');
  socket.end();
  await ended;
});

test('A stream of events ends when its client ends their side, because a closed browser looks the same', async () => {
  const { token } = await createPerson(shop, 'buyer');
  const text = await sayAll(request('/api/conversations/events', `authorization: Bearer ${token}\r\naccept: text/event-stream\r\n`));
  expect(text === '' || text.startsWith('HTTP/1.1 200')).toBe(true);
});
