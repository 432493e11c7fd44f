import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Role } from '#contract/accounts/accounts.ts';
import { ListingInput } from '#contract/listings.ts';
import type { Db, NewListingRow } from '#server/db/tables.ts';
import { toNameKey } from '#server/features/catalog/index.ts';
import { toListingRow } from '#server/features/listings/index.ts';
import { listingInput, newPerson } from './values.ts';

// People, brands and listings written straight into the tables, as the shop writes them.

const WEEK_MS = 7 * 86_400_000;

export type PersonDetails = { name?: string; email?: string; verified?: boolean; since?: number };

type Origin = { sellerId: string; categoryId: string; now: number };

/** Writes an account of the shop without a login: see `insertSignIn`. */
export async function insertUser(
  db: Db,
  { role, now, ...details }: PersonDetails & { role: Role; now: number },
): Promise<{ id: string; email: string; name: string; role: Role }> {
  const { name, email, verified = false, since = now } = { ...newPerson(), ...details };
  const id = uuid();
  await db
    .insertInto('users')
    .values({ id, email, name, role, verified_at: verified ? now : null, removed_at: null, created_at: since })
    .execute();
  return { id, email, name, role };
}

/** Writes a built-in identity without a password, and a session that begins now. Returns the session's id. */
export async function insertSignIn(
  db: Db,
  { email, name, emailVerified = true, now }: { email: string; name: string; emailVerified?: boolean; now: number },
): Promise<string> {
  const [identityId, sessionId] = [uuid(), uuid()];
  const [made, ends] = [new Date(now).toISOString(), new Date(now + WEEK_MS).toISOString()];
  await sql`insert into identity_users ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") values (${identityId}, ${name}, ${email}, ${emailVerified}, ${made}, ${made})`.execute(
    db,
  );
  await sql`insert into identity_sessions ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId") values (${sessionId}, ${ends}, ${uuid()}, ${made}, ${made}, ${identityId})`.execute(
    db,
  );
  return sessionId;
}

/** Writes a listing without side effects: no photos, no change for the search index, no audit entry. Returns its id. */
export async function insertListing(db: Db, sellerId: string, now: number): Promise<string> {
  const row = listingRow({ sellerId, categoryId: await insertCategory(db), now });
  await db.insertInto('listings').values(row).execute();
  return row.id;
}

/** The row of a listing; `changes` replace fields of `listingInput`. */
export function listingRow({ sellerId, categoryId, now }: Origin, changes: Record<string, unknown> = {}): NewListingRow {
  return toListingRow(ListingInput.parse(listingInput(changes)), { sellerId, categoryId, postTime: new Date(now).toString().slice(0, 21), now });
}

/** Writes a brand, unless it exists. Returns its id. */
export async function insertCategory(db: Db, name = 'Samsung'): Promise<string> {
  const key = toNameKey(name);
  await db
    .insertInto('categories')
    .values({ id: uuid(), name, name_key: key, img: `/brands/${key}.svg`, position: 1 })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute();
  return (await db.selectFrom('categories').select('id').where('name_key', '=', key).executeTakeFirstOrThrow()).id;
}
