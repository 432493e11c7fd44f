import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createClients } from './client-networks.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connection-limits.ts';

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  server.closeAllConnections();
});

async function open(handle: RequestListener, limits: Partial<ConnectionLimits> = {}, proxies: string[] = []) {
  let refusals = 0;
  server = createServer();
  const refused = () => {
    refusals += 1;
  };
  server.on('request', limitConnections(server, { ...createClients(proxies, () => {}), limits: { ...CONNECTION_LIMITS, ...limits }, refused }, handle));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { refusals: () => refusals };
}

/** Connects from another loopback address; reads nothing until asked. */
async function dial(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.pause();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

function requests(count: number, path = '/'): string {
  return Array.from({ length: count }, (_, n) => `GET ${path}${n} HTTP/1.1\r\nHost: shop\r\n\r\n`).join('');
}

async function repliesOf(socket: Socket, until: string): Promise<string> {
  let text = '';
  socket.resume();
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes(until)) break;
  }
  return text;
}

async function isOpen(localAddress: string): Promise<boolean> {
  const socket = await dial(localAddress);
  socket.write(requests(1, '/hello'));
  return (await repliesOf(socket, 'hello').catch(() => '')).includes('/hello0');
}

const TAKING = { takeMs: 500, leastTaken: 1_000_000 };

const echo: RequestListener = (request, response) => response.end(request.url);

describe('Pipelined requests', () => {
  it('Answers pipelined requests one after the other, in order', async () => {
    let [running, most] = [0, 0];
    await open((request, response) => {
      running += 1;
      most = Math.max(most, running);
      setImmediate(() => {
        running -= 1;
        response.end(request.url);
      });
    });
    const socket = await dial();
    socket.write(requests(10));
    const text = await repliesOf(socket, '/9');
    expect([...text.matchAll(/\r\n\/(\d)/gu)].map(([, number]) => Number(number))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(most).toBe(1);
  });

  it('Closes a connection with too many pipelined requests', async () => {
    let begun = 0;
    const { refusals } = await open((request, response) => {
      begun += 1;
      setTimeout(() => response.end(request.url), 5);
    });
    const many = await Promise.all(Array.from({ length: 20 }, () => dial()));
    let parsed = 0;
    server.prependListener('request', () => {
      parsed += 1;
    });
    for (const socket of many) socket.write(requests(1000));
    await Promise.all(many.map((socket) => once(socket.resume(), 'close')));
    expect(begun).toBeLessThanOrEqual(20);
    // The rest of what they sent isn't parsed.
    expect(parsed).toBeLessThanOrEqual(20 * (CONNECTION_LIMITS.waiting + 2));
    expect(refusals()).toBe(20);
    // This network can't connect for a while; others still can.
    expect([await isOpen('127.0.0.1'), await isOpen('127.0.2.2')]).toEqual([false, true]);
  });
});

describe('Connections', () => {
  it('Limits the connections of one network, and others still connect', async () => {
    await open(echo, { perNetwork: 5 });
    await Promise.all(Array.from({ length: 5 }, () => dial()));
    expect([await isOpen('127.0.0.1'), await isOpen('127.0.2.2')]).toEqual([false, true]);
  });

  it('Doesn’t count a named proxy’s connections as one network’s', async () => {
    await open(echo, { perNetwork: 5, perSite: 5 }, ['127.0.0.1']);
    await Promise.all(Array.from({ length: 8 }, () => dial()));
    expect(await isOpen('127.0.0.1')).toBe(true);
  });

  it('Closes the busiest network’s oldest connection for a newcomer when all are taken', async () => {
    await open(echo, { total: 6 });
    const [oldest] = await Promise.all([dial(), dial(), dial(), dial(), dial()]);
    const other = await dial('127.0.2.2');
    expect(await isOpen('127.0.3.3')).toBe(true);
    await once((oldest as Socket).resume(), 'close');
    other.write(requests(1, '/hello'));
    expect(await repliesOf(other, 'hello')).toContain('/hello0');
  });

  it('Closes a connection that doesn’t read its reply, and keeps one that does', async () => {
    const body = Buffer.alloc(30_000_000);
    const gone: string[] = [];
    await open((request, response) => {
      request.socket.once('close', () => gone.push(request.url ?? ''));
      response.end(request.url === '/all0' ? body : 'taken');
    }, TAKING);
    const idle = await dial();
    idle.write(requests(1, '/all'));
    const taker = await dial('127.0.2.2');
    for (let number = 0; number < 20; number += 1) {
      taker.write(requests(1, '/some'));
      await wait(TAKING.takeMs / 5);
    }
    expect(gone).toEqual(['/all0']);
    expect(taker.destroyed).toBe(false);
  });
});
