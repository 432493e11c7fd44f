import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers in a service's place, or returns false to let the service answer. */
export type Misbehave = (request: IncomingMessage, response: ServerResponse) => boolean;

export type MisbehavingHost = {
  url: string;
  /** Misbehaves from now on; null ends it. */
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

/** Hears, and says nothing. */
export const silent: Misbehave = (request) => {
  request.resume();
  return true;
};

/** Hangs up. */
export const hangingUp: Misbehave = (request) => {
  request.socket.destroy();
  return true;
};

/** A service on a port of its own, which can be made to fail. */
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
