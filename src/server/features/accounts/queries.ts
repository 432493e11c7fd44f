import { v7 as uuid } from 'uuid';
import type { User } from '#contract/accounts/accounts.ts';
import { noteSeller } from '../../db/changes.ts';
import { type Cursor, type PageOf, type RemovedSpan, toPage } from '../../db/paging.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { notify, sellerVerified } from '../notifications/index.ts';

export const toUser = (row: UserRow): User => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  seller_verify: row.verified_at !== null,
});

/** Also finds someone who was removed. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

/** Whether somebody is an admin now, and not removed. */
export const isAdmin = async (db: Db, email: string): Promise<boolean> => {
  const user = await findUserByEmail(db, email.toLowerCase());
  return user?.role === 'admin' && user.removed_at === null;
};

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** `identity_subject`: the identity that registers; null when an operator does. */
export type NewUser = Pick<UserRow, 'email' | 'name' | 'role' | 'identity_subject'>;

/** The new person's id; null when the address is registered already, which changes nothing. */
export const insertUser = (db: Db, user: NewUser, now: number): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('users')
      .values({ ...user, id: uuid(), verified_at: null, removed_at: null, created_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return null;
    const act = user.role === 'admin' ? 'admin_made' : 'person_registered';
    await writeAudit(tx, { act, subject: { kind: 'user', id: row.id }, after: { role: user.role }, now });
    return row.id;
  });

/** From now on the account is this identity's. */
export const giveToIdentity = (db: Db, userId: string, subject: string, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ identity_subject: subject }).where('id', '=', userId).execute();
    await writeAudit(tx, { act: 'account_given', subject: { kind: 'user', id: userId }, after: { service: subject.split(':')[0] ?? '' }, now });
  });

/** Makes a registered person admin; false when nobody has this address. Null for `subject`: the account opens to whoever proves the address. */
export const promoteToAdmin = (db: Db, email: string, subject: string | null, now: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('users').select(['id', 'role', 'removed_at']).where('email', '=', email).executeTakeFirst();
    if (!before) return false;
    await tx.updateTable('users').set({ role: 'admin', removed_at: null, identity_subject: subject }).where('id', '=', before.id).execute();
    await writeAudit(tx, {
      act: 'admin_made',
      subject: { kind: 'user', id: before.id },
      before: { role: before.role, removed: before.removed_at !== null },
      after: { role: 'admin', removed: false },
      now,
    });
    return true;
  });

export const findUsersByRole = async (db: Db, role: 'buyer' | 'seller', limit: number, after: Cursor | null): Promise<PageOf<User>> => {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', role)
    .where('removed_at', 'is', null)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, (row) => ({ key: row.created_at, id: row.id }), toUser);
};

/** How many sellers changed from unverified to verified. */
export const markVerified = (db: Db, sellerId: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const verified = await tx
      .updateTable('users')
      .set({ verified_at: now })
      .where('id', '=', sellerId)
      .where('verified_at', 'is', null)
      .where('removed_at', 'is', null)
      .returning('email')
      .execute();
    if (verified.length > 0) {
      await noteSeller(tx, sellerId, now);
      await writeAudit(tx, { act: 'seller_verified', subject: { kind: 'user', id: sellerId }, before: { verified: false }, after: { verified: true }, now });
    }
    const notified = verified.map(({ email }) => ({ recipient: { userId: sellerId, email }, words: sellerVerified() }));
    await notify(tx, notified, now);
    return verified.length;
  });

/** How many people were removed: 1, or 0 when they were already, or can't be. */
export const markUserRemoved = async (db: Db, userId: string, now: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ removed_at: now })
    .where('id', '=', userId)
    .where('role', '!=', 'admin')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export const markUserRestored = async (db: Db, userId: string): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ removed_at: null })
    .where('id', '=', userId)
    .where('removed_at', 'is not', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** One row more than the page, when there are more. */
export const findRemovedUsers = (db: Db, { since, limit, after }: RemovedSpan): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('removed_at', '>=', since)
    .where('erased_at', 'is', null)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('removed_at', 'id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('removed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
