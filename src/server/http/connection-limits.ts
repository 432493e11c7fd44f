import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createLimiter } from '../security/rate-limiter.ts';
import type { FindNetwork } from './client-networks.ts';

export type ConnectionLimits = {
  /** Open at the same time: of one IPv4 address or IPv6 /64, of one /24 or /48, and in all. */
  perNetwork: number;
  perSite: number;
  total: number;
  /** Requests of one connection that wait for the reply before theirs. */
  waiting: number;
  /** Somebody who takes less of a reply than `leastTaken` bytes in so many milliseconds is cut off. */
  takeMs: number;
  leastTaken: number;
};

/** An office behind one address opens six for each of its browsers; no browser sends a request before it has the last reply. */
export const CONNECTION_LIMITS: ConnectionLimits = { perNetwork: 768, perSite: 3072, total: 8192, waiting: 16, takeMs: 60_000, leastTaken: 30_000 };

/** How often a network may overdo it before its connections are not taken any more. */
const OVERDONE = { burst: 20, perMinute: 20 };
/** How many times it is looked at whether a reply is taken, in `takeMs`. */
const LOOKS = 12;

type Options = { findNetwork: FindNetwork; isProxy(address: string): boolean; refused(): void; limits: ConnectionLimits };

type Parser = { onIncoming?: (request: IncomingMessage, keepsAlive: boolean) => number };

/** Node's answer to its own parser for a request after which nothing more is HTTP. */
const NO_MORE = 2;

type Client = { network: string | null; site: string };

/** How much of its replies a connection had taken at `since`, when some of one was first seen waiting. */
type Taking = { bytes: number; since: number | null };

/**
 * Bounds what connections can take from everybody else: how many there are, how many requests wait in each, and for how long a reply waits for whoever
 * asked for it. Answers what is to listen for requests. A named proxy's connections count only in all: behind it are many people.
 */
export function limitConnections(server: Server, options: Options, handle: RequestListener): RequestListener {
  const { findNetwork, isProxy, refused, limits } = options;
  const open = createOpenSockets(limits);
  const overdone = createLimiter();
  /** How often each network overdid it lately stands in the limiter; these have nothing left. */
  const isShutOut = (network: string): boolean => overdone.waitOf(network, OVERDONE) > 0;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Nobody knows whose a connection is that ended before it was looked at.
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

/** The open connections by whose they are. */
function createOpenSockets({ perNetwork, perSite, total }: ConnectionLimits) {
  const all = new Map<Socket, Taking>();
  const ofNetwork = new Map<string, number>();
  const ofSite = new Map<string, Set<Socket>>();

  /** When there are too many, the site with most loses its oldest; false: that is the newcomer's own. */
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

/** What a connection sent before it was ended is not parsed any more: a piece of 64 KB holds thousands of requests. */
function stopParsingWithConnection(socket: Socket & { parser?: Parser | null }): void {
  // Not in Node's types. Without it the rest is parsed for nothing.
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

/** Each connection's requests one after the other: Node would begin all at once, however many were sent ahead. */
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
