import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createWorld } from '../create-world.ts';
import { type Sent, writeRequest } from '../send.ts';
import { type Near, requestsNearLimits } from './requests.ts';
import { measureEventLoop } from './turns.ts';

/** The longest that a request may block others, in milliseconds of processor time. */
export const LONGEST_BLOCK_MS = 50;
/** Code that blocks the event loop does so each time; garbage collection and module loading don't. */
const TRIES = 3;
const LONGEST_MS = 60_000;

export type Blocked = { name: string; ms: number; request: string; answer: string };
export type BlockingOutcome = { asked: number; longest: Blocked | null; blocking: Blocked[] };

/** A shop with its pages but without rate limits: one client sends more than a person would. */
export const openShopToBlock = (): Promise<TestApp> => createTestApp({}, { pages: true, checkReplies: false });

/** Sends a shop requests near its limits, one after another, and finds those that blocked its thread for too long. */
export async function findWhatBlocks(
  shop: TestApp,
  { seed, requests }: { seed: number; requests: number },
  onBlocked: (blocking: Blocked) => void = () => {},
): Promise<BlockingOutcome> {
  const world = await createWorld(shop, seed);
  const { always, some } = await requestsNearLimits({ shop, world, seed });
  // From here on, the shop only accepts its real address.
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = shop.app.server.address() as AddressInfo;
  const sender = new Worker(new URL('./sender.ts', import.meta.url));
  const turns = measureEventLoop();
  const outcome: BlockingOutcome = { asked: 0, longest: null, blocking: [] };

  const askOnce = async (near: Near): Promise<Blocked> => {
    const sent = await near.make();
    const bytes = toBytes(sent, port);
    let answer = '';
    const ms = await turns.during(async () => {
      const answered = once(sender, 'message');
      sender.postMessage({ port, bytes, longestMs: LONGEST_MS }, [bytes.buffer]);
      [answer] = (await answered) as [string];
    });
    return { name: near.name, ms, request: ms > LONGEST_BLOCK_MS ? writeRequest(sent).slice(0, 600) : '', answer: answer.slice(0, 200) };
  };

  for (const near of [...always, ...shuffled(some, seed)].slice(0, requests)) {
    let least = await askOnce(near);
    for (let tries = 1; least.ms > LONGEST_BLOCK_MS && tries < TRIES; tries += 1) {
      const again = await askOnce(near);
      if (again.ms < least.ms) least = again;
    }
    outcome.asked += 1;
    if (!outcome.longest || least.ms > outcome.longest.ms) outcome.longest = least;
    if (least.ms <= LONGEST_BLOCK_MS) continue;
    outcome.blocking.push(least);
    onBlocked(least);
  }
  turns.stop();
  await sender.terminate();
  return outcome;
}

function toBytes({ method, url, headers, payload }: Sent, port: number): Uint8Array<ArrayBuffer> {
  const body = Buffer.from((payload ?? '') as string);
  const lines = Object.entries({ host: `localhost:${port}`, connection: 'close', ...(payload !== undefined && { 'content-length': body.length }), ...headers });
  const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`, 'latin1');
  return new Uint8Array(Buffer.concat([head, body]));
}

function shuffled<T>(all: T[], seed: number): T[] {
  const chance = (at: number): number => (Math.imul(at + 1, 2_654_435_761) ^ Math.imul(seed, 40_503)) >>> 0;
  return all
    .map((one, at) => [chance(at), one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
}
