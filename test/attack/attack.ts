import { connect, type Socket } from 'node:net';
import { type Client, createClient, type Reply } from './client.ts';
import { type Person, signUp } from './people.ts';
import type { AttackedShop } from './shop.ts';

/** One attack. `run` returns what the attacker achieved, and throws `Breach` where the shop gave way. */
export type Attack = { name: string; run(scene: Scene): Promise<string> };

export type Family = { name: string; attacks: Attack[] };

/** The shop did something that no stranger may make it do. */
export class Breach extends Error {}

export type Scene = {
  shop: AttackedShop;
  /** A client in its own network, or in the given one: clients of one network share its budgets. */
  client(network?: number): Client;
  /** A person with a verified address and an access token, in their own network unless a client is given. */
  person(role: 'buyer' | 'seller', details?: { name?: string; email?: string; client?: Client }): Promise<Person>;
  /** The demo shop's admin, logged in before anyone guesses their password. */
  admin: Person;
  /** A raw connection from its own network, or from the given one. */
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

/** Sends requests at a fixed rate for a while, whatever comes back. Returns all replies. */
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

/** Counts replies by status: `12 x 200, 3 x 429`. */
export function tally(replies: readonly Reply[]): string {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status === 0 ? 'no response' : status}`)
    .join(', ');
}

/** Throws `Breach` unless the reply is a refusal with a sentence that says why. */
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

/** Throws `Breach` if a reply is an internal failure of the shop. */
export function mustNotFail(replies: readonly Reply[], what: string): void {
  const failed = replies.find(({ status }) => status >= 500 && status !== 503);
  if (failed) throw new Breach(`${what} made the shop fail with ${failed.status}: ${failed.text.slice(0, 200)}`);
}

/** Cycles through a list. */
export function inTurn<T>(list: readonly T[], number: number): T {
  const one = list[number % list.length];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}
