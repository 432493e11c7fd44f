import { prepareForEach } from '../../db/prepared.ts';
import type { ContactViewsTable } from '../../db/tables/people.ts';
import type { Db } from '../../db/tables.ts';

export type ContactView = ContactViewsTable;

/** The sellers that these people and networks saw on a day. */
export function findViews(db: Db, spenders: string[], day: number): Promise<ContactView[]> {
  return db.selectFrom('contact_views').selectAll().where('spender', 'in', spenders).where('day', '=', day).execute();
}

/** Records views and returns those recorded, without slots taken by another process and sellers that it has shown to the same person. */
export function insertViews(db: Db, views: ContactView[]): Promise<Pick<ContactView, 'spender' | 'seller_id'>[]> {
  return db
    .insertInto('contact_views')
    .values(views)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['spender', 'seller_id'])
    .execute();
}

const partners = prepareForEach((db, [buyerId = '', ...sellerIds]) =>
  db
    .selectFrom('orders')
    .select('seller_id')
    .distinct()
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', ['paid', 'refunding'])
    .where('seller_id', 'in', sellerIds),
);

/** Which of these sellers somebody bought a phone from. */
export async function findPartners(db: Db, buyerId: string, sellerIds: string[]): Promise<string[]> {
  const rows = await partners(db, [buyerId, ...sellerIds]);
  return rows.map(({ seller_id }) => seller_id);
}

/** How many different people saw a seller's number since that day. */
export async function countViewers(db: Db, sellerId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('contact_views')
    .innerJoin('users', 'users.id', 'contact_views.spender')
    .select((eb) => eb.fn.count<number>('contact_views.spender').distinct().as('count'))
    .where('seller_id', '=', sellerId)
    .where('day', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes some of the views before that day; returns how many. */
export async function deleteSomeViews(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_views')
    .where((eb) =>
      eb(
        eb.refTuple('spender', 'day', 'slot'),
        'in',
        eb.selectFrom('contact_views').select(['spender', 'day', 'slot']).where('day', '<', before).limit(limit).$asTuple('spender', 'day', 'slot'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
