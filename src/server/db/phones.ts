import type { Db } from './tables.ts';

/** A phone as it is kept: a hash of its IMEI that nobody makes without the shop's secret, the last four digits, and which secret it was. */
export type PhoneKey = { hash: string; last4: string; keyId: string };

/**
 * Takes a phone's row, known or not, for this transaction alone: whoever lists it, reports it lost or accepts that it is comes one after the other.
 * It comes after people's rows and before listings' rows, wherever several are taken.
 */
export async function lockPhone(tx: Db, { hash, keyId }: Pick<PhoneKey, 'hash' | 'keyId'>, now: number): Promise<void> {
  await tx
    .insertInto('phones')
    .values({ imei_hash: hash, key_id: keyId, seen_at: now })
    .onConflict((conflict) => conflict.column('imei_hash').doUpdateSet({ seen_at: now }))
    .execute();
}

/** The same for phones that have a row already, in an order in which two never wait for each other crosswise. */
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

/** How many phones were kept with another secret than this one, and so are never recognized again. */
export async function countForgottenPhones(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('phones')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('key_id', '!=', keyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
