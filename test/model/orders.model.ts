import { expect, test } from 'vitest';
import { reconcile } from '#server/features/payments/index.ts';
import { findOrderBreaches } from './orders-invariants.ts';
import { playOrder } from './orders-play.ts';
import type { Diary } from './play.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

const BATCH = 250;

/** The number of interleavings played by both files together. */
export const INTERLEAVINGS = Number(process.env.MODEL_INTERLEAVINGS ?? 200);

/** Plays what happens after the payment with these seeds, and checks each order when it has ended. */
export function testOrders(from: number, to: number, options: () => WorldOptions = () => ({})): void {
  for (let first = from; first < to; first += BATCH) {
    const last = Math.min(first + BATCH, to) - 1;
    test(`Every paid order ends, its money goes once to where it belongs, and both sides are told, in interleavings ${first} to ${last}`, {
      timeout: 600_000,
    }, async () => {
      const world = await openWorld(options());
      try {
        for (let seed = first; seed <= last; seed += 1) await tryOne(world, seed);
        expect((await reconcile({ db: world.db, payments: world.cards.payments, payouts: world.cards.payouts })).differences).toEqual([]);
      } finally {
        await world.close();
      }
    });
  }
}

async function tryOne(world: World, seed: number): Promise<void> {
  try {
    const { breaches, diary } = await playAndCheck(world, seed);
    if (breaches.length > 0) throw new Error([...breaches, 'What went on:', ...diary].join('\n  '));
  } catch (error) {
    throw new Error(`seed ${seed} (again: MODEL_SEED=${seed} npx vitest run test/model/orders-1.test.ts): ${String(error)}`, { cause: error });
  }
}

/** Plays one interleaving, and lists what was wrong in the end. */
export async function playAndCheck(world: World, seed: number): Promise<{ breaches: string[]; diary: Diary }> {
  const began = world.clock.now();
  const deal = await playOrder(world, seed);
  const breaches = await findOrderBreaches(world, deal);
  await world.db.deleteFrom('practice_events').execute();
  await world.db.deleteFrom('practice_replays').execute();
  // Months passed, and cards expire.
  world.clock.advance(began - world.clock.now());
  return { breaches, diary: deal.diary };
}
