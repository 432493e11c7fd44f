import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { countPasskeys, deletePasskeysOf, oneAtATime } from '../passkeys/passkey-queries.ts';

/** A second factor with its owner's address. */
export type StoredFactor = { user_id: string; email: string; secret: string; salt: string; confirmed_at: number | null; started_at: number };

type Begun = { userId: string; secret: string; salt: string; now: number };

type Note = (tx: Db) => Promise<void>;
type Confirmed = { factor: StoredFactor; step: number; hashes: string[]; now: number };

/** Returns the second factor of an account, even if it isn't confirmed yet. */
export const findFactor = (db: Db, userId: string): Promise<StoredFactor | undefined> => factors(db).where('user_id', '=', userId).executeTakeFirst();

function factors(db: Db) {
  return db
    .selectFrom('second_factors')
    .innerJoin(sql<{ id: string; email: string }>`identity_users`.as('owner'), (join) => join.on(sql`owner."id"`, '=', sql.ref('second_factors.user_id')))
    .select(['user_id', 'secret', 'salt', 'confirmed_at', 'started_at', sql<string>`owner."email"`.as('email')]);
}

/** Like `findFactor`, by the owner's address. */
export function findFactorOf(db: Db, email: string): Promise<StoredFactor | undefined> {
  return factors(db).where(sql<boolean>`owner."email" = ${email}`).executeTakeFirst();
}

export async function countCodesLeft(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Stores a secret that is still to be confirmed, replacing an earlier unconfirmed one. Returns false when the account has a second factor. */
export async function savePendingFactor(db: Db, { userId, secret, salt, now }: Begun): Promise<boolean> {
  const fresh = { secret, salt, started_at: now, last_step: null };
  const stored = await db
    .insertInto('second_factors')
    .values({ ...fresh, user_id: userId, confirmed_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh).where('second_factors.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Turns a second factor on. Returns false when it was turned on, or set up again, in the meantime. */
export function confirmFactor(db: Db, { factor, step, hashes, now }: Confirmed, note: Note): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const on = await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', factor.user_id)
      .where('secret', '=', factor.secret)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!on) return false;
    await insertCodes(tx, factor.user_id, hashes);
    await note(tx);
    return true;
  });
}

async function insertCodes(tx: Db, userId: string, hashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash, used_at: null })))
    .execute();
}

/** Turns on a second factor that uses the account's passkeys. Returns false when one is on already, or the last passkey was removed in the meantime. */
export function savePasskeyFactor(
  db: Db,
  { userId, salt, hashes, now }: { userId: string; salt: string; hashes: string[]; now: number },
  note: Note,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await oneAtATime(tx, userId);
    if ((await countPasskeys(tx, userId)) === 0) return false;
    const fresh = { secret: '', salt, started_at: now, confirmed_at: now, last_step: null };
    const stored = await tx
      .insertInto('second_factors')
      .values({ ...fresh, user_id: userId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh).where('second_factors.confirmed_at', 'is', null))
      .returning('user_id')
      .executeTakeFirst();
    if (!stored) return false;
    await insertCodes(tx, userId, hashes);
    await note(tx);
    return true;
  });
}

/** Replaces all recovery codes. Returns false when there is no second factor anymore. */
export function replaceCodes(db: Db, { userId, salt, hashes }: { userId: string; salt: string; hashes: string[] }, note: Note): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const stored = await tx.updateTable('second_factors').set({ salt }).where('user_id', '=', userId).returning('user_id').executeTakeFirst();
    if (!stored) return false;
    await insertCodes(tx, userId, hashes);
    await note(tx);
    return true;
  });
}

/** Removes a second factor. Returns false when none was on. */
export function deleteFactor(db: Db, userId: string, note: Note): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isGone = await deleteFactorIn(tx, userId);
    if (isGone) await note(tx);
    return isGone;
  });
}

async function deleteFactorIn(tx: Db, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const gone = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Removes a second factor with all passkeys: someone who lost one may have lost the other with it. Returns false when there was neither. */
export function removeAll(db: Db, userId: string, note: Note): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const wasOn = await deleteFactorIn(tx, userId);
    const isGone = (await deletePasskeysOf(tx, userId)) > 0 || wasOn;
    if (isGone) await note(tx);
    return isGone;
  });
}

/** Uses up an authenticator code and all before it. Returns false when it, or a later one, was used already. */
export async function spendStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Uses up a recovery code. Returns false when no unused code matches. */
export async function spendRecoveryCode(db: Db, userId: string, hash: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes sessions that must not be handed out. */
export async function deleteSessionsById(db: Db, ids: string[]): Promise<void> {
  for (const id of ids) await sql`delete from identity_sessions where "id" = ${id}`.execute(db);
}

/** A factor is on once its first code was confirmed. */
export const ifOn = (factor: StoredFactor | undefined): StoredFactor | null => (factor && factor.confirmed_at !== null ? factor : null);
