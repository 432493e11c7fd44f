import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import { onceLeft } from './half-closed.ts';

/** Where a stream's events go. */
type EventStream = {
  /** Sends an event; `id` is what the client names as `Last-Event-ID` when it connects again. */
  send(event: { id: number; name?: string; data: object }): void;
  end(): void;
};

/** A reply that goes on: server-sent events until the client leaves or may no longer read them. `open` returns what to do when the stream ends. */
export class EventReply {
  readonly open: (stream: EventStream) => () => void;

  constructor(open: (stream: EventStream) => () => void) {
    this.open = open;
  }
}

export type EventStreams = {
  /** Sends the reply. `isAllowed` throws when the caller is no longer admitted. */
  begin(reply: EventReply, exchange: { request: FastifyRequest; response: FastifyReply; isAllowed: () => Promise<unknown> }): void;
};

export const EVENT_STREAM = 'text/event-stream';

/** How often a silent stream shows that it is alive, and its caller is checked again: for example, whether they have logged out. */
const HEARTBEAT_MS = 25_000;
/** What a client may leave unread. */
const MOST_UNREAD_BYTES = 64_000;

/** Whether a request asks for events instead of one reply. */
export function wantsEvents({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes(EVENT_STREAM);
}

/** Streams of events, which all end when the server closes. */
export function createEventStreams(app: FastifyInstance, heartbeatMs = HEARTBEAT_MS): EventStreams {
  const open = new Set<EventStream>();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    for (const stream of open) stream.end();
  });

  return {
    begin({ open: begin }, { request, response, isAllowed }) {
      const { raw } = response;
      response.hijack();
      // A client that left while it was being admitted emitted its `close` before anybody listened.
      if (raw.destroyed) return;
      for (const [name, value] of Object.entries(response.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
      // Its connection ends with the stream, so that a server that closes waits for none. Proxies must not collect small pieces.
      const own = { connection: 'close', 'content-type': EVENT_STREAM, 'cache-control': 'no-store', 'x-accel-buffering': 'no', 'x-request-id': request.id };
      for (const [name, value] of Object.entries(own)) raw.setHeader(name, value);
      raw.flushHeaders();
      const write = (text: string): void => {
        if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy();
        else if (!raw.writableEnded) raw.write(text);
      };
      const stream: EventStream = {
        send: ({ id, name, data }) => write(`id: ${id}\n${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`),
        end: () => void raw.end(),
      };
      const heartbeat = setInterval(() => {
        isAllowed().then(
          () => write(':\n\n'),
          (error: unknown) => {
            // While the database is down nobody can be checked, and nothing is sent.
            if (error instanceof HttpError && error.status < 500) stream.end();
          },
        );
      }, heartbeatMs);
      const ended = begin(stream);
      open.add(stream);
      onceLeft(request.raw, raw, () => {
        clearInterval(heartbeat);
        open.delete(stream);
        ended();
        stream.end();
      });
      if (closing) stream.end();
    },
  };
}
