import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The reply to every request: this status, these headers, and this many bytes. */
export type Constant = { status: number; headers: Record<string, string>; bytes: number };

// An upper bound for any Node server: it sends the same bytes in reply to everything. Runs as a separate process that gets its reply by message.
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
