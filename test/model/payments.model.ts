import { expect, test } from 'vitest';
import { reconcile } from '#server/features/payments/index.ts';
import { findBreaches, findDiscountBreaches } from './invariants.ts';
import { findOfferBreaches } from './offers-play.ts';
import { type Diary, play } from './play.ts';
import { findSellingBreaches } from './selling-play.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

const BATCH = 250;

/** The number of interleavings played by both files together. */
export const INTERLEAVINGS = Number(process.env.MODEL_INTERLEAVINGS ?? 300);

/** Plays interleavings with these seeds and checks the tables after each; reconciles the whole ledger with the provider after every batch. */
export function testInterleavings(from: number, to: number, options: () => WorldOptions = () => ({})): void {
  for (let first = from; first < to; first += BATCH) {
    const last = Math.min(first + BATCH, to) - 1;
    test(`Keeps one charge for each phone and one discount for each person, and refunds every other charge, in interleavings ${first} to ${last}`, {
      timeout: 600_000,
    }, async () => {
      const world = await openWorld(options());
      try {
        for (let seed = first; seed <= last; seed += 1) {
          await tryOne(world, seed);
          await forget(world);
        }
        expect((await reconcile({ db: world.db, payments: world.cards.payments, payouts: world.cards.payouts })).differences).toEqual([]);
      } finally {
        await world.close();
      }
    });
  }
}

async function tryOne(world: World, seed: number): Promise<void> {
  const replay = `MODEL_SEED=${seed} npx vitest run test/model/payments-1.test.ts`;
  try {
    const { breaches, diary } = await playAndCheck(world, seed);
    if (breaches.length > 0) throw new Error([...breaches, 'What went on:', ...diary].join('\n  '));
  } catch (error) {
    throw new Error(`seed ${seed} (again: ${replay})`, { cause: error });
  }
}

/** Plays one interleaving, and lists what is wrong afterwards. */
export async function playAndCheck(world: World, seed: number): Promise<{ breaches: string[]; diary: Diary }> {
  const { phones, diary } = await play(world, seed);
  const breaches = await findDiscountBreaches(world, phones);
  for (const phone of phones)
    breaches.push(...(await findBreaches(world, phone)), ...(await findOfferBreaches(world, phone)), ...(await findSellingBreaches(world, phone)));
  return { breaches, diary };
}

async function forget({ db }: World): Promise<void> {
  await db.deleteFrom('practice_events').execute();
  await db.deleteFrom('practice_replays').execute();
}
