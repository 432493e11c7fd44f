import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createTestApp } from '#test/support/app.ts';

it('Answers a request that arrives while the server closes, and ends its connection', async () => {
  const { app, close } = await createTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/productCategories HTTP/1.1\r\n'));
  const [accepted] = await once(app.server, 'connection');
  await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0);
  const closed = close();
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write(`host: localhost:${port}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*\]$/iu);
  await closed;
});
