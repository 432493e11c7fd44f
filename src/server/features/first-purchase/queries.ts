import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { BuyerKey } from '../../security/buyer-keys.ts';

/** Orders with their buyers' keys still to be written, by `fillBuyerKeys`. */
export type KeylessOrder = { id: string; buyer_id: string; email: string; phone: string };

/** Money arrived for the order `one`, and hasn't gone back. */
const isPurchase = (one: string) => sql`${sql.ref(`${one}.state`)} in ('paid', 'refunding')`;

/** The order `one` can be paid with a discount that it has claimed. */
const isBeingPaid = (one: string) => sql`(${sql.ref(`${one}.state`)} = 'paying'
  or exists (select 1 from intents_pending_cancellation as pending where pending.order_id = ${sql.ref(`${one}.id`)}))`;

/**
 * Why an order of `orders` loses the discount it was offered; null while it has it. While it is being paid with the discount, it keeps it: another
 * order paid meanwhile was paid in full.
 */
export const whyDiscountLost = () => sql<'used' | 'in_use' | null>`case
  when orders.discount_cents = 0 or orders.state not in ('booked', 'paying', 'closed') then null
  when orders.state = 'paying' and exists (select 1 from discount_claims as own where own.order_id = orders.id) then null
  when exists (
    select 1 from buyer_keys as mine
    join buyer_keys as theirs on theirs.key = mine.key and theirs.order_id <> mine.order_id
    join orders as bought on bought.id = theirs.order_id
    where mine.order_id = orders.id and ${isPurchase('bought')}
  ) then 'used'
  when exists (
    select 1 from buyer_keys as mine
    join discount_claims as claims on claims.key = mine.key and claims.order_id <> mine.order_id
    join orders as holders on holders.id = claims.order_id
    where mine.order_id = orders.id and ${isBeingPaid('holders')}
  ) then 'in_use'
end`;

/** What an order of `orders` costs its buyer, in cents. */
export const chargedCents = () => sql<number>`orders.price_cents - case when ${whyDiscountLost()} is null then orders.discount_cents else 0 end`;

/** Records whose order it is. */
export async function insertBuyerKeys(tx: Db, orderId: string, { account, email, phone }: BuyerKey): Promise<void> {
  const rows = [account, email, phone].map((key) => ({ order_id: orderId, key }));
  await tx
    .insertInto('buyer_keys')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records whose order it is once its phone number has changed. Call it while none of its intents can be paid: it gives up the order's claim. */
export async function replaceBuyerKeys(tx: Db, orderId: string, keys: BuyerKey): Promise<void> {
  await dropDiscount(tx, orderId);
  await tx.deleteFrom('buyer_keys').where('order_id', '=', orderId).execute();
  await insertBuyerKeys(tx, orderId, keys);
}

/** Whether the person with one of these keys has bought a phone (`used`) or is paying for one with the discount (`in_use`). */
export async function findDiscountUse(db: Db, keys: string[]): Promise<'used' | 'in_use' | null> {
  const bought = await db
    .selectFrom('buyer_keys')
    .innerJoin('orders', 'orders.id', 'buyer_keys.order_id')
    .select('orders.id')
    .where('buyer_keys.key', 'in', keys)
    .where(sql<boolean>`${isPurchase('orders')}`)
    .limit(1)
    .executeTakeFirst();
  if (bought) return 'used';
  const claimed = await db
    .selectFrom('discount_claims')
    .innerJoin('orders', 'orders.id', 'discount_claims.order_id')
    .select('orders.id')
    .where('discount_claims.key', 'in', keys)
    .where(sql<boolean>`${isBeingPaid('orders')}`)
    .limit(1)
    .executeTakeFirst();
  return claimed ? 'in_use' : null;
}

/**
 * Claims the person's discount for an order that is about to be paid, under each of their keys, which are unique; returns false when another order
 * has it. A claim stands until its order's money has gone back, or its intents can no longer be paid.
 */
export async function claimDiscount(tx: Db, orderId: string): Promise<boolean> {
  const keys = await findKeys(tx, orderId);
  for (const key of keys) {
    await sql`delete from discount_claims where key = ${key} and (order_id = ${orderId} or not exists (
      select 1 from orders as holders where holders.id = discount_claims.order_id and (${isPurchase('holders')} or ${isBeingPaid('holders')})
    ))`.execute(tx);
    const claimed = await tx
      .insertInto('discount_claims')
      .values({ key, order_id: orderId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (claimed) continue;
    await dropDiscount(tx, orderId);
    return false;
  }
  return keys.length > 0;
}

/** Always in the same order, so that two claims never wait for each other. */
async function findKeys(tx: Db, orderId: string): Promise<string[]> {
  const rows = await tx.selectFrom('buyer_keys').select('key').where('order_id', '=', orderId).execute();
  return rows.map(({ key }) => key).toSorted();
}

/** Confirms that the discount is this order's when its payment arrives; returns false when another order has it. */
export async function keepDiscount(tx: Db, orderId: string): Promise<boolean> {
  const keys = await findKeys(tx, orderId);
  const claimed = await tx.selectFrom('discount_claims').select('key').where('order_id', '=', orderId).execute();
  return (keys.length > 0 && claimed.length === keys.length) || claimDiscount(tx, orderId);
}

/** Gives up an order's claim: it is paid in full. */
export async function dropDiscount(tx: Db, orderId: string): Promise<void> {
  for (const key of await findKeys(tx, orderId)) await tx.deleteFrom('discount_claims').where('key', '=', key).where('order_id', '=', orderId).execute();
}

/** Purchases after this order id, for their buyers' keys to be written; not those of deleted accounts. */
export function findPurchasesAfter(db: Db, orderId: string, limit: number): Promise<KeylessOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'buyer_id', 'email', 'phone'])
    .where(sql<boolean>`${isPurchase('orders')}`)
    .where('email', '<>', '')
    .where('id', '>', orderId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
