import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorReply } from '#contract/shared/errors.ts';
import { networkKeyOf } from '../security/client-network.ts';

export type BodyLimits = {
  /** A body may fall behind its least speed for so long, all in all; what comes faster earns it back. */
  patienceMs: number;
  /** The least speed. Four uploads at once over a line of 256 kbit/s have 8,000 bytes a second each. */
  leastBytesPerSecond: number;
  /** So many are under way from one place: one more ends the slowest of them. */
  mostPerNetwork: number;
  /** So much of unfinished bodies is in memory: beyond it the place that has most of it loses its slowest. */
  mostBytes: number;
  /** How often it is looked at. */
  everyMs: number;
};

const LIMITS: BodyLimits = { patienceMs: 20_000, leastBytesPerSecond: 6000, mostPerNetwork: 64, mostBytes: 128_000_000, everyMs: 1000 };

const TOO_SLOW: ErrorReply = {
  message: 'Your request took too long to arrive. Check your connection and send it again.',
  code: 'malformed',
};
const CROWDED: ErrorReply = { message: 'Your network is sending too much at once. Wait a moment and try again.', code: 'too_many' };

type Body = {
  network: string;
  socket: Socket;
  response: ServerResponse;
  /** What the connection had brought when the body began, and when it was last looked at. */
  begunAt: number;
  seenAt: number;
  lookedAt: number;
  patienceMs: number;
  isEnded: boolean;
};

/**
 * Bounds how long the server waits for what is sent to it, whatever call it is for: every body that has not come whole is watched, and ended with a
 * sentence when it drips. Nothing else is held for a body on its way, so that a slow one costs nobody but its sender.
 */
export function trackBodies(app: FastifyInstance, changed: Partial<BodyLimits> = {}): void {
  const limits = { ...LIMITS, ...changed };
  const bodies = new Set<Body>();

  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const body = follow(request, response, { network: networkKeyOf(app.findAddress(request)), patienceMs: limits.patienceMs });
    bodies.add(body);
    const forget = () => void bodies.delete(body);
    request.once('end', forget);
    request.once('close', forget);
    const ofNetwork = [...bodies].filter(({ network }) => network === body.network);
    if (ofNetwork.length > limits.mostPerNetwork) end(slowest(ofNetwork), 429, CROWDED);
  });

  const timer = setInterval(() => {
    for (const body of bodies) if (measure(body, limits) < 0) end(body, 408, TOO_SLOW);
    const open = [...bodies].filter(({ isEnded }) => !isEnded);
    if (sum(open) > limits.mostBytes) end(slowest(busiestNetwork(open)), 429, CROWDED);
  }, limits.everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function follow({ socket }: IncomingMessage, response: ServerResponse, { network, patienceMs }: { network: string; patienceMs: number }): Body {
  const begunAt = socket.bytesRead;
  return { network, socket, response, begunAt, seenAt: begunAt, lookedAt: performance.now(), patienceMs, isEnded: false };
}

/** Says why, where nothing was said yet, and closes the connection: its reader hears of it as of any sender that went away. */
function end(body: Body | undefined, status: number, refusal: ErrorReply): void {
  if (!body || body.isEnded) return;
  body.isEnded = true;
  const { socket, response } = body;
  if (response.headersSent || !socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(refusal);
  const head = [`HTTP/1.1 ${status} ${status === 408 ? 'Request Timeout' : 'Too Many Requests'}`, 'content-type: application/json', 'retry-after: 5'];
  socket.end(`${[...head, `content-length: ${Buffer.byteLength(text)}`, 'connection: close'].join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

const slowest = (bodies: Body[]): Body | undefined => bodies.toSorted((one, other) => one.patienceMs - other.patienceMs)[0];

/** Adds what came since the last look, takes off the time that went by; answers how much patience is left. */
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
