import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startPushService } from '#test/support/doubles/push-service.ts';
import { createVapid } from './vapid.ts';
import { createWebPush } from './web-push.ts';

const vapid = createVapid('a'.repeat(64), 'mailto:shop@example.test');
const clock = { now: () => Date.now() };
const push = { payload: '{}', topic: 'topic', ttlSeconds: 60, isUrgent: false };
const signal = new AbortController().signal;

test('Every process makes the same key of the same secret, and another of another', () => {
  expect(createVapid('a'.repeat(64), 'mailto:other@example.test').publicKey).toBe(vapid.publicKey);
  expect(createVapid('b'.repeat(64), 'mailto:shop@example.test').publicKey).not.toBe(vapid.publicKey);
  expect(Buffer.from(vapid.publicKey, 'base64url').length).toBe(65);
});

test('A host whose name comes to stand for a private address is not connected to', async () => {
  const service = await startPushService();
  const target = { ...service.subscribe().subscription, endpoint: 'https://push.example.test/one' };
  const replies = [['142.250.74.110'], ['142.250.74.110', '127.0.0.1'], ['::ffff:127.0.0.1'], []];
  const webPush = createWebPush({ vapid, clock, standIn: null, findAddresses: async () => replies.shift() ?? [] });
  expect(await webPush.check(target)).toBeNull();
  expect(await webPush.send(target, push, signal)).toEqual({ outcome: 'refused', failure: 'NOT_PUBLIC' });
  expect(await webPush.send(target, push, signal)).toEqual({ outcome: 'refused', failure: 'NOT_PUBLIC' });
  // A name that can’t be looked up may be found later.
  expect(await webPush.send(target, push, signal)).toMatchObject({ outcome: 'later', failure: 'NO_ADDRESS' });
  expect(service.requests()).toBe(0);
  await service.close();
});

test('A service that switches to another protocol instead of replying is asked again later', async () => {
  const service = await startPushService();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { ...service.subscribe().subscription, endpoint: `${standIn}/one` };
  expect(await createWebPush({ vapid, clock, standIn }).send(target, push, signal)).toMatchObject({ outcome: 'later', failure: 'UNREACHABLE' });
  server.close();
  await service.close();
});
