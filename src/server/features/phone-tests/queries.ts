import { v7 as uuid } from 'uuid';
import { PHONE_TEST_LIMITS, type PublicKey } from '#contract/phone-tests/phone-tests.ts';
import { minutes } from '#contract/shared/durations.ts';
import type { PhoneTestsTable } from '../../db/tables/phone-tests.ts';
import type { Db } from '../../db/tables.ts';
import { isWithinADay } from '../../db/within-a-day.ts';

export type TestRow = PhoneTestsTable;

/** What a test is about: the listing, and where it stands. */
export type TestedListing = Awaited<ReturnType<typeof findTestedListing>>;

const UNSTARTED = {
  public_key: null,
  traits: null,
  clock_ahead: null,
  started_at: null,
  step: 0,
  nonce: null,
  last_nonce: null,
  challenge: null,
  asked_at: null,
  verdicts: '[]',
  doubts: '[]',
  finished_at: null,
  summary: null,
  record: null,
  published_at: null,
} as const;

export function findTestedListing(db: Db, id: string) {
  return db
    .selectFrom('listings')
    .select(['id', 'seller_id', 'brand', 'model_name', 'sold_at', 'removed_at', 'removed_reason'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The listing of a test: its own, or that of its order; undefined for a phone that isn't listed yet. */
export async function findListingOfTest(db: Db, { listing_id, order_id }: Pick<TestRow, 'listing_id' | 'order_id'>): Promise<TestedListing> {
  if (order_id === null) return listing_id === null ? undefined : findTestedListing(db, listing_id);
  const order = await db.selectFrom('orders').select('listing_id').where('id', '=', order_id).executeTakeFirst();
  return order && findTestedListing(db, order.listing_id);
}

export function insertCode(tx: Db, code: Pick<TestRow, 'token_hash' | 'owner_id' | 'listing_id' | 'order_id'> & { now: number }): Promise<TestRow> {
  const { now, ...about } = code;
  return tx
    .insertInto('phone_tests')
    .values({ id: uuid(), ...about, created_at: now, expires_at: now + minutes(PHONE_TEST_LIMITS.codeMinutes), ...UNSTARTED })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** How many codes a person got in the last 24 hours, and when the first of these. */
export async function countRecentCodes(tx: Db, ownerId: string, now: number): Promise<{ count: number; oldest: number }> {
  const { count, oldest } = await tx
    .selectFrom('phone_tests')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('owner_id', '=', ownerId)
    .where(isWithinADay(now))
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: Number(oldest ?? now) };
}

export function findOwnTest(db: Db, id: string, ownerId: string): Promise<TestRow | undefined> {
  return db.selectFrom('phone_tests').selectAll().where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst();
}

export function findByToken(db: Db, tokenHash: string): Promise<TestRow | undefined> {
  return db.selectFrom('phone_tests').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Claims a code for the first phone that opens it; undefined when another was first. */
export function claimCode(
  db: Db,
  id: string,
  claim: Pick<TestRow, 'public_key' | 'traits' | 'clock_ahead' | 'started_at' | 'nonce' | 'challenge' | 'asked_at'>,
): Promise<TestRow | undefined> {
  return db.updateTable('phone_tests').set(claim).where('id', '=', id).where('public_key', 'is', null).returningAll().executeTakeFirst();
}

/** Changes a run whose current challenge is still this one; undefined when it was answered or asked anew in the meantime. */
export function advanceRun(db: Db, { id, nonce }: Pick<TestRow, 'id' | 'nonce'>, change: Partial<TestRow>): Promise<TestRow | undefined> {
  return db.updateTable('phone_tests').set(change).where('id', '=', id).where('nonce', '=', nonce).returningAll().executeTakeFirst();
}

/** The test that a listing shows. */
export function findPublishedTest(db: Db, listingId: string): Promise<TestRow | undefined> {
  return db.selectFrom('phone_tests').selectAll().where('listing_id', '=', listingId).where('published_at', 'is not', null).executeTakeFirst();
}

/** Takes the test off a listing; returns whether there was one. */
export async function hideTests(tx: Db, listingId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('phone_tests')
    .set({ published_at: null })
    .where('listing_id', '=', listingId)
    .where('published_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Shows a test on a listing; `sealed` has its record, as signed for this listing. Returns whether it wasn't shown before. */
export async function markPublished(
  tx: Db,
  id: string,
  { listingId, now, sealed }: { listingId: string; now: number; sealed: Pick<TestRow, 'summary' | 'record'> },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('phone_tests')
    .set({ ...sealed, listing_id: listingId, published_at: now })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The latest finished test of an order's phone that its buyer ran; if they ran none, the seller's. */
export async function findRerun(db: Db, orderId: string): Promise<TestRow | undefined> {
  const finished = db
    .selectFrom('phone_tests')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1);
  const buyer = db.selectFrom('orders').select('buyer_id').where('orders.id', '=', orderId);
  return (await finished.where('owner_id', '=', buyer).executeTakeFirst()) ?? finished.executeTakeFirst();
}

/** Records a public key before its first signature is stored. */
export async function storeKey(tx: Db, { kid, x }: PublicKey, now: number): Promise<void> {
  await tx
    .insertInto('record_keys')
    .values({ id: kid, public_key: x, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The public keys of all records, oldest first, in base64url. */
export async function findKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('record_keys').select('public_key').orderBy('created_at').orderBy('id').execute();
  return rows.map(({ public_key }) => public_key);
}

/** Deletes codes that expired before this time without a result. Returns how many there were. */
export async function deleteUnfinished(db: Db, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('phone_tests').select('id').where('finished_at', 'is', null).where('expires_at', '<', before).limit(limit);
  return Number((await db.deleteFrom('phone_tests').where('id', 'in', old).executeTakeFirst()).numDeletedRows);
}

/** The same for results of phones that were never listed. */
export async function deleteUnlisted(db: Db, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('phone_tests')
    .select('id')
    .where('finished_at', '<', before)
    .where('finished_at', 'is not', null)
    .where('listing_id', 'is', null)
    .where('order_id', 'is', null)
    .limit(limit);
  return Number((await db.deleteFrom('phone_tests').where('id', 'in', old).executeTakeFirst()).numDeletedRows);
}
