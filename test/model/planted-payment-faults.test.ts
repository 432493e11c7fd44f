import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { playAndCheck } from './payments.model.ts';
import { openWorld } from './world.ts';

/** More than it takes to find any of these. */
const MOST_SEEDS = 100;

/** A trigger that spoils what the shop writes; what the model has to say about it. */
const FAULTS = {
  'a booking at another price than its buyer saw': {
    trigger: sql`after insert on orders begin update orders set price_cents = price_cents - 100 where id = new.id; end`,
    breach: /costs \d+, and its buyer saw \d+ and agreed on/u,
  },
  'a price that is changed under an order': {
    trigger: sql`after update of price_cents on listings begin update orders set price_cents = new.price_cents where listing_id = new.id and state = 'booked'; end`,
    breach: /costs \d+, and its buyer saw \d+ and agreed on/u,
  },
  'a paused phone that can be paid': {
    trigger: sql`after update of removed_reason on listings when new.removed_reason = 'paused' begin
      update listings set removed_at = null where id = new.id; end`,
    breach: /listing_sold while it was paused/u,
  },
};

test.each(Object.entries(FAULTS))('The model of payments reports %s', async (_, { trigger, breach }) => {
  const world = await openWorld();
  try {
    await sql`create trigger planted ${trigger}`.execute(world.db);
    const breaches: string[] = [];
    for (let seed = 0; seed < MOST_SEEDS && !breaches.some((one) => breach.test(one)); seed += 1) breaches.push(...(await playAndCheck(world, seed)).breaches);
    expect(breaches).toContainEqual(expect.stringMatching(breach));
  } finally {
    await world.close();
  }
});

test('The same seed is the same interleaving', async () => {
  const diaryOf = async (seed: number): Promise<string> => {
    const world = await openWorld();
    try {
      const { diary } = await playAndCheck(world, seed);
      return diary.join('\n').replace(/pi_\w+/gu, 'an intent');
    } finally {
      await world.close();
    }
  };
  for (const seed of [1, 5, 8]) expect(await diaryOf(seed)).toBe(await diaryOf(seed));
});
