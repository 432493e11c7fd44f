import { type AuditAct, type AuditEntry, type AuditFilter, AuditRole, type AuditSubjectKind, type AuditValues } from '#contract/audit.ts';
import { days } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** Sealed rows in order of their numbers, after this one or from the first. */
export async function findSealed(db: Db, after: number | null, limit: number) {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('number', 'is not', null)
    .$if(after !== null, (query) => query.where('number', '>', after ?? 0))
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, number: row.number ?? 0 }));
}

export const findEntry = (db: Db, id: string) => db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst();

/** One page of the log, most recent first. */
export async function findEntries(db: Db, filter: AuditFilter, limit: number, after: Cursor | null): Promise<PageOf<AuditEntry>> {
  const { act } = filter;
  const role = AuditRole.safeParse(filter.who?.toLowerCase()).data;
  const who = filter.who === undefined || role ? undefined : await idOf(db, filter.who);
  const subject = filter.subject === undefined ? undefined : await idOf(db, filter.subject);
  const from = filter.from === undefined ? undefined : Date.parse(filter.from);
  const until = filter.to === undefined ? undefined : Date.parse(filter.to) + days(1);
  const query = select(db)
    .$if(role !== undefined, (query) => query.where('audit_log.actor_role', '=', role ?? 'shop'))
    .$if(who !== undefined, (query) => query.where('audit_log.actor_id', '=', who ?? ''))
    .$if(act !== undefined, (query) => query.where('audit_log.act', '=', act ?? ''))
    .$if(subject !== undefined, (query) => query.where('audit_log.subject_id', '=', subject ?? ''))
    .$if(from !== undefined, (query) => query.where('audit_log.at', '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where('audit_log.at', '<', until ?? 0));
  return readPage(query, { key: 'audit_log.at', id: 'audit_log.id' }, { limit, after, toItem: toEntry });
}

/** The id of a person given by their email address; anything else is returned as is. */
async function idOf(db: Db, input: string): Promise<string> {
  if (!input.includes('@')) return input;
  const user = await db.selectFrom('users').select('id').where('email', '=', input.trim().toLowerCase()).executeTakeFirst();
  return user?.id ?? input;
}

function select(db: Db) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users as actors', 'actors.id', 'audit_log.actor_id')
    .leftJoin('users as people', (join) => join.onRef('people.id', '=', 'audit_log.subject_id').on('audit_log.subject_kind', '=', 'user'))
    .leftJoin('listings', (join) => join.onRef('listings.id', '=', 'audit_log.subject_id').on('audit_log.subject_kind', '=', 'listing'))
    .leftJoin('orders', (join) => join.onRef('orders.id', '=', 'audit_log.subject_id').on('audit_log.subject_kind', '=', 'order'))
    .selectAll('audit_log')
    .select(['actors.name as actor_name', 'people.name as person_name', 'listings.model_name', 'orders.product_name']);
}

function toEntry(row: Row): AuditEntry {
  return {
    _id: row.id,
    number: row.number,
    at: toIso(row.at),
    // Only ever written with the contract's values.
    by: { role: row.actor_role as AuditRole, _id: row.actor_id, name: row.actor_name },
    act: row.act as AuditAct,
    subject: { kind: row.subject_kind as AuditSubjectKind, _id: row.subject_id, name: row.person_name ?? row.model_name ?? row.product_name },
    network: row.network,
    requestId: row.request_id,
    before: toValues(row.before),
    after: toValues(row.after),
    hash: row.hash,
  };
}

// Only ever written as JSON of these values.
const toValues = (json: string | null): AuditValues | null => (json === null ? null : (JSON.parse(json) as AuditValues));
