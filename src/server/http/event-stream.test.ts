import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createEventStreams, EventReply } from './event-stream.ts';

test('No stream begins for a client that left while it was being admitted', async () => {
  const app = Fastify();
  const streams = createEventStreams(app, 10);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const begun: string[] = [];
  app.get('/', async (request, response) => {
    const left = once(request.raw.socket, 'close');
    asked.resolve();
    await left;
    streams.begin(new EventReply(() => () => void begun.push('ended')), { request, response, isAllowed: async () => void begun.push('checked') });
    setTimeout(answered.resolve, 50);
    return response;
  });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(address.port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await asked.promise;
  client.destroy();
  await answered.promise;
  expect(begun).toEqual([]);
  await app.close();
});
