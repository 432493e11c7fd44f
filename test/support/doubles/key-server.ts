import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type KeyAnswer = { status: number; type: string; body: string; maxAge: number; delayMs?: number };

/** Stands in for a provider's public key endpoint: publishes what a test sets, and counts requests. */
export type KeyServer = { url: string; answer: KeyAnswer; asked(): number; close(): Promise<void> };

export async function openKeyServer(): Promise<KeyServer> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    const { status, type, body, maxAge, delayMs = 0 } = opened.answer;
    setTimeout(() => response.writeHead(status, { 'content-type': type, 'cache-control': `public, max-age=${maxAge}, must-revalidate` }).end(body), delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const opened: KeyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    answer: { status: 404, type: 'text/plain', body: '', maxAge: 0 },
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return opened;
}
