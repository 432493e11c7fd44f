import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createLimiter } from '../security/rate-limiter.ts';
import type { FindNetwork } from './client-networks.ts';

export type ConnectionLimits = {
  /** Open at once: per IPv4 address or IPv6 /64, per /24 or /48, and in all. */
  perNetwork: number;
  perSite: number;
  total: number;
  /** Pipelined requests waiting per connection. */
  waiting: number;
  /** A client that reads less than `leastTaken` bytes of a reply in this many milliseconds is disconnected. */
  takeMs: number;
  leastTaken: number;
};

/** People’s event streams stay open. Each browser of an office behind one address opens six; no browser pipelines requests. */
export const CONNECTION_LIMITS: ConnectionLimits = { perNetwork: 768, perSite: 3072, total: 16_384, waiting: 16, takeMs: 60_000, leastTaken: 30_000 };

/** How often a network may exceed the limit before its connections are refused. */
const OVERDONE = { burst: 20, perMinute: 20 };
/** How many times per `takeMs` slow readers are looked for. */
const LOOKS = 12;

type Options = { findNetwork: FindNetwork; isProxy(address: string): boolean; refused(): void; limits: ConnectionLimits };

type Parser = { onIncoming?: (request: IncomingMessage, keepsAlive: boolean) => number };

/** Tells Node's parser that nothing more on this connection is HTTP. */
const NO_MORE = 2;

type Client = { network: string | null; site: string };

/** Bytes of replies a connection had read at `since`, when output was first seen waiting; null when none waits. */
type Taking = { bytes: number; since: number | null };

/**
 * Limits how many connections there are, how many requests wait in each, and how long a reply waits to be read. Returns the listener for requests.
 * Connections of a named proxy count only toward the total: many people share it.
 */
export function limitConnections(server: Server, options: Options, handle: RequestListener): RequestListener {
  const { findNetwork, isProxy, refused, limits } = options;
  const open = createOpenSockets(limits);
  const overdone = createLimiter();
  /** The limiter counts violations per network; these networks have used up their budget. */
  const isShutOut = (network: string): boolean => overdone.waitOf(network, OVERDONE) > 0;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Without an address, a connection that already ended can't be counted.
    if (remoteAddress === undefined) return void socket.destroy();
    stopParsingWithConnection(socket);
    const { network, site } = findNetwork({ socket, headers: {} });
    const owner = isProxy(remoteAddress) ? null : network;
    if ((owner !== null && isShutOut(network)) || !open.admit(socket, { network: owner, site })) {
      refused();
      socket.destroy();
    }
  });

  const looking = setInterval(() => cutOffIdleTakers(open.all(), limits), limits.takeMs / LOOKS);
  looking.unref();
  server.on('close', () => clearInterval(looking));

  return inTurn(handle, limits.waiting, (socket) => {
    const { remoteAddress } = socket;
    refused();
    if (remoteAddress !== undefined && !isProxy(remoteAddress)) overdone.take(findNetwork({ socket, headers: {} }).network, OVERDONE);
    socket.destroy();
  });
}

/** Open connections by network and site. */
function createOpenSockets({ perNetwork, perSite, total }: ConnectionLimits) {
  const all = new Map<Socket, Taking>();
  const ofNetwork = new Map<string, number>();
  const ofSite = new Map<string, Set<Socket>>();

  /** Drops the oldest connection of the site with the most; returns false when that is the newcomer's own site. */
  function makeRoom(site: string): boolean {
    let [most, crowd]: [string, Set<Socket>] = ['', new Set()];
    for (const [name, sockets] of ofSite) if (sockets.size > crowd.size) [most, crowd] = [name, sockets];
    if (most === site || crowd.size <= 1) return false;
    const [oldest] = crowd;
    oldest?.destroy();
    return true;
  }

  function leave(socket: Socket, { network, site }: Client): void {
    all.delete(socket);
    const sockets = ofSite.get(site);
    sockets?.delete(socket);
    if (sockets?.size === 0) ofSite.delete(site);
    if (network === null) return;
    const left = (ofNetwork.get(network) ?? 1) - 1;
    if (left > 0) ofNetwork.set(network, left);
    else ofNetwork.delete(network);
  }

  return {
    all: () => all,
    admit(socket: Socket, client: Client): boolean {
      const { network, site } = client;
      const sockets = ofSite.get(site) ?? new Set();
      const count = network === null ? 0 : (ofNetwork.get(network) ?? 0);
      if (network !== null && (count >= perNetwork || sockets.size >= perSite)) return false;
      if (all.size >= total && !makeRoom(site)) return false;
      all.set(socket, { bytes: 0, since: null });
      ofSite.set(site, sockets.add(socket));
      if (network !== null) ofNetwork.set(network, count + 1);
      socket.once('close', () => leave(socket, client));
      return true;
    },
  };
}

/** Stops parsing once a connection has ended: one 64 KB chunk can hold thousands of requests. */
function stopParsingWithConnection(socket: Socket & { parser?: Parser | null }): void {
  // Not in Node's types. If it's missing, the rest is parsed needlessly.
  const { parser } = socket;
  const take = parser?.onIncoming;
  if (parser && take) parser.onIncoming = (request, keepsAlive) => (socket.destroyed ? NO_MORE : take(request, keepsAlive));
}

function cutOffIdleTakers(sockets: Map<Socket, Taking>, { takeMs, leastTaken }: ConnectionLimits): void {
  const now = performance.now();
  for (const [socket, taking] of sockets) {
    if (socket.writableLength === 0) {
      taking.since = null;
      continue;
    }
    const bytes = socket.bytesWritten - socket.writableLength;
    if (taking.since === null || bytes - taking.bytes >= leastTaken) Object.assign(taking, { bytes, since: now });
    else if (now - taking.since > takeMs) socket.destroy();
  }
}

/** Runs each connection's requests one after the other; Node would start all pipelined requests at once. */
function inTurn(handle: RequestListener, mostWaiting: number, onTooMany: (socket: Socket) => void): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const begin = (): void => {
      response.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (next && !socket.destroyed) next();
        else waiting.delete(socket);
      });
      handle(request, response);
    };
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      begin();
    } else if (line.length < mostWaiting) line.push(begin);
    else onTooMany(socket);
  };
}
