import type { Db } from '../../db/tables.ts';
import { type Entitlement, entitledTo, findSaleFacts, type SaleFacts } from '../payments/index.ts';
import { findWaiting } from './queries.ts';

/** Of how many sales one statement reads the facts. */
const AT_ONCE = 500;

/** What the seller of an order is entitled to now, and whether a bank is still investigating its payment. `agreedCents`: what is to go back at least. */
export async function findEntitlement(tx: Db, orderId: string, agreedCents: number): Promise<{ entitled: Entitlement; isDisputed: boolean }> {
  const facts = await requireSaleFacts(tx, orderId);
  return { entitled: entitledTo(facts, agreedCents), isDisputed: facts.isDisputed };
}

/** What waits for a seller's account to be set up, as it would be paid now: money may have gone back since. */
export async function sumWaiting(db: Db, of: Parameters<typeof findWaiting>[1]): Promise<number> {
  const waiting = await findWaiting(db, of);
  let sum = 0;
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    const some = waiting.slice(from, from + AT_ONCE);
    const facts = await findSaleFacts(
      db,
      some.map(({ order_id }) => order_id),
    );
    for (const { order_id, refunded_cents } of some) sum += netOf(facts.get(order_id), refunded_cents);
  }
  return sum;
}

const netOf = (facts: SaleFacts | undefined, agreedCents: number): number => (facts ? entitledTo(facts, agreedCents).netCents : 0);

export async function requireSaleFacts(db: Db, orderId: string): Promise<SaleFacts> {
  const facts = (await findSaleFacts(db, [orderId])).get(orderId);
  if (!facts) throw new Error('there is no such order');
  return facts;
}
