import { sql } from 'kysely';
import { toIso } from '#contract/shared/moments.ts';
import type { Db } from '../../db/tables.ts';

export type Queue = { waiting: number; oldestAt: number | null };
export type Queues = Record<'mails' | 'mails_given_up' | 'refunds' | 'payments_to_cancel' | 'uploads' | 'pictures_to_sweep' | 'holds', Queue>;

export type DatabaseState = { version: string; migration: string; bytes: number | null };

/** Counts the queues at `now`, each along a partial index: states are written out, because it isn't used for one that is only known later. */
export async function countQueues(db: Db, now: number): Promise<Queues> {
  const counts = {
    mails: db
      .selectFrom('outbox')
      .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldestAt')])
      .where('due_at', 'is not', null),
    mails_given_up: db
      .selectFrom('outbox')
      .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('given_up_at').as('oldestAt')])
      .where('given_up_at', 'is not', null),
    refunds: db
      .selectFrom('payments')
      .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldestAt')])
      .where('state', '=', sql.lit('refund_due')),
    payments_to_cancel: db
      .selectFrom('intents_pending_cancellation')
      .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldestAt')]),
    uploads: db
      .selectFrom('image_uploads')
      .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldestAt')])
      .where('outcome', 'is', null),
    pictures_to_sweep: db
      .selectFrom('images')
      .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldestAt')])
      .where('used_at', 'is', null)
      .where('gone_at', 'is', null),
    holds: db
      .selectFrom('orders')
      .innerJoin('listings', (join) => join.onRef('listings.id', '=', 'orders.listing_id').onRef('listings.reserved_by', '=', 'orders.id'))
      .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('listings.reserved_until').as('oldestAt')])
      .where('orders.state', '=', sql.lit('paying'))
      .where('listings.reserved_until', '>', now),
  };
  const found: Partial<Queues> = {};
  for (const [name, query] of Object.entries(counts)) found[name as keyof Queues] = toQueue(await query.executeTakeFirstOrThrow());
  // The loop covered every name in `counts`.
  return { ...(found as Queues), holds: { waiting: found.holds?.waiting ?? 0, oldestAt: null } };
}

function toQueue({ waiting, oldestAt }: { waiting: number | string; oldestAt: number | string | null }): Queue {
  return {
    waiting: Number(waiting),
    oldestAt: oldestAt === null ? null : Number(oldestAt),
  };
}

/** Active sessions at `now`, of any identity service. */
export async function countSessions(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from identity_sessions where "expiresAt" > ${toIso(now)}`.execute(db);
  const elsewhere = await db
    .selectFrom('sign_ins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(rows[0]?.count ?? 0) + Number(elsewhere.count);
}

/** The engine's version, the last migration, and on PostgreSQL (`isServer`) the size of the database. */
export async function readDatabaseState(db: Db, isServer: boolean): Promise<DatabaseState> {
  const migration = await findLastMigration(db);
  if (!isServer) {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
    return { version: `SQLite ${rows[0]?.version ?? ''}`, migration, bytes: null };
  }
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(db);
  return { version: `PostgreSQL ${rows[0]?.version ?? ''}`, migration, bytes: Number(rows[0]?.bytes ?? 0) };
}

/** The number and name of the last migration; empty if none was run. */
export async function findLastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name desc limit 1`.execute(db);
  return rows[0]?.name ?? '';
}

/** Which process does which background work at `now`. */
export function findLeases(db: Db, now: number): Promise<{ name: string; holder: string }[]> {
  return db.selectFrom('leases').select(['name', 'holder']).where('until', '>', now).orderBy('name').execute();
}

/** The record of the last backup, as stored; null when there was none. */
export async function findLastBackup(db: Db): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'last_backup').executeTakeFirst();
  return row?.value ?? null;
}
