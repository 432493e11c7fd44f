import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '#test/client.ts';
import { listingInput } from '#test/factories.ts';
import { pictureOf } from '#test/pictures.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';

/** Numbers from 0 to 1 that a seed gives again. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export type Acknowledged = { listings: Set<string>; orders: Set<string>; pictures: Set<string> };

type People = { seller: { email: string; token: string }; buyer: { email: string; token: string } };

export const signUpPeople = async (url: string): Promise<People> => ({
  seller: { email: 'seller@example.test', token: await createClient(url).signUp('seller@example.test', 'seller') },
  buyer: { email: 'buyer@example.test', token: await createClient(url).signUp('buyer@example.test', 'buyer') },
});

type Answer = { insertedId?: string; data?: { display_url: string } };

const signInAgain = async (url: string): Promise<People> => ({
  seller: { email: 'seller@example.test', token: await createClient(url).signIn('seller@example.test', 'practice123') },
  buyer: { email: 'buyer@example.test', token: await createClient(url).signIn('buyer@example.test', 'practice123') },
});
/** Rounds between two sign-ins. */
const RENEWED = 10;

const SELLERS = 3;
const BUYERS = 2;

/** Lists, books and uploads until it is told to stop or the shop is gone; what was acknowledged is written down. */
export const writeUntil = async (url: string, { seller, buyer }: People, acknowledged: Acknowledged, isOver: () => boolean): Promise<{ refused: number[] }> => {
  const refused: number[] = [];
  const waiting: string[] = [];
  const send = async (path: string, token: string, body: object): Promise<Answer | null> => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) };
    const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
    const answer = (await reply.json()) as Answer;
    if (reply.ok) return answer;
    refused.push(reply.status);
    return null;
  };
  const list = async (): Promise<void> => {
    const answer = await send(`/products?email=${seller.email}`, seller.token, listingInput());
    if (!answer) return;
    acknowledged.listings.add(answer.insertedId ?? '');
    waiting.push(answer.insertedId ?? '');
  };
  const book = async (): Promise<void> => {
    const productId = waiting.shift();
    if (productId === undefined) return void (await wait(5));
    const answer = await send('/bookings', buyer.token, { productId, phone: '555', meeting_location: 'Station' });
    if (answer) acknowledged.orders.add(answer.insertedId ?? '');
  };
  const photo = new Blob([new Uint8Array(await pictureOf('jpeg', 400, 300))], { type: 'image/jpeg' });
  const upload = async (): Promise<void> => {
    const form = new FormData();
    form.append('image', photo, 'phone.jpg');
    const answer = await send('/images', seller.token, form);
    if (answer) acknowledged.pictures.add(answer.data?.display_url ?? '');
  };
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    // A shop that was killed answers nothing more; what it had not answered was not acknowledged.
    while (!isOver())
      try {
        await work();
      } catch {
        return;
      }
  };
  await Promise.all([...Array.from({ length: SELLERS }, () => repeat(list)), ...Array.from({ length: BUYERS }, () => repeat(book)), repeat(upload)]);
  return { refused };
};

/** What is wrong with a data directory that no shop runs on: what was acknowledged and is not there, and what the database's own checks say. */
export const findLosses = (dataDir: string, { listings, orders, pictures }: Acknowledged): string[] => {
  const database = new DatabaseSync(join(dataDir, 'redial.db'));
  const idsOf = (table: string): Set<unknown> =>
    new Set(
      database
        .prepare(`select id from ${table}`)
        .all()
        .map(({ id }) => id),
    );
  const losses: string[] = [];
  const [integrity] = database.prepare('pragma integrity_check').all();
  if (integrity?.integrity_check !== 'ok') losses.push(`integrity_check: ${JSON.stringify(integrity)}`);
  const broken = database.prepare('pragma foreign_key_check').all();
  if (broken.length > 0) losses.push(`foreign_key_check: ${JSON.stringify(broken)}`);
  const [keptListings, keptOrders] = [idsOf('listings'), idsOf('orders')];
  for (const id of listings) if (!keptListings.has(id)) losses.push(`listing ${id}`);
  for (const id of orders) if (!keptOrders.has(id)) losses.push(`order ${id}`);
  const kept = new Set(
    database
      .prepare('select address from images where kept_at is not null')
      .all()
      .map(({ address }) => address),
  );
  for (const address of pictures) {
    const file = join(dataDir, address);
    if (!kept.has(address) || !existsSync(file) || readdirSync(join(file, '..')).length < 3) losses.push(`picture ${address}`);
  }
  database.close();
  return losses;
};

/** Kills a shop so many times in the middle of its writes; answers how much was acknowledged and what was lost. */
export const killAgainAndAgain = async (
  settings: Record<string, string> & { DATA_DIR: string },
  { kills, seed, longestMs = 900, say = () => {} }: { kills: number; seed: number; longestMs?: number; say?: (line: string) => void },
): Promise<{ acknowledged: Acknowledged; losses: string[] }> => {
  const random = createRandom(seed);
  const acknowledged: Acknowledged = { listings: new Set(), orders: new Set(), pictures: new Set() };
  let people: People | null = null;
  for (let round = 1; round <= kills; round += 1) {
    const shop: ServerProcess = await startServer(settings);
    // Access tokens end before a long trial does: without new ones nothing would be written any more, and nothing could be lost.
    people = people === null ? await signUpPeople(shop.url) : round % RENEWED === 0 ? await signInAgain(shop.url) : people;
    let isOver = false;
    const writing = writeUntil(shop.url, people, acknowledged, () => isOver);
    await wait(random() * longestMs);
    await shop.kill();
    isOver = true;
    await writing;
    const losses = findLosses(settings.DATA_DIR, acknowledged);
    if (losses.length > 0) return { acknowledged, losses: losses.map((loss) => `after kill ${round}: ${loss}`) };
    if (round % 10 === 0)
      say(`${round} kills: ${acknowledged.listings.size} listings, ${acknowledged.orders.size} orders, ${acknowledged.pictures.size} pictures, all there`);
  }
  return { acknowledged, losses: [] };
};
