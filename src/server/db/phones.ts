import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { ENDED } from '#contract/shared/handover-states.ts';
import type { Db, Tables } from './tables.ts';

/** A phone as stored: a keyed hash of its IMEI that can't be computed without the shop's secret, the last four digits, and the id of the secret used. */
export type PhoneKey = { hash: string; last4: string; keyId: string };

/**
 * Locks a phone's row, known or not, for this transaction, so that listing it, reporting it lost and accepting a report happen one after another.
 * Lock order: people, phones, listings.
 */
export async function lockPhone(tx: Db, { hash, keyId }: Pick<PhoneKey, 'hash' | 'keyId'>, now: number): Promise<void> {
  await tx
    .insertInto('phones')
    .values({ imei_hash: hash, key_id: keyId, seen_at: now })
    .onConflict((conflict) => conflict.column('imei_hash').doUpdateSet({ seen_at: now }))
    .execute();
}

/** Locks phones that have rows already, in a fixed order so that two transactions can't deadlock. */
export async function lockKnownPhones(tx: Db, hashes: string[]): Promise<void> {
  for (const hash of [...new Set(hashes)].sort())
    await tx
      .updateTable('phones')
      .set((eb) => ({ seen_at: eb.ref('seen_at') }))
      .where('imei_hash', '=', hash)
      .execute();
}

/** Whether a phone is in the shop's register of phones reported lost. */
export async function isInRegister(db: Db, hash: string): Promise<boolean> {
  const row = await db.selectFrom('lost_phones').select('id').where('imei_hash', '=', hash).where('state', '=', 'accepted').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether a listing's phone is sold and its order hasn't ended: until then it is the buyer's to get, and may still go back to the seller. */
export function isOwed(listingId: 'listings.id' | 'other.id'): Expression<SqlBool> {
  const eb = expressionBuilder<Tables>();
  return eb.exists(
    eb
      .selectFrom('orders')
      .innerJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
      .select('orders.id')
      .where('orders.listing_id', '=', sql.ref<string>(listingId))
      .where('orders.state', '=', 'paid')
      .where('fulfillments.state', 'not in', ENDED),
  );
}

/** Counts phones stored with another secret than this one, which can never be recognized again. */
export async function countForgottenPhones(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('phones')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('key_id', '!=', keyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
