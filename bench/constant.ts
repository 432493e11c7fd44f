import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What every request is answered with: this status, these headers, and so many bytes. */
export type Constant = { status: number; headers: Record<string, string>; bytes: number };

// The most that a server of Node can do: it answers the same bytes to whatever it is asked. Run as a process of its own, told what to answer by messages.
let constant: Constant = { status: 200, headers: {}, bytes: 0 };
let body = Buffer.alloc(0);

const server = createServer((_request, response) => {
  response.writeHead(constant.status, constant.headers);
  response.end(body);
});

process.on('message', (reported: Constant) => {
  constant = reported;
  body = Buffer.alloc(reported.bytes, 'x');
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
