import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { minutes } from '#contract/shared/durations.ts';
import type { ChangesTable } from './tables/operations.ts';
import type { Db } from './tables.ts';

/** That a listing changed for its readers or, with a seller alone, that all of a seller's did; with neither, the shop itself. */
export type Change = ChangesTable;

const STORED_MS = minutes(10);

/** Notes, within the transaction that does it, that a listing is shown differently from now on. `now`: epoch ms. */
export async function noteListing(tx: Db, listingId: string, now: number): Promise<void> {
  await sql`insert into changes (id, at, listing_id, category_id, seller_id)
    select ${uuid()}, ${momentAfterAll(now)}, id, category_id, seller_id from listings where id = ${listingId}`.execute(tx);
}

/** Later than every change before it, whatever the clocks of the machines say: clocks are set back, and go apart. */
function momentAfterAll(now: number) {
  const latest = sql`(select coalesce(max(at), 0) from changes)`;
  return sql`case when cast(${now} as bigint) > ${latest} then cast(${now} as bigint) else ${latest} + 1 end`;
}

/** Notes, within the transaction that does it, that all listings of a seller are shown differently from now on. */
export async function noteSeller(tx: Db, sellerId: string, now: number): Promise<void> {
  await sql`insert into changes (id, at, listing_id, category_id, seller_id) values (${uuid()}, ${momentAfterAll(now)}, null, null, ${sellerId})`.execute(tx);
}

/** Notes, within the transaction that does it, that every page is shown differently from now on: the shop itself was set otherwise. */
export async function noteShop(tx: Db, now: number): Promise<void> {
  await sql`insert into changes (id, at, listing_id, category_id, seller_id) values (${uuid()}, ${momentAfterAll(now)}, null, null, null)`.execute(tx);
}

/** Whether a change is one of the shop itself. */
export const isOfShop = ({ listing_id, seller_id }: Change): boolean => listing_id === null && seller_id === null;

/** What changed at `since` or later. */
export const findChanges = (db: Db, since: number): Promise<Change[]> => db.selectFrom('changes').selectAll().where('at', '>=', since).execute();

/** Forgets what every process has long seen: changes older than ten minutes before the latest. */
export async function forgetChanges(db: Db): Promise<void> {
  const latest = await findLatestChange(db);
  await db
    .deleteFrom('changes')
    .where('at', '<', latest - STORED_MS)
    .execute();
}

/** When the latest change was; 0 before the first. */
export async function findLatestChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}
