import { v7 as uuid } from 'uuid';
import { SALE_NOTIFICATION_DAYS } from '#contract/lost-phones.ts';
import { days } from '#contract/shared/durations.ts';
import { type Cursor, type ListPage, type PageOf, readPage, searchPage } from '../../db/paging.ts';
import type { PhoneKey } from '../../db/phones.ts';
import type { LostPhonesTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';
import { isStanding } from '../listings/index.ts';

export type NewReport = Pick<LostPhonesTable, 'known_as' | 'lost_on' | 'place' | 'proof' | 'picture'>;

const ACTIVE = ['open', 'accepted'] as const;

type Decided = { decision: 'accepted' | 'refused'; reason: string; by: { id: string | null }; now: number };

export type QueuedRow = LostPhonesTable & { reporter_name: string; reporter_email: string; key_id: string };
export type Around = Awaited<ReturnType<typeof findAround>>;

/** Adds an undecided report; returns its id. */
export async function insertReport(tx: Db, phone: PhoneKey, report: NewReport, { reporterId, now }: { reporterId: string; now: number }): Promise<string> {
  const id = uuid();
  const undecided = { state: 'open', reason: null, decided_by: null, decided_at: null } as const;
  await tx
    .insertInto('lost_phones')
    .values({ ...report, ...undecided, id, imei_hash: phone.hash, last4: phone.last4, reporter_id: reporterId, created_at: now })
    .execute();
  return id;
}

/** Somebody's open or accepted report of a phone, of which there is one at most. */
export function findActiveReport(tx: Db, reporterId: string, hash: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('lost_phones')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where('imei_hash', '=', hash)
    .where('state', 'in', ACTIVE)
    .executeTakeFirst();
}

/** A person's undecided reports. */
export function findOpenReports(tx: Db, reporterId: string, limit: number): Promise<{ id: string }[]> {
  return tx.selectFrom('lost_phones').select('id').where('reporter_id', '=', reporterId).where('state', '=', 'open').limit(limit).execute();
}

/** The others who are still here and have an open or accepted report of a phone. */
export function findOtherReporters(tx: Db, hash: string, reporterId: string): Promise<{ userId: string; email: string }[]> {
  return tx
    .selectFrom('lost_phones')
    .innerJoin('users', 'users.id', 'lost_phones.reporter_id')
    .select(['users.id as userId', 'users.email'])
    .where('lost_phones.imei_hash', '=', hash)
    .where('lost_phones.state', 'in', ACTIVE)
    .where('lost_phones.reporter_id', '!=', reporterId)
    .where('users.removed_at', 'is', null)
    .execute();
}

/** Records a decision about a report; returns whether it changed, which it doesn't if that was the decision already or it was withdrawn. */
export async function markDecided(tx: Db, id: string, { decision, reason, by, now }: Decided): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lost_phones')
    .set({ state: decision, reason, decided_by: by.id, decided_at: now })
    .where('id', '=', id)
    .where('state', 'in', decision === 'accepted' ? ['open', 'refused'] : ['open', 'accepted'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a report as withdrawn; returns whether it changed. */
export async function markWithdrawn(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lost_phones')
    .set({ state: 'withdrawn', decided_at: now })
    .where('id', '=', id)
    .where('state', 'in', ACTIVE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A phone's listings on sale or paused. */
export function findUnsoldListings(tx: Db, hash: string): Promise<{ id: string; model_name: string }[]> {
  return tx.selectFrom('listings').select(['id', 'model_name']).where('imei_hash', '=', hash).where('sold_at', 'is', null).where(isStanding).execute();
}

/** A phone's sales of the last `SALE_NOTIFICATION_DAYS` days, with both sides' addresses. */
export function findRecentSales(tx: Db, hash: string, now: number) {
  return tx
    .selectFrom('listings')
    .innerJoin('orders', 'orders.listing_id', 'listings.id')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.model_name', 'listings.seller_id', 'users.email as seller_email', 'orders.id', 'orders.product_name', 'orders.buyer_id', 'orders.email'])
    .where('listings.imei_hash', '=', hash)
    .where('listings.sold_at', '>=', now - days(SALE_NOTIFICATION_DAYS))
    .where('orders.state', '=', 'paid')
    .execute();
}

export function findReport(db: Db, id: string): Promise<LostPhonesTable | undefined> {
  return db.selectFrom('lost_phones').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findReportsOf(db: Db, reporterId: string, limit: number, after: Cursor | null): Promise<PageOf<LostPhonesTable>> {
  const query = db.selectFrom('lost_phones').selectAll().where('reporter_id', '=', reporterId);
  return readPage(query, { key: 'created_at', id: 'id' }, { limit, after, toItem: (row) => row });
}

type Queue = ListPage & { state: LostPhonesTable['state'] };

/** Reports in one state, by when they were made. */
export async function findQueue(db: Db, { state, direction, ...page }: Queue): Promise<PageOf<QueuedRow>> {
  const query = db
    .selectFrom('lost_phones')
    .innerJoin('users', 'users.id', 'lost_phones.reporter_id')
    .innerJoin('phones', 'phones.imei_hash', 'lost_phones.imei_hash')
    .selectAll('lost_phones')
    .select(['users.name as reporter_name', 'users.email as reporter_email', 'phones.key_id'])
    .where('lost_phones.state', '=', state);
  return searchPage(
    query,
    { key: 'lost_phones.created_at', id: 'lost_phones.id', direction },
    { ...page, columns: ['lost_phones.known_as', 'lost_phones.place', 'users.name', 'users.email'], toItem: (row) => row },
  );
}

/** The listings and active reports of these phones. */
export async function findAround(db: Db, hashes: string[]) {
  if (hashes.length === 0) return { listings: [], reports: [] };
  const listings = await db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.id', 'listings.imei_hash', 'listings.model_name', 'listings.sold_at', 'listings.removed_at', 'users.email'])
    .where('listings.imei_hash', 'in', hashes)
    .execute();
  const reports = await db.selectFrom('lost_phones').select(['id', 'imei_hash']).where('imei_hash', 'in', hashes).where('state', 'in', ACTIVE).execute();
  return { listings, reports };
}
