import type { Db } from '../../db/tables.ts';
import type { Recipient } from '../notifications/index.ts';

/** The seller of an order, to notify them. */
export async function findSellerOf(tx: Db, { seller_id }: { seller_id: string }): Promise<Recipient> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', seller_id).executeTakeFirstOrThrow();
  return { userId: seller_id, email };
}
