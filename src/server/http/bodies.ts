import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorReply } from '#contract/shared/errors.ts';
import { networkKeyOf } from '../security/client-network.ts';
import { endWithReply, TOO_LONG } from './refused-connections.ts';

export type BodyLimits = {
  /** How long, in total, a body may lag behind the minimum speed; faster stretches earn time back. */
  patienceMs: number;
  /** The minimum speed. Four parallel uploads over a 256 kbit/s line get 8,000 bytes/s each. */
  leastBytesPerSecond: number;
  /** Unfinished bodies allowed at once per client network; one more ends the slowest of them. */
  mostPerNetwork: number;
  /** Memory for all unfinished bodies; beyond it, the network using the most loses its slowest. */
  mostBytes: number;
  /** How often bodies are checked. */
  everyMs: number;
};

const LIMITS: BodyLimits = { patienceMs: 20_000, leastBytesPerSecond: 6000, mostPerNetwork: 64, mostBytes: 128_000_000, everyMs: 1000 };

/** How many bodies are ended in one turn of the event loop for lack of memory. */
const MOST_AT_ONCE = 50;

const CROWDED: ErrorReply = { message: 'Your network is sending too much at once. Wait a moment and try again.', code: 'too_many' };

type Body = {
  network: string;
  socket: Socket;
  response: ServerResponse;
  /** Bytes the connection had received when the body began, and at the last check. */
  begunAt: number;
  seenAt: number;
  lookedAt: number;
  patienceMs: number;
  isEnded: boolean;
};

/**
 * Limits how long any request body may take: tracks every unfinished one and ends it with an error reply when it arrives too slowly. No slot is
 * taken while a body arrives, so a slow sender delays only itself.
 */
export function trackBodies(app: FastifyInstance, changed: Partial<BodyLimits> = {}): void {
  const limits = { ...LIMITS, ...changed };
  const bodies = new Set<Body>();
  /** One that was ended stays until its connection has closed. */
  const unended = (): Body[] => [...bodies].filter(({ isEnded }) => !isEnded);

  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    closeAfterBody(request);
    response.once('finish', () => readRest(request));
    const body = follow(request, response, { network: networkKeyOf(app.findAddress(request)), patienceMs: limits.patienceMs });
    bodies.add(body);
    const forget = () => void bodies.delete(body);
    request.once('end', forget);
    request.once('close', forget);
    const ofNetwork = unended().filter(({ network }) => network === body.network);
    if (ofNetwork.length > limits.mostPerNetwork) end(slowest(ofNetwork), 429, CROWDED);
  });

  const timer = setInterval(() => {
    for (const body of bodies) if (measure(body, limits) < 0) end(body, 408, TOO_LONG);
    for (let count = 0; count < MOST_AT_ONCE && sum(unended()) > limits.mostBytes; count += 1) end(slowest(busiestNetwork(unended())), 429, CROWDED);
  }, limits.everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

export const hasBody = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function follow({ socket }: IncomingMessage, response: ServerResponse, { network, patienceMs }: { network: string; patienceMs: number }): Body {
  const begunAt = socket.bytesRead;
  return { network, socket, response, begunAt, seenAt: begunAt, lookedAt: performance.now(), patienceMs, isEnded: false };
}

/**
 * Lets a connection that closes after its reply receive the rest of the body. Otherwise the system resets it, and a client that sends everything before it
 * reads loses the reply, such as one that says that a photo is too large.
 */
function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    if (request.complete) return Socket.prototype.destroySoon.call(socket);
    socket.end();
    request.once('end', () => socket.destroy()).resume();
  };
}

/** Reads what a reply left of a body, so that the connection can serve its next request: whoever stopped reading in the middle may still hold it up. */
function readRest(request: IncomingMessage): void {
  if (!request.complete) request.unpipe().resume();
}

/** Sends the error unless its reply has begun or an earlier one hasn’t ended, then closes the connection; handlers see an aborted request. */
function end(body: Body | undefined, status: number, refusal: ErrorReply): void {
  if (!body || body.isEnded) return;
  body.isEnded = true;
  const { socket, response } = body;
  if (response.socket === null || response.headersSent || !socket.writable) {
    socket.destroy();
    return;
  }
  endWithReply(socket, status, refusal, ['retry-after: 5']);
}

const slowest = (bodies: Body[]): Body | undefined => bodies.toSorted((one, other) => one.patienceMs - other.patienceMs)[0];

/** Credits the bytes received since the last check, subtracts the elapsed time and returns the patience left. */
function measure(body: Body, { patienceMs, leastBytesPerSecond }: BodyLimits): number {
  const now = performance.now();
  const came = body.socket.bytesRead - body.seenAt;
  body.patienceMs = Math.min(patienceMs, body.patienceMs + (came / leastBytesPerSecond) * 1000 - (now - body.lookedAt));
  body.seenAt = body.socket.bytesRead;
  body.lookedAt = now;
  return body.patienceMs;
}

const sum = (bodies: Body[]): number => bodies.reduce((bytes, { socket, begunAt }) => bytes + socket.bytesRead - begunAt, 0);

function busiestNetwork(bodies: Body[]): Body[] {
  const networks = [...Map.groupBy(bodies, ({ network }) => network).values()];
  return networks.toSorted((one, other) => sum(other) - sum(one))[0] ?? [];
}
