import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { drainOnClose } from './drain.ts';

const LONG_MS = 600_000;
let server: Server;
let agent: Agent;

async function open(handle: RequestListener, finishMs = LONG_MS): Promise<() => boolean> {
  // A connection would wait longer for its next request than this test may take.
  server = createServer({ keepAliveTimeout: LONG_MS }, handle);
  agent = new Agent({ keepAlive: true });
  const isClosing = drainOnClose(server, finishMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return isClosing;
}

const portOf = (): number => (server.address() as AddressInfo).port;

afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

const closed = (): Promise<void> => new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));

it('closes a server although a browser has opened a connection and asked for nothing', async () => {
  const isClosing = await open((_request, response) => void response.end('here'));
  const silent = connect(portOf(), '127.0.0.1');
  const [ended] = [once(silent, 'close'), await once(silent, 'connect')];
  expect(isClosing()).toBe(false);
  await closed();
  await ended;
  expect(isClosing()).toBe(true);
});

it('lets an open request have its reply, then closes the connection that was to be kept', async () => {
  const replies: (() => void)[] = [];
  await open((_request, response) => void replies.push(() => response.end('here')));
  const asked = get({ port: portOf(), host: '127.0.0.1', agent });
  await expect.poll(() => replies.length).toBe(1);
  const done = closed();
  for (const reply of replies) reply();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(response.headers.connection).toBe('keep-alive');
  expect(await text(response)).toBe('here');
  await done;
});

it('cuts off a request that has no end', async () => {
  await open((request) => void request.resume(), 50);
  const socket = connect(portOf(), '127.0.0.1', () => socket.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\nx'));
  socket.on('error', () => {});
  await once(server, 'request');
  await closed();
});
