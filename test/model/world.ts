import { type Dialect, type Driver, Kysely, sql } from 'kysely';
import { hours } from '#contract/shared/durations.ts';
import { signEvent } from '#server/adapters/payments/practice/deliveries.ts';
import type { Fault } from '#server/adapters/payments/practice/faults.ts';
import { createPracticeCards, type PracticeCards } from '#server/adapters/payments/practice/practice-cards.ts';
import type { DatabaseConfig } from '#server/db/database.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { type Clock, createClock, MID_MONTH } from '#test/support/clock.ts';
import { freshDatabase } from '#test/support/database.ts';
import { KEYS } from '#test/support/doubles/practice-cards.ts';
import { insertListing, insertUser } from '#test/support/world/rows.ts';
import { cardFields, intentIdOf, PRICE } from '#test/support/world/values.ts';
import type { Shared } from './steps.ts';

export const RESERVATION_MS = 15 * 60_000;
export const INSPECTION_MS = hours(48);
export const PRICE_CENTS = PRICE * 100;

export type World = {
  db: Db;
  clock: Clock;
  cards: PracticeCards;
  /** Each of two processes' connections to the shop and the provider. */
  processes: [Shared, Shared];
  /** How the shop's calls to the provider fail, until set to null. */
  misbehaveWith(decide: (() => Fault | null) | null): void;
  close(): Promise<void>;
};

export type WorldOptions = {
  /** A PostgreSQL server, for two processes with separate connections. Without one, there is one process on SQLite. */
  server?: string;
  /** Runs steps concurrently instead of one at a time. */
  isFree?: boolean;
};

/** `person`: whose account it is; two accounts of one person have the same phone number. */
export type Buyer = { id: string; person: string; orderId: string; listingId: string; secrets: string[] };

/** The name of a buyer who books at the price that they saw, so that their order keeps it. */
export const sawPrice = (cents: number): string => `saw ${cents}`;

export type Booking = { listingId: string; sellerId: string; buyerId: string; person: string };

/** A phone on sale with the buyers who booked it. */
export type Phone = { listingId: string; sellerId: string; buyers: Buyer[] };

/** A shop's database and a practice card provider, without a server and without durability. */
export async function openWorld({ server, isFree = false }: WorldOptions = {}): Promise<World> {
  const database = await freshDatabase(server);
  const first = await openProcess(database.config);
  if (database.config.kind === 'sqlite') await sql`pragma synchronous = off`.execute(first.db);
  const second = database.config.kind === 'sqlite' ? first : await openProcess(database.config);
  let decide: (() => Fault | null) | null = null;
  const clock = createClock(MID_MONTH);
  const openCards = (db: Db): PracticeCards => createPracticeCards({ db, clock, ...KEYS, retries: 0, misbehave: () => decide?.() ?? null });
  const cards = openCards(first.db);
  const share = ({ dialect, driver }: { dialect: Dialect; driver: Driver }, { payments, payouts }: PracticeCards): Shared => ({
    dialect,
    driver,
    payments,
    payouts,
    isFree,
  });
  return {
    db: first.db,
    clock,
    cards,
    processes: [share(first, cards), share(second, openCards(second.db))],
    misbehaveWith(next) {
      decide = next;
    },
    async close() {
      await first.db.destroy();
      if (second !== first) await second.db.destroy();
      await database.drop();
    },
  };
}

/** Opens one process's own connections to the shop's database. */
async function openProcess(config: DatabaseConfig): Promise<{ db: Db; dialect: Dialect; driver: Driver }> {
  const dialect: Dialect = config.kind === 'sqlite' ? openSqlite(config.file) : openPostgres(config, { onError: () => {} });
  const driver: Driver = dialect.createDriver();
  await driver.init();
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => ({ ...bindDriver(driver), init: async () => {} }),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (inner) => dialect.createIntrospector(inner),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
  return { db, dialect, driver };
}

function bindDriver(driver: Driver): Driver {
  return {
    init: () => driver.init(),
    acquireConnection: (options) => driver.acquireConnection(options),
    beginTransaction: (...all) => driver.beginTransaction(...all),
    commitTransaction: (...all) => driver.commitTransaction(...all),
    rollbackTransaction: (...all) => driver.rollbackTransaction(...all),
    releaseConnection: (...all) => driver.releaseConnection(...all),
    destroy: () => driver.destroy(),
  };
}

/** A phone on sale, booked by these accounts and by new ones. */
export async function demoListing(
  { db, clock }: World,
  book: (booking: Booking) => Promise<string>,
  { newBuyers = 0, again = [] }: { newBuyers?: number; again?: Pick<Buyer, 'id' | 'person'>[] } = {},
): Promise<Phone> {
  const { id: sellerId } = await insertUser(db, { role: 'seller', now: clock.now() });
  const listingId = await insertListing(db, sellerId, clock.now());
  const buyers: Buyer[] = [];
  for (const { id, person } of again) buyers.push({ id, person, listingId, orderId: await book({ listingId, sellerId, buyerId: id, person }), secrets: [] });
  for (let count = 0; count < newBuyers; count += 1) {
    const id = await newAccount({ db, clock });
    buyers.push({ id, person: id, listingId, orderId: await book({ listingId, sellerId, buyerId: id, person: id }), secrets: [] });
  }
  return { listingId, sellerId, buyers };
}

export async function newAccount({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<string> {
  return (await insertUser(db, { role: 'buyer', now: clock.now() })).id;
}

/** Pays with a card like a buyer's browser, whatever the provider answers. */
export async function confirmCard({ cards }: World, secret: string, number: string): Promise<void> {
  await cards.handle(
    new Request(`http://shop.test/practice-cards/v1/payment_intents/${intentIdOf(secret)}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.publishableKey}` },
      body: new URLSearchParams({ client_secret: secret, ...cardFields(number) }),
    }),
  );
}

/** Completes or fails the bank's confirmation, like a buyer. */
export async function answerBank({ db, cards }: World, secret: string, outcome: 'complete' | 'fail'): Promise<void> {
  const intent = await db.selectFrom('practice_intents').select('version').where('id', '=', intentIdOf(secret)).executeTakeFirst();
  await cards.handle(
    new Request(`http://shop.test/practice-cards/challenge/${intentIdOf(secret)}`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, outcome, version: String(intent?.version ?? 0) }),
    }),
  );
}

/** The provider's messages about these intents, in the order they were written. */
export async function readMessages({ db }: World, intentIds: string[]): Promise<string[]> {
  if (intentIds.length === 0) return [];
  const rows = await db
    .selectFrom('practice_events')
    .select('body')
    .where((eb) => eb.or(intentIds.map((id) => eb('body', 'like', `%${id}%`))))
    .execute();
  return rows.map(({ body }) => body);
}

export const sign = ({ clock }: World, body: string): string => signEvent(body, KEYS.webhookSecret, clock.now());
