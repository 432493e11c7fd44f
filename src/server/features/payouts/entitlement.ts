import type { Db } from '../../db/tables.ts';
import { type Entitlement, entitledTo, findSaleFacts, type SaleFacts } from '../payments/index.ts';

/** What the seller of an order is entitled to now, and whether a bank is still investigating its payment. `agreedCents`: what is to go back at least. */
export async function findEntitlement(tx: Db, orderId: string, agreedCents: number): Promise<{ entitled: Entitlement; isDisputed: boolean }> {
  const facts = await requireSaleFacts(tx, orderId);
  return { entitled: entitledTo(facts, agreedCents), isDisputed: facts.isDisputed };
}

export async function requireSaleFacts(db: Db, orderId: string): Promise<SaleFacts> {
  const facts = (await findSaleFacts(db, [orderId])).get(orderId);
  if (!facts) throw new Error('there is no such order');
  return facts;
}
