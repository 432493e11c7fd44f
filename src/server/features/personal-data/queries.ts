import type { Db } from '../../db/tables.ts';
import { ENDED } from '../orders/index.ts';
import type { Person } from './stored-data.ts';

/** What currently prevents somebody from deleting their account: payments under way, purchases that aren't complete, and sales they haven't been paid for. */
export async function countOpenBusiness(tx: Db, { id }: Person): Promise<{ paying: number; bought: number; owed: number }> {
  const count = (narrow: (query: ReturnType<typeof orders>) => ReturnType<typeof orders>) =>
    narrow(orders())
      .executeTakeFirst()
      .then((row) => Number(row?.count ?? 0));
  const orders = () => tx.selectFrom('orders').select((eb) => eb.fn.countAll<number>().as('count'));
  return {
    paying: await count((query) => query.where('buyer_id', '=', id).where('state', 'in', ['paying', 'refunding'])),
    bought: await count((query) =>
      query
        .where('buyer_id', '=', id)
        .where('state', '=', 'paid')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('fulfillments')
              .select('order_id')
              .whereRef('order_id', '=', 'orders.id')
              .where('state', 'not in', [...ENDED]),
          ),
        ),
    ),
    owed: await count((query) => query.where('seller_id', '=', id).where('state', 'in', ['paid', 'paying', 'refunding']).where('paid_out_at', 'is', null)),
  };
}

/** Deleted accounts that the identity service has yet to delete. */
export function findDueErasures(db: Db, now: number): Promise<{ user_id: string; email: string }[]> {
  return db.selectFrom('erasures').select(['user_id', 'email']).where('due_at', '<=', now).orderBy('due_at').limit(50).execute();
}

export async function isRegistered(db: Db, email: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
}

export async function endErasure(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('erasures').where('user_id', '=', userId).execute();
}

export async function postponeErasure(db: Db, userId: string, until: number): Promise<void> {
  await db.updateTable('erasures').set({ due_at: until }).where('user_id', '=', userId).execute();
}
