import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hours } from '#contract/shared/durations.ts';
import { ProviderError } from '#server/errors.ts';
import type { PayoutService } from '#server/ports/payouts.ts';
import { playAndCheck } from './orders.model.ts';
import { openWorld, type World } from './world.ts';

/** More than it takes to find any of these. */
const MOST_SEEDS = 100;

/** Spoils a world; what the model has to say about it. */
type Fault = { plant(world: World): Promise<World>; breach: RegExp };

const FAULTS: Record<string, Fault> = {
  'a payout that is sent again after its reply was lost': {
    async plant({ cards, processes: [one, other], ...world }) {
      return { ...world, cards: { ...cards, ...forgetful(cards) }, processes: [forgetful(one), forgetful(other)] };
    },
    breach: /the seller was sent 2 transfers|the payout is failed/u,
  },
  'a deadline that the shop never meets': {
    plant: whenFulfilled('returning', sql`due_at = null`),
    breach: /the order never ended: returning/u,
  },
  'a payout before the time to check the phone is over': {
    plant: whenFulfilled('handed_over', sql`due_at = due_at - ${sql.lit(hours(47))}`),
    breach: /inspection_over, only \d+ hours after/u,
  },
  'a cancellation that overlooks the seller’s waiting code': {
    plant: whenCodeWaits('not in', 'update handover_proofs set counted_at = received_at'),
    breach: /although the seller’s code waited/u,
  },
  'a code from a meeting that is thrown away because it came late': {
    plant: whenCodeWaits('in', 'delete from handover_proofs'),
    breach: /the seller’s code from a meeting got lost/u,
  },
  'a notification that isn’t sent': {
    async plant(world) {
      const lost = sql`delete from notifications where id = new.id`;
      await sql`create trigger planted after insert on notifications when new.kind = 'return_agreed' begin ${lost}; end`.execute(world.db);
      return world;
    },
    breach: /the (?:buyer|seller) was not told: return_agreed/u,
  },
};

test.each(Object.entries(FAULTS))('The model reports %s', { timeout: 120_000 }, async (_, { plant, breach }) => {
  const world = await openWorld();
  try {
    const spoilt = await plant(world);
    const breaches: string[] = [];
    for (let seed = 0; seed < MOST_SEEDS && breaches.length === 0; seed += 1) breaches.push(...(await playAndCheck(spoilt, seed)).breaches);
    expect(breaches).toContainEqual(expect.stringMatching(breach));
  } finally {
    await world.close();
  }
});

/** It makes a transfer whenever it is asked, and lists none; its first reply gets lost. */
function forgetful<Process extends { payouts: PayoutService }>({ payouts, ...rest }: Process) {
  const asked = new Map<string, number>();
  const spoilt: PayoutService = {
    ...payouts,
    findTransferNamed: async () => null,
    async transfer(transfer) {
      const times = (asked.get(transfer.name) ?? 0) + 1;
      asked.set(transfer.name, times);
      const made = await payouts.transfer({ ...transfer, key: `${transfer.key} ${times}` });
      if (times === 1) throw new ProviderError('The reply was lost.');
      return made;
    },
  };
  return { ...rest, payouts: spoilt };
}

/** Changes an order's row whenever it comes to this state. */
function whenFulfilled(state: string, change: ReturnType<typeof sql>): Fault['plant'] {
  return async (world) => {
    const update = sql`update fulfillments set ${change} where order_id = new.order_id`;
    await sql`create trigger planted after update of state on fulfillments when new.state = ${sql.lit(state)} begin ${update}; end`.execute(world.db);
    return world;
  };
}

/** Does something to a waiting code as soon as it is stored, if its order has ended, or hasn't. */
function whenCodeWaits(is: 'in' | 'not in', statement: string): Fault['plant'] {
  return async (world) => {
    const ended = sql.raw(`(select state from fulfillments where order_id = new.order_id) ${is} ('canceled', 'decided')`);
    const change = sql.raw(`${statement} where order_id = new.order_id and side = 'seller' and direction = 'handover'`);
    await sql`create trigger planted after insert on handover_proofs when new.counted_at is null and ${ended} begin ${change}; end`.execute(world.db);
    return world;
  };
}
