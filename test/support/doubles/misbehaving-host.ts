import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Replies in place of the service, or returns false to let it reply. */
export type Misbehave = (request: IncomingMessage, response: ServerResponse) => boolean;

export type MisbehavingHost = {
  url: string;
  /** Misbehaves until set to null. */
  behave(misbehave: Misbehave | null): void;
  close(): Promise<void>;
};

export const sayingHtml = saying(200, '<!doctype html><title>Welcome to our network</title>', 'text/html; charset=utf-8');

/** Replies with this to every request. */
export function saying(status: number, body = '', type = 'application/xml'): Misbehave {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
    return true;
  };
}

/** Reads the request, and never replies. */
export const silent: Misbehave = (request) => {
  request.resume();
  return true;
};

/** Closes the connection without a reply. */
export const hangingUp: Misbehave = (request) => {
  request.socket.destroy();
  return true;
};

/** A service on its own port that can be made to fail. */
export async function startHost(service: RequestListener): Promise<MisbehavingHost> {
  let misbehave: Misbehave | null = null;
  const server = createServer((request, response) => {
    if (!misbehave?.(request, response)) service(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next) {
      misbehave = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
