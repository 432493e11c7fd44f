import type { Db } from '../../db/tables.ts';
import { findFreeze } from './dispute-queries.ts';
import { refuseFrozen } from './dispute-rules.ts';

/**
 * Throws 409 while a bank investigates an order's payment. While it only inquires, refunds can be made; once it has taken all of it, only they can't.
 * Call it in the transaction that moves the money, with the listing locked.
 */
export async function requireUnfrozen(tx: Db, orderId: string, what: 'cancellation' | 'refund' | 'payout'): Promise<void> {
  const freeze = await findFreeze(tx, orderId);
  if (freeze === null || freeze === (what === 'payout' ? 'lost' : 'inquiry')) return;
  throw refuseFrozen(freeze === 'lost' ? 'lost' : 'open', what);
}
