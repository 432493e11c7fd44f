import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { HttpError } from '#server/errors.ts';
import { findOrder } from '#server/features/orders/queries.ts';
import type { Client } from '#server/features/payments/client.ts';
import { beginPayment, cancelBooking, giveUp, waitForTurn } from '#server/features/payments/intents.ts';
import { sweepPayments, sweepReservations } from '#server/features/payments/sweep.ts';
import { insertUser } from '#test/support/world/rows.ts';
import { book } from './book.ts';
import { createChance } from './chance.ts';
import { demoListing, openWorld, RESERVATION_MS, type World } from './world.ts';

const MINUTE_MS = 60_000;
const PHONES = 64;

let world: World;
let phones: { listingId: string; sellerId: string }[];

beforeEach(async () => {
  await world?.close();
  world = await openWorld();
  phones = [];
  for (let made = 0; made < PHONES; made += 1) phones.push(await demoListing(world, book(world)));
});
afterAll(() => world.close());

type Player = Client & { orders: Map<string, string>; nextTry: number };

function services() {
  return { db: world.db, payments: world.cards.payments, clock: world.clock, reservationMs: () => RESERVATION_MS, sellerFee: () => undefined };
}

async function join(network: string | null): Promise<Player> {
  return {
    buyerId: (await insertUser(world.db, { role: 'buyer', now: world.clock.now() })).id,
    network: network === null ? null : { key: network, factor: 1 },
    orders: new Map(),
    nextTry: 0,
  };
}

async function orderFor(player: Player, { listingId, sellerId }: { listingId: string; sellerId: string }): Promise<string> {
  const known = player.orders.get(listingId);
  if (known) return known;
  const orderId = await book(world)({ listingId, sellerId, buyerId: player.buyerId, person: player.buyerId });
  player.orders.set(listingId, orderId);
  return orderId;
}

/** Returns the shop's refusal; null when there was none. */
async function attempt(work: () => Promise<unknown>): Promise<HttpError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function open(player: Player, orderId: string) {
  return attempt(async () => {
    const order = await findOrder(world.db, orderId);
    if (order) await beginPayment(services(), order, player);
  });
}

function findReserved() {
  return world.db
    .selectFrom('listings')
    .select(['id', 'reserved_by', 'reserved_until'])
    .where('reserved_by', 'is not', null)
    .where('reserved_until', '>', world.clock.now())
    .where('sold_at', 'is', null)
    .execute();
}

/** Everyone takes whatever is free as soon as the shop allows it, and pays nothing. Returns how many phones were off sale at each check. */
async function takeShop(puppets: Player[], hours: number, stepMinutes = 5): Promise<number[]> {
  const taken: number[] = [];
  for (let minute = 0; minute < hours * 60; minute += stepMinutes) {
    await sweepReservations(services());
    const reserved = new Set((await findReserved()).map(({ id }) => id));
    for (const puppet of puppets) {
      while (puppet.nextTry <= world.clock.now()) {
        const free = phones.find(({ listingId }) => !reserved.has(listingId));
        if (!free) break;
        const refused = await open(puppet, await orderFor(puppet, free));
        if (!refused) reserved.add(free.listingId);
        else puppet.nextTry = world.clock.now() + (refused.details.retryAfterSeconds ?? 60) * 1000;
      }
    }
    taken.push((await findReserved()).length);
    world.clock.advance(stepMinutes * MINUTE_MS);
  }
  return taken;
}

function shareOf(taken: number[]): number {
  return taken.reduce((sum, count) => sum + count, 0) / taken.length / PHONES;
}

async function puppetsFrom(count: number, networkOf: (index: number) => string): Promise<Player[]> {
  const puppets: Player[] = [];
  for (let index = 0; index < count; index += 1) puppets.push(await join(networkOf(index)));
  return puppets;
}

/** Returns how many minutes pass until a buyer gets a phone, joining its waitlist when it is taken. */
async function waitOf(buyer: Player, phone: { listingId: string; sellerId: string }, onMinute: () => Promise<void> = async () => {}) {
  const orderId = await orderFor(buyer, phone);
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    const refused = await open(buyer, orderId);
    if (!refused) return minutes;
    await attempt(() => waitForTurn(services(), orderId, buyer));
    if ((await findReserved()).some(({ reserved_by }) => reserved_by === orderId)) return minutes;
    world.clock.advance(MINUTE_MS);
    await sweepReservations(services());
    await onMinute();
  }
  return Number.POSITIVE_INFINITY;
}

describe('An attacker with many accounts who pays nothing', () => {
  test('Reserves at most eight of 64 phones from one network, and soon three', { timeout: 120_000 }, async () => {
    const taken = await takeShop(await puppetsFrom(61, () => 'one'), 24);
    expect(Math.max(...taken)).toBe(8);
    // Twelve have lapsed after two rounds of fifteen minutes.
    expect(Math.max(...taken.slice(6))).toBeLessThanOrEqual(3);
    expect(shareOf(taken)).toBeLessThan(0.055);
  });

  test('Reserves every phone for fifteen minutes from sixty networks, and 4 % of them over a day', { timeout: 120_000 }, async () => {
    const taken = await takeShop(await puppetsFrom(60, String), 24);
    expect(Math.max(...taken)).toBe(PHONES);
    expect(shareOf(taken)).toBeLessThan(0.045);
    // An honest buyer who arrives meanwhile gets a phone right away.
    expect(await waitOf(await join('honest'), phones[40] ?? { listingId: '', sellerId: '' })).toBeLessThanOrEqual(15);
  });

  test('Keeps an honest buyer from another network waiting for 15 minutes at most', { timeout: 120_000 }, async () => {
    await takeShop(await puppetsFrom(60, String), 5 / 60);
    expect(await findReserved()).toHaveLength(PHONES);
    expect(await waitOf(await join('honest'), phones[40] ?? { listingId: '', sellerId: '' })).toBeLessThanOrEqual(15);
  });

  test.each([
    ['one network', () => 'one', 50],
    ['sixty networks', String, 75],
  ] as const)('Delays nobody on the waitlist for one phone past the promised time, attacking from %s', async (_, networkOf, bound) => {
    const puppets = await puppetsFrom(60, networkOf);
    const [phone] = phones;
    if (!phone) throw new Error('there are phones');
    const compete = async () => {
      for (const puppet of puppets) {
        if (puppet.nextTry > world.clock.now()) continue;
        const orderId = await orderFor(puppet, phone);
        const refused = (await open(puppet, orderId)) && (await attempt(() => waitForTurn(services(), orderId, puppet)));
        puppet.nextTry = world.clock.now() + (refused?.details.retryAfterSeconds ?? 300) * 1000;
      }
    };
    await compete();
    // A returning customer finds a place, however many newcomers there are.
    const customer = await join(null);
    expect(await waitOf(customer, phone, compete)).toBeLessThanOrEqual(bound);
  });
});

test('Reservation limits per person, network and phone always hold, and nobody waits past their promised time', {
  timeout: 120_000,
}, async () => {
  const chance = createChance(20261122);
  const few = phones.slice(0, 5);
  const players = [...(await puppetsFrom(6, () => 'one')), ...(await puppetsFrom(6, String))];
  const promised = new Map<string, number>();
  for (let move = 0; move < 1500; move += 1) {
    const player = chance.pickOf(players) as Player;
    const phone = chance.pickOf(few) as (typeof few)[number];
    const orderId = await orderFor(player, phone);
    const lot = chance.below(100);
    if (lot < 35) await open(player, orderId);
    else if (lot < 60) await attempt(() => waitForTurn(services(), orderId, player));
    else if (lot < 70) await attempt(() => giveUp(services(), player.buyerId, orderId));
    else if (lot < 72 && (await attempt(() => cancelBooking(services(), player.buyerId, orderId))) === null) player.orders.delete(phone.listingId);
    else if (lot < 74) await sweepPayments(services());
    else {
      world.clock.advance(chance.pick([1, 3, 5, 10, 30]) * MINUTE_MS);
      if (chance.percent(50)) await sweepReservations(services());
    }
    await expectLimits(promised);
  }
});

/** Checks what must hold after every move; `promised` stores the latest time that each waiting person was first given. */
async function expectLimits(promised: Map<string, number>): Promise<void> {
  const { db, clock } = world;
  const now = clock.now();
  const open = await db.selectFrom('reservations').selectAll().where('ended_at', 'is', null).orderBy('asked_at').orderBy('id').execute();
  const reserved = await findReserved();
  const count = (of: (row: (typeof open)[number]) => string | null) =>
    Math.max(0, ...Object.values(Object.groupBy(open, (row) => of(row) ?? 'none')).map((rows) => rows?.length ?? 0));
  expect(count(({ buyer_id }) => buyer_id)).toBeLessThanOrEqual(2);
  expect(
    Object.values(
      Object.groupBy(
        open.filter(({ network }) => network !== null),
        ({ network }) => network ?? '',
      ),
    ).every((rows) => (rows?.length ?? 0) <= 8),
  ).toBe(true);
  // Listings and reservations agree.
  for (const { reserved_by, reserved_until } of reserved) expect(open.find(({ order_id }) => order_id === reserved_by)?.until).toBe(reserved_until);
  for (const row of open) {
    if (row.until !== null) {
      promised.delete(row.id);
      continue;
    }
    const line = open.filter(({ listing_id, until }) => listing_id === row.listing_id && until === null);
    const reservedUntil = reserved.find(({ id }) => id === row.listing_id)?.reserved_until ?? now;
    const turnBy = reservedUntil + line.indexOf(row) * 5 * MINUTE_MS;
    const first = promised.get(row.id) ?? turnBy;
    promised.set(row.id, first);
    // A late sweep doesn't delay anyone: looking at the page gives them their turn.
    if (reserved.some(({ id }) => id === row.listing_id)) expect(turnBy).toBeLessThanOrEqual(Math.max(first, now) + 5 * MINUTE_MS);
  }
}
