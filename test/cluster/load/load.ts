import type { Db } from '#server/db/tables.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import type { TestApp } from '#test/support/app.ts';
import { findCardProvider } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { insertFrontPicture } from '#test/support/world/stored-pictures.ts';
import { createCategory } from '#test/support/world/world.ts';
import { AUTH_SECRET } from '../shops.ts';
import { createJournal, type Journal } from './journal.ts';
import { type Actor, createActor, type World } from './people.ts';
import { tradePhones } from './sales.ts';
import { talk } from './talk.ts';
import { browse } from './visitors.ts';

const TRADES = 2;
const TALKS = 2;
const VISITORS = 2;

export type Load = {
  journal: Journal;
  /** Ends it, once everybody's last call is answered. Throws what went wrong in it. */
  stop(): Promise<void>;
};

/** Starts a mixed load on the shop at this URL: people who sell, buy and write, and visitors. */
export async function startLoad(url: string, db: Db): Promise<Load> {
  // Enough of an app to write people directly to its database.
  const services = { db, tokenSecret: Buffer.from(deriveSecret(AUTH_SECRET, 'access-tokens')) };
  const shop = { services, clock: { now: () => Date.now() } } as unknown as TestApp;
  await createCategory(shop);
  await insertFrontPicture(db);
  const journal = createJournal();
  let isStopped = false;
  const about = { journal, isOver: () => isStopped };
  const world: World = { shop, url, journal };
  const provider = await findCardProvider(createClient(url));
  const [seller, buyer] = ['seller', 'buyer'] as const;
  const all: Promise<void>[] = [];
  for (let count = 0; count < TRADES; count += 1) {
    const buyers: [Actor, Actor] = [await createActor(world, buyer), await createActor(world, buyer)];
    all.push(tradePhones({ ...about, provider, seller: await createActor(world, seller), buyers }));
  }
  for (let count = 0; count < TALKS; count += 1) all.push(talk({ ...about, seller: await createActor(world, seller), buyer: await createActor(world, buyer) }));
  for (let count = 0; count < VISITORS; count += 1) all.push(browse({ ...about, url }));
  const ended = Promise.all(all);
  // Noticed when it is stopped.
  ended.catch(() => {});
  return {
    journal,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}
