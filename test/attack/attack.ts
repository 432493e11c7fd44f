import { connect, type Socket } from 'node:net';
import { type Client, createClient, type Reply } from './client.ts';
import { type Person, signUp } from './people.ts';
import type { AttackedShop } from './shop.ts';

/** One attack: what it tries, and what its author got. Throws `Breach` where the shop gave way. */
export type Attack = { name: string; run(scene: Scene): Promise<string> };

export type Family = { name: string; attacks: Attack[] };

/** The shop did what no stranger may make it do. */
export class Breach extends Error {}

export type Scene = {
  shop: AttackedShop;
  /** A client in a network of its own, or the one named: two from one network share its budgets. */
  client(network?: number): Client;
  /** Somebody with a confirmed address and an access token, in a network of their own unless a client is given. */
  person(role: 'buyer' | 'seller', details?: { name?: string; email?: string; client?: Client }): Promise<Person>;
  /** The demo shop's admin, who logged in before anybody guessed at their password. */
  admin: Person;
  /** A bare connection from a network of its own, or the one named. */
  socket(network?: number): Promise<Socket>;
  pause(ms: number): Promise<void>;
};

let networks = 0;
let people = 0;

export function createScene(shop: AttackedShop, admin: Person): Scene & { close(): void } {
  const clients: Client[] = [];
  const sockets: Socket[] = [];
  const scene: Scene = {
    shop,
    client(network = nextNetwork()) {
      const client = createClient(shop.port, addressIn(network));
      clients.push(client);
      return client;
    },
    person(role, { name = 'Alex Doe', email = nextAddress(), client = scene.client() } = {}) {
      return signUp(client, { email, name, role });
    },
    admin,
    async socket(network = nextNetwork()) {
      const socket = connect({ host: '127.0.0.1', port: shop.port, localAddress: addressIn(network) });
      sockets.push(socket);
      socket.on('error', () => {});
      await new Promise((resolve) => {
        socket.once('connect', resolve);
        socket.once('close', resolve);
      });
      return socket;
    },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  return {
    ...scene,
    close() {
      for (const client of clients) client.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function nextNetwork(): number {
  networks += 1;
  return networks;
}

const addressIn = (network: number, host = 1): string => `127.${20 + Math.floor(network / 250)}.${network % 250}.${host}`;

function nextAddress(): string {
  people += 1;
  return `attacker-${people}@example.test`;
}

/** Asks so many times a second for so long, whatever comes back; answers all replies. */
export async function flood(
  scene: Scene,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  ask: (number: number) => Promise<Reply>,
): Promise<Reply[]> {
  const asked: Promise<Reply>[] = [];
  const begun = performance.now();
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = begun + (number * 1000) / perSecond;
    if (due > performance.now()) await scene.pause(due - performance.now());
    asked.push(ask(number));
  }
  return Promise.all(asked);
}

/** How many replies had which status: `12 x 200, 3 x 429`. */
export function tally(replies: readonly Reply[]): string {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status === 0 ? 'no response' : status}`)
    .join(', ');
}

/** Throws `Breach` unless the reply is a refusal that says why in a sentence. */
export function mustRefuse(reply: Reply, what: string, statuses?: readonly number[]): Reply {
  const { status, text, body } = reply;
  if (status < 400 || status >= 500 || (statuses && !statuses.includes(status))) throw new Breach(`${what} was answered with ${status}: ${text.slice(0, 200)}`);
  const message = (body as { message?: unknown } | null)?.message;
  if (body !== null && (typeof message !== 'string' || message.length < 10)) throw new Breach(`${what} was refused without a sentence: ${text.slice(0, 200)}`);
  return reply;
}

export function must(has: boolean, sentence: string): void {
  if (!has) throw new Breach(sentence);
}

/** No reply may be a failure of the shop's own. */
export function mustNotFail(replies: readonly Reply[], what: string): void {
  const failed = replies.find(({ status }) => status >= 500 && status !== 503);
  if (failed) throw new Breach(`${what} made the shop fail with ${failed.status}: ${failed.text.slice(0, 200)}`);
}

/** One of a list, in turn. */
export function inTurn<T>(list: readonly T[], number: number): T {
  const one = list[number % list.length];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}
