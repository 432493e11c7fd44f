import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBufferPool } from './buffer-pool.ts';

const BYTES = 400_000;
const PIPELINED = 20;

/** A server whose reply to `/n` is `BYTES` bytes, all of the value n. */
let server: Server;
let port: number;
let buffers: Set<Buffer>;
beforeEach(async () => {
  const pool = createBufferPool();
  buffers = new Set();
  server = createServer((request, response) => {
    const buffer = pool.allocateFor(response)(BYTES);
    buffers.add(buffer);
    response.end(buffer.subarray(0, BYTES).fill(Number(request.url?.slice(1))));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Asks for several replies on one connection, without reading any yet. */
async function ask(numbers: number[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write(numbers.map((number) => `GET /${number} HTTP/1.1\r\nhost: shop\r\n\r\n`).join(''));
  return socket;
}

/** Reads the bodies of this many replies. Each body's distinct bytes. */
async function readAll(socket: Socket, count: number): Promise<number[][]> {
  const chunks: Buffer[] = [];
  const bodies: number[][] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    let all = Buffer.concat(chunks.splice(0));
    for (let head = all.indexOf('\r\n\r\n'); head !== -1 && all.length >= head + 4 + BYTES; head = all.indexOf('\r\n\r\n')) {
      bodies.push([...new Set(all.subarray(head + 4, head + 4 + BYTES))]);
      all = all.subarray(head + 4 + BYTES);
    }
    chunks.push(all);
    if (bodies.length === count) break;
  }
  return bodies;
}

async function askOnce(number: number): Promise<number[]> {
  return [...new Set(new Uint8Array(await (await fetch(`http://127.0.0.1:${port}/${number}`)).arrayBuffer()))];
}

describe('The buffer pool', () => {
  it('Uses the buffer of a reply that was sent for the next one', async () => {
    for (let number = 0; number < 10; number += 1) expect(await askOnce(number)).toEqual([number]);
    expect(buffers.size).toBe(1);
  });

  it('Leaves replies alone that their clients haven’t read yet, while others are sent', async () => {
    const numbers = Array.from({ length: PIPELINED }, (_, nth) => nth);
    const slow = await Promise.all([ask(numbers), ask(numbers.map((number) => number + 50))]);
    for (let number = 100; number < 140; number += 1) expect(await askOnce(number)).toEqual([number]);
    const [one, other] = await Promise.all(slow.map((socket) => readAll(socket, PIPELINED)));
    expect(one).toEqual(numbers.map((number) => [number]));
    expect(other).toEqual(numbers.map((number) => [number + 50]));
  });

  it('Takes back the buffers of connections that end too early, and mixes nothing up', async () => {
    for (let round = 0; round < 10; round += 1) {
      const gone = await ask([200, 201, 202]);
      await wait(5);
      gone.destroy();
      expect(await askOnce(round)).toEqual([round]);
    }
    expect(buffers.size).toBeLessThan(20);
  });
});
