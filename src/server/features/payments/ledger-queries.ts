import { v7 as uuid } from 'uuid';
import type { LedgerTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import type { PaymentProvider } from '../../ports/payments.ts';

/** Adds a ledger entry, unless it exists already. */
export async function writeLedger(tx: Db, entry: Omit<LedgerTable, 'id'>): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({ ...entry, id: uuid() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** All ledger entries that should be on this provider's list too, in no particular order. */
export function readLedger(db: Db, provider: PaymentProvider['kind']) {
  return db.selectFrom('ledger').select(['kind', 'reference', 'order_id', 'amount_cents', 'currency']).where('provider', '=', provider).execute();
}

/** Whether a refund is in the ledger. */
export async function hasLedgerRefund(tx: Db, reference: string): Promise<boolean> {
  return (await tx.selectFrom('ledger').select('id').where('kind', '=', 'refund').where('reference', '=', reference).executeTakeFirst()) !== undefined;
}
