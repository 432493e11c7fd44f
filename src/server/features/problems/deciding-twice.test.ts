import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidOrder } from '#contract/orders.ts';
import type { Problem } from '#contract/problems.ts';
import { days } from '#contract/shared/durations.ts';
import type { ProblemsTable } from '#server/db/tables/orders.ts';
import type { Db } from '#server/db/tables.ts';
import { type Ended, endOrder } from '#server/features/fulfillment/index.ts';
import { type FulfilledOrderRow, findFulfilledOrder } from '#server/features/orders/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { acceptOffer, acceptReturn, declineOffer, type SideStatement } from './commands.ts';
import { decideProblem } from './decision-commands.ts';
import { findProblem } from './queries.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admins: [Person, Person];

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
  admins = [await createPerson(shop, 'admin'), await createPerson(shop, 'admin')];
});
afterAll(() => shop.close());

/** What somebody does whose page shows the order as it was before the other acted. */
type Act = (order: FulfilledOrderRow, problem: ProblemsTable) => Promise<Ended>;

const end = (work: (tx: Db) => Promise<Ended>): Promise<Ended> => endOrder(shop.services, work);
const stand = async (orderId: string) => ((await shop.call('GET', `/orders/${orderId}`, { as: buyer.token })).body as PaidOrder).fulfillment;
const problemOf = async (orderId: string) => (await shop.call('GET', `/orders/${orderId}/problem`, { as: buyer.token })).body as Problem;

async function buyWithProblem(answer: object): Promise<string> {
  const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
  const now = shop.clock.now();
  const handedOver = { state: 'handed_over', handed_over_at: now, due_at: now + days(2) } as const;
  await shop.services.db.updateTable('fulfillments').set(handedOver).where('order_id', '=', orderId).execute();
  const report = { reason: 'not_working', text: 'It doesn’t charge.' };
  expect((await shop.call('POST', `/orders/${orderId}/problem`, { as: buyer.token, body: report })).status).toBe(201);
  expect((await shop.call('POST', `/orders/${orderId}/problem/answer`, { as: seller.token, body: answer })).status).toBe(200);
  return orderId;
}

/** Both at once, after both have seen the same. Returns what came of each. */
async function runBoth(orderId: string, first: Act, second: Act): Promise<Ended['outcome'][]> {
  const { db } = shop.services;
  const [order, problem] = [await findFulfilledOrder(db, orderId), await findProblem(db, orderId)];
  if (!order || !problem) throw new Error('there is no problem');
  return (await Promise.all([first(order, problem), second(order, problem)])).map(({ outcome }) => outcome);
}

/** The same; returns which of the two counted, when exactly one did. */
async function race(orderId: string, first: Act, second: Act): Promise<Act> {
  const outcomes = await runBoth(orderId, first, second);
  expect(outcomes.toSorted()).toEqual(['changed', 'ended']);
  return outcomes[0] === 'ended' ? first : second;
}

const bothWays = <T>(pairs: [T, T][]): [T, T][] =>
  pairs.flatMap(
    ([one, other]) =>
      [
        [one, other],
        [other, one],
      ] as [T, T][],
  );

describe('Two admins who decide at once', () => {
  const ENDS = {
    return: { state: 'returning' },
    refund: { state: 'decided', outcome: 'refunded' },
    partial: { state: 'decided', outcome: 'partly_refunded' },
    pay_seller: { state: 'decided', outcome: 'paid_out' },
  } as const;
  type Decision = keyof typeof ENDS;

  test.each(
    bothWays<Decision>([
      ['return', 'refund'],
      ['return', 'pay_seller'],
      ['return', 'partial'],
      ['refund', 'pay_seller'],
      ['return', 'return'],
    ]),
  )('One decision counts, and the other is refused: %s and %s', async (one, other) => {
    const orderId = await buyWithProblem({ answer: 'refuse', text: 'It worked here.' });
    const decide =
      (decision: Decision, { id: adminId }: Person): Act =>
      (order) => {
        const cents = decision === 'partial' ? 1000 : null;
        return end((tx) => decideProblem(tx, order, { decision, cents, reason: 'We looked.', adminId, now: shop.clock.now() }));
      };
    const [first, second] = [decide(one, admins[0]), decide(other, admins[1])];
    const counted = (await race(orderId, first, second)) === first ? one : other;
    expect(await stand(orderId)).toMatchObject(ENDS[counted]);
    expect(await problemOf(orderId)).toMatchObject({ decision: counted });
  });
});

describe('A buyer and a seller who answer at once', () => {
  const byBuyer = () => ({ by: { role: 'buyer', id: buyer.id }, now: shop.clock.now() }) as const;
  const accept: Act = (order, problem) => end((tx) => acceptOffer(tx, order, problem, { ...byBuyer(), why: 'partial_refund_accepted' }));
  const decline: Act = (order, problem) => end((tx) => declineOffer(tx, order, problem, byBuyer()));
  const takeBack: Act = (order, problem) => {
    const statement: SideStatement = { side: 'seller', userId: seller.id, text: '', photos: [], images: shop.services.images, now: shop.clock.now() };
    return end((tx) => acceptReturn(tx, order, problem, statement));
  };

  test.each(
    bothWays([
      ['accepts', 'takes back'],
      ['accepts', 'declines'],
    ]),
  )('The offer is accepted, or it isn’t: %s and %s', async (one, other) => {
    const acts: Record<string, Act> = { accepts: accept, declines: decline, 'takes back': takeBack };
    const [first, second] = [acts[one] ?? accept, acts[other] ?? accept];
    const orderId = await buyWithProblem({ answer: 'offer', amount: 40 });
    const counted = await race(orderId, first, second);
    const ends = new Map([
      [accept, 'decided'],
      [decline, 'escalated'],
      [takeBack, 'returning'],
    ]);
    expect((await stand(orderId)).state).toBe(ends.get(counted));
  });

  test('A seller who takes the phone back while the buyer declines takes it back, whoever was first', async () => {
    for (const [first, second] of bothWays([[decline, takeBack]])) {
      const orderId = await buyWithProblem({ answer: 'offer', amount: 40 });
      expect(await runBoth(orderId, first, second)).toContain('ended');
      expect((await stand(orderId)).state).toBe('returning');
    }
  });
});
