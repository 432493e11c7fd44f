import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { hours, seconds } from '#contract/shared/durations.ts';
import { inBatches } from '../work-through.ts';
import { queueAlerts } from './alert-queue.ts';
import type { ChangesTable } from './tables/operations.ts';
import type { Db } from './tables.ts';

/** A change of one listing; with only a seller, of all their listings; with only a topic, of what it names; with none of these, of the whole shop. */
export type Change = Selectable<ChangesTable>;

const STORED_MS = hours(1);
const FORGOTTEN_AT_ONCE = 200;
/** A change has the time it was noted, but is visible only once its transaction has ended. No transaction takes longer than this. */
export const OVERLAP_MS = seconds(20);

/** Records in the current transaction that a listing now looks different. `now`: epoch ms. */
export async function noteListing(tx: Db, listingId: string, now: number): Promise<void> {
  await sql`update listings set shown = null, shown_turn = shown_turn + 1 where id = ${listingId}`.execute(tx);
  await sql`insert into changes (id, at, listing_id, category_id, seller_id)
    select ${uuid()}, ${momentAfterAll(now)}, id, category_id, seller_id from listings where id = ${listingId}`.execute(tx);
  await queueAlerts(tx, [{ listing_id: listingId, seller_id: null }]);
}

/** A time later than all earlier changes, even if machines' clocks differ or were set back. */
function momentAfterAll(now: number) {
  const latest = sql`(select coalesce(max(at), 0) from changes)`;
  return sql<number>`case when cast(${now} as bigint) > ${latest} then cast(${now} as bigint) else ${latest} + 1 end`;
}

/** Records in the current transaction that all listings of a seller now look different. */
export async function noteSeller(tx: Db, sellerId: string, now: number): Promise<void> {
  await sql`insert into changes (id, at, listing_id, category_id, seller_id) values (${uuid()}, ${momentAfterAll(now)}, null, null, ${sellerId})`.execute(tx);
  await queueAlerts(tx, [{ listing_id: null, seller_id: sellerId }]);
}

/** Records in the current transaction that every page now looks different, because the shop's settings changed. */
export async function noteShop(tx: Db, now: number): Promise<void> {
  await sql`insert into changes (id, at, listing_id, category_id, seller_id) values (${uuid()}, ${momentAfterAll(now)}, null, null, null)`.execute(tx);
}

/** Records in the current transaction that the lists of wanted ads now look different. */
export async function noteWantedAds(tx: Db, now: number): Promise<void> {
  await sql`insert into changes (id, at, topic) values (${uuid()}, ${momentAfterAll(now)}, 'wanted')`.execute(tx);
}

/** Records in the current transaction that a phone's passport now looks different. */
export async function notePassport(tx: Db, passportId: string, now: number): Promise<void> {
  await sql`insert into changes (id, at, topic) values (${uuid()}, ${momentAfterAll(now)}, ${`passport:${passportId}`})`.execute(tx);
}

/** A place in the sequence of changes, from which a saved search index can follow them. */
export type Mark = Pick<Change, 'id' | 'at'>;

/** Notes that a search index has been saved which has every change up to `OVERLAP_MS` before. */
export async function noteMark(db: Db, now: number): Promise<Mark> {
  const id = uuid();
  // With the query builder, not in raw SQL: `readThrough` sends its writes to the primary.
  const noted = db
    .insertInto('changes')
    .values({ id, at: momentAfterAll(now), topic: 'index' })
    .returning(['id', 'at']);
  return noted.executeTakeFirstOrThrow();
}

/** All changes that may have come after a mark; null if they aren't stored anymore, or the mark is of another database. */
export async function findChangesAfter(db: Db, { id, at }: Mark): Promise<Change[] | null> {
  const mark = await db.selectFrom('changes').select('at').where('id', '=', id).executeTakeFirst();
  const isStored = mark !== undefined && Number(mark.at) === at && at - OVERLAP_MS >= (await findLatestChange(db)) - STORED_MS;
  return isStored ? findChanges(db, at - OVERLAP_MS) : null;
}

/** Whether a change affects the whole shop. */
export const isOfShop = ({ listing_id, seller_id, topic }: Change): boolean => listing_id === null && seller_id === null && topic === null;

/** Returns the changes at `since` or later. */
export const findChanges = (db: Db, since: number): Promise<Change[]> => db.selectFrom('changes').selectAll().where('at', '>=', since).execute();

/** Deletes changes that every process has long seen: older than an hour before the latest. */
export async function forgetChanges(db: Db): Promise<void> {
  const before = (await findLatestChange(db)) - STORED_MS;
  await inBatches(FORGOTTEN_AT_ONCE, async (limit) => {
    const old = db.selectFrom('changes').select('id').where('at', '<', before).limit(limit);
    return Number((await db.deleteFrom('changes').where('id', 'in', old).executeTakeFirst()).numDeletedRows);
  });
}

/** Returns the time of the latest change; 0 when there is none. */
export async function findLatestChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}
