import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createCategory, createPerson, type Person } from '#test/support/world/world.ts';
import type { BodyLimits } from './bodies.ts';

const BOUNDARY = 'a-boundary-of-the-test';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
const TAIL = `\r\n--${BOUNDARY}--\r\n`;

/** A hundred times as fast as in production: 200 ms of patience, 100 kB/s. */
const BODIES: Partial<BodyLimits> = { patienceMs: 200, leastBytesPerSecond: 100_000, everyMs: 10 };

type Sending = { socket: Socket; reply: Promise<string> };

describe('Slow bodies', () => {
  let shop: TestApp;
  let port: number;
  let picture: Buffer;
  const open = async (bodies: Partial<BodyLimits>) => {
    shop = await createTestApp({}, { bodies });
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = shop.app.server.address() as AddressInfo);
  };
  beforeAll(async () => {
    picture = await pictureOf('jpeg', 400, 300);
  });

  /** Starts a request with a body of `length` bytes; the reply resolves when the connection closes. */
  const begin = (path: string, { as, length, type = 'application/json', method = 'POST' }: { as?: string; length: number; type?: string; method?: string }) => {
    const socket = connect(port, '127.0.0.1');
    let answered = '';
    const reply = new Promise<string>((resolve) => {
      socket.on('data', (bytes) => {
        answered += bytes.toString('latin1');
        if (/\r\n\r\n[\s\S]*\}$/u.test(answered)) resolve(answered);
      });
      socket.on('close', () => resolve(answered));
      socket.on('error', () => resolve(answered));
    });
    const head = [`${method} ${path} HTTP/1.1`, `host: localhost:${port}`, `content-type: ${type}`, `content-length: ${length}`];
    socket.write(`${[...head, ...(as ? [`authorization: Bearer ${as}`] : [])].join('\r\n')}\r\n\r\n`);
    return { socket, reply } satisfies Sending;
  };
  const uploadOf = (person: Person, length: number) => begin('/api/images', { as: person.token, length, type: MULTIPART });
  const upload = async (person: Person): Promise<string> => {
    const sending = uploadOf(person, HEAD.length + picture.length + TAIL.length);
    sending.socket.write(Buffer.concat([Buffer.from(HEAD), picture, Buffer.from(TAIL)]));
    const reply = await sending.reply;
    sending.socket.destroy();
    return reply;
  };

  describe('Bodies that arrive too slowly', () => {
    let people: Person[];
    beforeAll(async () => {
      await open(BODIES);
      people = await Promise.all(Array.from({ length: 7 }, () => createPerson(shop, 'buyer')));
    });
    afterAll(() => shop.close());

    it('Slow uploads of six accounts delay nobody else’s upload', async () => {
      const drips = people.slice(1).flatMap((person) => Array.from({ length: 4 }, () => uploadOf(person, 9_000_000)));
      for (const { socket } of drips) socket.write(HEAD);
      await wait(50);
      const [honest] = people;
      if (!honest) throw new Error('nobody');
      expect(await upload(honest)).toMatch(/^HTTP\/1\.1 200 /u);
      for (const { reply } of drips) expect(await reply).toMatch(/^HTTP\/1\.1 408 [\s\S]*too long/u);
      // All of their slots are free again.
      expect(await Promise.all(people.map(upload))).toEqual(people.map(() => expect.stringMatching(/^HTTP\/1\.1 200 /u)));
    });

    it('Slow imports delay nobody else’s import', async () => {
      await createCategory(shop);
      const sellers = await Promise.all(Array.from({ length: 5 }, () => createPerson(shop, 'seller')));
      const drips = sellers.slice(1).map((person) => begin('/api/listingImports', { as: person.token, length: 9_000_000, type: MULTIPART }));
      for (const { socket } of drips) socket.write(HEAD.replace('image', 'file'));
      await wait(50);
      const [honest] = sellers;
      if (!honest) throw new Error('nobody');
      expect(await sendFile(shop, honest, csvFile([csvRow()]))).toMatchObject({ status: 201, body: { counts: { ready: 1 } } });
      for (const { reply } of drips) expect(await reply).toMatch(/^HTTP\/1\.1 408 /u);
      expect((await sendFile(shop, sellers[1] as Person, csvFile([csvRow()]))).status).toBe(201);
      expect(await readdir(shop.services.scratch)).toEqual([]);
    });

    it.each([
      ['a form in JSON', 'POST', '/api/users', 'application/json', 200],
      ['a part of a picture', 'PUT', '/api/imageUploads/01990000-0000-7000-8000-000000000000?offset=0', 'application/octet-stream', 200_000],
      ['an import', 'POST', '/api/listingImports', `multipart/form-data; boundary=${BOUNDARY}`, 200_000],
      ['a sign-in', 'POST', '/api/auth/sign-in/email', 'application/json', 200],
      ['a card’s payment', 'POST', '/practice-cards/v1/payment_intents', 'application/x-www-form-urlencoded', 200],
      ['a webhook', 'POST', '/api/webhooks/payments', 'application/json', 200],
      ['a page', 'GET', '/login', 'text/plain', 200],
    ])('Ends a slow body as %s', async (_what, method, path, type, length) => {
      const sending = begin(path, { method, type, length });
      sending.socket.write('{');
      const reply = await sending.reply;
      // Endpoints that don't need the body reply before it arrives.
      if (reply.startsWith('HTTP/1.1 408')) expect(reply).toContain('too long');
      else expect(reply).toMatch(/^HTTP\/1\.1 [234]/u);
      await expect.poll(() => sending.socket.destroyed || sending.socket.readableEnded).toBe(true);
    });

    it('Adds nothing to an earlier request’s reply when a slow body follows it', async () => {
      const [person] = people;
      const socket = connect(port, '127.0.0.1');
      let answered = '';
      socket.on('data', (bytes) => (answered += bytes.toString()));
      const head = (line: string, header: string) =>
        `${line} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${person?.token}\r\n${header}\r\n\r\n`;
      socket.write(head('GET /api/conversations/events', 'accept: text/event-stream') + head('POST /api/images', 'content-length: 9'));
      await once(socket, 'close');
      expect(answered).toContain('event: open');
      expect(answered.match(/HTTP\/1\.1 \d+/gu)).toEqual(['HTTP/1.1 200']);
    });

    it('Ends a body that slows down after a fast start, and spares one that only pauses', async () => {
      const [person] = people;
      if (!person) throw new Error('nobody');
      const stalled = uploadOf(person, 9_000_000);
      stalled.socket.write(Buffer.concat([Buffer.from(HEAD), Buffer.alloc(5_000_000)]));
      expect(await stalled.reply).toMatch(/^HTTP\/1\.1 408 /u);
      const whole = Buffer.concat([Buffer.from(HEAD), picture, Buffer.from(TAIL)]);
      const pausing = uploadOf(person, whole.length);
      const size = Math.ceil(whole.length / 4);
      for (let at = 0; at < whole.length; at += size) {
        pausing.socket.write(whole.subarray(at, at + size));
        await wait(40);
      }
      expect(await pausing.reply).toMatch(/^HTTP\/1\.1 200 /u);
      pausing.socket.destroy();
    });
  });

  it.each([
    ['a photo that is too large, when it closes the connection', 'POST', '/api/images', MULTIPART],
    ['a part that is too large', 'PUT', '/api/imageUploads/01990000-0000-7000-8000-000000000000?offset=0', 'application/octet-stream'],
  ])('Replies to a client that sends all before it reads %s', async (_what, method, path, type) => {
    await open({});
    const { token } = await createPerson(shop, 'buyer');
    const length = 20_000_000;
    const socket = connect(port, '127.0.0.1');
    const head = [`${method} ${path} HTTP/1.1`, `host: localhost:${port}`, `authorization: Bearer ${token}`, `content-type: ${type}`, 'connection: close'];
    socket.write(`${[...head, `content-length: ${length}`].join('\r\n')}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => socket.write(Buffer.alloc(length), (error) => (error ? reject(error) : resolve())));
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"too_large"\}$/u);
    await shop.close();
  });

  it('A connection serves its next request after a reply to half a body', async () => {
    await open({});
    const [seller, { scratch }] = [await createPerson(shop, 'seller'), shop.services];
    await rm(scratch, { recursive: true });
    await writeFile(scratch, 'not a directory');
    const body = Buffer.concat([Buffer.from(HEAD.replace('image', 'file')), Buffer.alloc(6_000_000, 'a,'), Buffer.from(TAIL)]);
    const sending = begin('/api/listingImports', { as: seller.token, length: body.length, type: MULTIPART });
    sending.socket.write(body);
    expect(await sending.reply).toMatch(/^HTTP\/1\.1 503 /u);
    sending.socket.write(`GET /api/config HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: close\r\n\r\n`);
    const [next] = await Promise.race([once(sending.socket, 'data'), once(sending.socket, 'close')]);
    expect(String(next)).toMatch(/^HTTP\/1\.1 200 /u);
    await shop.close();
  });

  it('Ends the slowest body of a network that has too many, not the newest', async () => {
    await open({ everyMs: 10, mostPerNetwork: 3 });
    const people = await Promise.all(Array.from({ length: 2 }, () => createPerson(shop, 'buyer')));
    const [honest, dripping] = people;
    if (!honest || !dripping) throw new Error('nobody');
    const drips = [1, 2, 3].map(() => uploadOf(dripping, 9_000_000));
    await wait(60);
    expect(await upload(honest)).toMatch(/^HTTP\/1\.1 200 /u);
    const ended = await Promise.race(drips.map(({ reply }) => reply));
    expect(ended).toMatch(/^HTTP\/1\.1 429 [\s\S]*Your network/u);
    for (const { socket } of drips) socket.destroy();
    await shop.close();
  });

  it('Ends as many bodies as take too much memory, however seldom it looks', async () => {
    await open({ everyMs: 2000, mostBytes: 3_000_000 });
    const person = await createPerson(shop, 'buyer');
    const heavy = [1, 2, 3, 4].map(() => uploadOf(person, 9_000_000));
    let ended = 0;
    for (const { reply } of heavy) void reply.then((text) => (ended += text.startsWith('HTTP/1.1 429 ') ? 1 : 0));
    for (const { socket } of heavy) socket.write(Buffer.concat([Buffer.from(HEAD), Buffer.alloc(2_500_000)]));
    // Looking twice is enough, even if the first time comes while they arrive.
    await expect.poll(() => ended, { timeout: 5000 }).toBe(3);
    for (const { socket } of heavy) socket.destroy();
    await shop.close();
  });

  it('Ends the slowest body of the busiest network when all take too much memory', async () => {
    await open({ everyMs: 10, mostBytes: 6_000_000 });
    const person = await createPerson(shop, 'buyer');
    const heavy = [1, 2, 3].map(() => uploadOf(person, 9_000_000));
    for (const { socket } of heavy) socket.write(Buffer.concat([Buffer.from(HEAD), Buffer.alloc(2_500_000)]));
    expect(await Promise.race(heavy.map(({ reply }) => reply))).toMatch(/^HTTP\/1\.1 429 /u);
    for (const { socket } of heavy) socket.destroy();
    await shop.close();
  });
});
