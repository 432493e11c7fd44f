import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { seconds } from '#contract/shared/durations.ts';
import { say } from '#server/process/say.ts';
import { freshDatabase } from '#test/support/database.ts';
import { buildIfStale } from '../scripts/build.mjs';
import { createHeard, type Heard } from './messages/heard.ts';
import { callAs, openStream } from './messages/stream.ts';
import { createWorld, type Pair, type Participant } from './messages/world.ts';
import { percentilesLine, percentilesOf } from './percentiles.ts';
import { type ShopServer, startShop } from './shop-server.ts';
import { verdictLine } from './verdict.ts';

// `npm run bench:messages`: how much memory STREAMS (10,000) open event streams take, and how long a message needs to the other side meanwhile.
// `TEST_DATABASE_URL` runs it on PostgreSQL: with one process, then with two that share the database and half of the people each.
const STREAMS = Number(process.env.STREAMS ?? 10_000);
const STREAMS_OF_PERSON = 5;
const MESSAGES = 300;
/** Half a minute for all of them, so that every stream's heartbeat falls into it. */
const EVERY_MS = 100;
const OPENING_AT_ONCE = 32;
const SETTLING_MS = seconds(2);
const MOST_MB = 600;
const LATEST_MS = 1000;

type Took = { event: number; text: number };

await buildIfStale();
await measure(1);
if (process.env.TEST_DATABASE_URL) await measure(2);

/** Measures a fresh shop that this many processes serve, each on a port of its own. */
async function measure(processes: number): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const { db, config, directory, drop } = await freshDatabase();
  const { people, pairs } = await createWorld(db, { secret, people: Math.ceil(STREAMS / STREAMS_OF_PERSON), pairs: MESSAGES });
  const servers: ShopServer[] = [];
  const closing = new AbortController();
  try {
    while (servers.length < processes)
      servers.push(await startShop({ database: config, dataDir: directory }, 1, { settings: { AUTH_SECRET: secret, RATE_LIMITS: '1', DEMO: 'false' } }));
    const memory = () => servers.map((server) => server.memory()?.resident);
    const before = memory();
    const heard = createHeard(STREAMS_OF_PERSON);
    const streams = await openAll(servers, people, { heard, signal: closing.signal });
    await wait(SETTLING_MS);
    const open = memory();
    const times = await sendAll(servers, pairs, heard);
    const after = memory();
    say(`${config.kind}, processes: ${processes}. ${streams.opened} streams opened in ${streams.seconds.toFixed(0)} s; ${streams.ended()} of them ended.`);
    report({ before, open, after }, times);
  } finally {
    closing.abort();
    for (const server of servers) await server.stop();
    await db.destroy();
    await drop();
  }
}

type Megabytes = (number | undefined)[];

function report({ before, open, after }: Record<'before' | 'open' | 'after', Megabytes>, times: Took[]): void {
  for (const [at] of before.entries())
    say(`  memory of process ${at + 1}: ${before[at]} MB before, ${open[at]} MB with all streams open, ${after[at]} MB after the messages`);
  const [events, texts] = [times.map(({ event }) => event), times.map(({ text }) => text)];
  say(`  until all streams of the other side have the event: ${percentilesLine(events)}`);
  say(`  until the other side has read the text: ${percentilesLine(texts)}`);
  const [, , longest] = percentilesOf(texts);
  say(verdictLine('until the last message is read', { value: longest, below: LATEST_MS, unit: 'ms' }));
  const known = [...open, ...after].filter((megabytes) => megabytes !== undefined);
  say(verdictLine('memory of a process with its streams', { value: known.length === 0 ? Number.NaN : Math.max(...known), below: MOST_MB, unit: 'MB' }));
}

type Opening = { heard: Heard; signal: AbortSignal };
type Opened = { opened: number; seconds: number; ended(): number };

/** Opens everybody's streams. */
async function openAll(servers: ShopServer[], people: Participant[], { heard, signal }: Opening): Promise<Opened> {
  const limit = pLimit(OPENING_AT_ONCE);
  const began = performance.now();
  let ended = 0;
  const openOne = (person: Participant): Promise<void> =>
    openStream(urlFor(servers, person.number), person, {
      onChanged: (conversationId) => heard.note(conversationId, person.number),
      onEnd: () => {
        ended += 1;
      },
      signal,
    });
  const wanted = people.flatMap((person) => Array.from({ length: STREAMS_OF_PERSON }, () => person));
  await Promise.all(wanted.map((person) => limit(openOne, person)));
  return { opened: wanted.length, seconds: (performance.now() - began) / 1000, ended: () => ended };
}

/** The process that has the streams of a person; the next number's is another one, if there are two. */
function urlFor(servers: ShopServer[], number: number): string {
  return servers[number % servers.length]?.url ?? '';
}

/** Begins all conversations, then sends a message in each, one every `EVERY_MS`. */
async function sendAll(servers: ShopServer[], pairs: Pair[], heard: Heard): Promise<Took[]> {
  const conversations: { pair: Pair; id: string }[] = [];
  for (const pair of pairs) {
    const begun = await callAs(urlFor(servers, pair.buyer.number), pair.buyer, ['POST', '/conversations', { productId: pair.listingId }]);
    conversations.push({ pair, id: (begun as { _id: string })._id });
  }
  return Promise.all(conversations.map((conversation, at) => wait(at * EVERY_MS).then(() => sendOne(servers, conversation, heard))));
}

/** A buyer writes through one process; the seller, at another if there are two, hears of it and reads it. */
async function sendOne(servers: ShopServer[], { pair: { buyer, seller }, id }: { pair: Pair; id: string }, heard: Heard): Promise<Took> {
  const text = 'Is it still there?';
  const hearing = heard.byAll(id, seller.number);
  const began = performance.now();
  const [, took] = await Promise.all([
    callAs(urlFor(servers, seller.number + 1), buyer, ['POST', `/conversations/${id}/messages`, { clientId: randomUUID(), text }]),
    hearing.then(async () => {
      const event = performance.now() - began;
      const read = await callAs(urlFor(servers, seller.number), seller, ['GET', `/conversations/${id}/messages?after=0`]);
      if (!JSON.stringify(read).includes(text)) throw new Error('the message is not there');
      return { event, text: performance.now() - began };
    }),
  ]);
  return took;
}
