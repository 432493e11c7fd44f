import { v7 as uuid } from 'uuid';
import type { User } from '#contract/accounts/accounts.ts';
import { type ListPage, type PageOf, type RemovedSpan, searchPage } from '../../db/paging.ts';
import { prepare } from '../../db/prepared.ts';
import type { Db, UserRow } from '../../db/tables.ts';

/** `identity_subject`: the identity that registers; null when an operator does. */
export type NewUser = Pick<UserRow, 'email' | 'name' | 'role' | 'identity_subject'>;

/** Prepared, because every call of someone who is logged in makes it. */
const byEmail = prepare<{ email: string }, UserRow>(['email'], (db, { email }) => db.selectFrom('users').selectAll().where('email', '=', email));

/** Whether somebody is an admin now, and not removed. */
export async function isAdmin(db: Db, email: string): Promise<boolean> {
  const user = await findUserByEmail(db, email.toLowerCase());
  return user?.role === 'admin' && user.removed_at === null;
}

/** A person by their address, removed ones too. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return (await byEmail(db, { email }))[0];
}

/** The admins, to be notified. */
export async function findAdmins(db: Db): Promise<{ userId: string; email: string }[]> {
  return db.selectFrom('users').select(['id as userId', 'email']).where('role', '=', 'admin').where('removed_at', 'is', null).execute();
}

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** A seller who is still a member; undefined for anybody else. */
export function findSeller(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'verified_at'])
    .where('id', '=', id)
    .where('role', '=', 'seller')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Adds a person; returns their id, or null when the address is registered already. */
export async function insertUserRow(tx: Db, user: NewUser, now: number): Promise<string | null> {
  const row = await tx
    .insertInto('users')
    .values({ ...user, id: uuid(), verified_at: null, removed_at: null, created_at: now })
    .onConflict((conflict) => conflict.column('email').where('email', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setIdentity(tx: Db, userId: string, subject: string): Promise<void> {
  await tx.updateTable('users').set({ identity_subject: subject }).where('id', '=', userId).execute();
}

/** Makes somebody an admin and restores them if they were removed. With null as `subject`, the identity that verifies the address gets the account. */
export async function setAdmin(tx: Db, userId: string, subject: string | null): Promise<void> {
  await tx.updateTable('users').set({ role: 'admin', removed_at: null, identity_subject: subject }).where('id', '=', userId).execute();
}

/** Makes a buyer a seller; returns whether they changed. */
export async function markSelling(tx: Db, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: 'seller', selling_since: now })
    .where('id', '=', userId)
    .where('role', '=', 'buyer')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets since when a seller is verified, or with null that they aren't; returns their address, or undefined when nothing changed or they were removed. */
export async function setVerified(tx: Db, userId: string, since: number | null): Promise<string | undefined> {
  const row = await tx
    .updateTable('users')
    .set({ verified_at: since })
    .where('id', '=', userId)
    .where('verified_at', since === null ? 'is not' : 'is', null)
    .where('removed_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Marks a seller as suspended; returns whether they changed. */
export async function markSuspended(tx: Db, sellerId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ suspended_at: now })
    .where('id', '=', sellerId)
    .where('role', '=', 'seller')
    .where('removed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lifts a seller's suspension; returns whether they changed. */
export async function markUnsuspended(tx: Db, sellerId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ suspended_at: null })
    .where('id', '=', sellerId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findUsersByRole(db: Db, role: 'buyer' | 'seller', { direction, ...page }: ListPage): Promise<PageOf<User>> {
  const query = db.selectFrom('users').selectAll().where('role', '=', role).where('removed_at', 'is', null);
  return searchPage(query, { key: 'created_at', id: 'id', direction }, { ...page, columns: ['name', 'email'], toItem: toUser });
}

/** The same from A to Z. */
export async function findUsersByName(db: Db, role: 'buyer' | 'seller', page: Omit<ListPage<string>, 'direction'>): Promise<PageOf<User, string>> {
  const query = db.selectFrom('users').selectAll().where('role', '=', role).where('removed_at', 'is', null).where('name_key', 'is not', null);
  return searchPage(query, { key: 'name_key', id: 'id', direction: 'asc' }, { ...page, columns: ['name', 'email'], toItem: toUser });
}

function toUser(row: UserRow): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    seller_verify: row.verified_at !== null,
    ...(row.suspended_at !== null && { suspended: true as const }),
  };
}

/** Marks a person as removed; returns whether they changed. Admins can't be removed. */
export async function markUserRemoved(db: Db, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ removed_at: now })
    .where('id', '=', userId)
    .where('role', '!=', 'admin')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Restores a removed person, unless they deleted their account; returns whether they changed. */
export async function markUserRestored(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ removed_at: null })
    .where('id', '=', userId)
    .where('removed_at', 'is not', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One page of removed people, by when they were removed. */
export function findRemovedUsers(db: Db, { since, direction, ...page }: RemovedSpan): Promise<PageOf<UserRow>> {
  const query = db.selectFrom('users').selectAll().where('removed_at', '>=', since).where('erased_at', 'is', null);
  return searchPage(query, { key: 'removed_at', id: 'id', direction }, { ...page, columns: ['name', 'email'], toItem: (row) => row });
}

/** Those of these people who are still here, to be notified. */
export function findRecipients(db: Db, ids: string[]): Promise<{ userId: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id as userId', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .where('removed_at', 'is', null)
    .execute();
}
