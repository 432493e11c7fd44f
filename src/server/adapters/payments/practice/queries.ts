import type { Selectable, Transaction } from 'kysely';
import { type Cursor, readRows } from '../../../db/paging.ts';
import type { PracticeDisputesTable, PracticeEventsTable, PracticeIntentsTable } from '../../../db/tables/practice-cards.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import type { Dispute, DisputeStatus, Movement } from './dispute.ts';
import type { Intent, IntentDetails, IntentStatus } from './intent.ts';
import type { Refund } from './objects.ts';

export type Work = Transaction<Tables>;
type Reading = Db | Work;

export type Page = { limit: number; after: Cursor | null };

const NEWEST_FIRST = { key: 'created_at', id: 'id' } as const;

export type Replay = { fingerprint: string; status: number; body: string };

export type WaitingEvent = Pick<Selectable<PracticeEventsTable>, 'id' | 'type' | 'body' | 'attempts' | 'next_attempt_at' | 'created_at'>;

export const inTransaction = <T>(db: Db, work: (transaction: Work) => Promise<T>): Promise<T> => db.transaction().execute(work);

export async function insertIntent(work: Work, intent: Intent): Promise<void> {
  await work
    .insertInto('practice_intents')
    .values({
      id: intent.id,
      client_secret: intent.clientSecret,
      amount: intent.amount,
      currency: intent.currency,
      status: intent.status,
      amount_refunded: intent.amountRefunded,
      version: intent.version,
      details: JSON.stringify(intent.details),
      created_at: intent.createdAt,
    })
    .execute();
}

export async function findIntent(db: Reading, id: string): Promise<Intent | null> {
  const row = await db.selectFrom('practice_intents').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toIntent(row) : null;
}

function toIntent(row: Selectable<PracticeIntentsTable>): Intent {
  return {
    id: row.id,
    clientSecret: row.client_secret,
    amount: row.amount,
    currency: row.currency,
    // Both are only written by `insertIntent` and `replaceIntent`.
    status: row.status as IntentStatus,
    amountRefunded: row.amount_refunded,
    version: row.version,
    createdAt: row.created_at,
    details: JSON.parse(row.details) as IntentDetails,
  };
}

/** Stores a decided change. Returns false when the intent has changed since the version it was decided on. */
export async function replaceIntent(work: Work, intent: Intent): Promise<boolean> {
  const { numUpdatedRows } = await work
    .updateTable('practice_intents')
    .set({ status: intent.status, amount_refunded: intent.amountRefunded, version: intent.version + 1, details: JSON.stringify(intent.details) })
    .where('id', '=', intent.id)
    .where('version', '=', intent.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Newest first, with one row more than the limit when there are more. */
export async function listIntents(db: Reading, page: Page): Promise<Intent[]> {
  const rows = await readRows(db.selectFrom('practice_intents').selectAll(), NEWEST_FIRST, page);
  return rows.map(toIntent);
}

export async function insertRefund(work: Work, refund: Refund): Promise<void> {
  await work
    .insertInto('practice_refunds')
    .values({
      id: refund.id,
      intent_id: refund.intentId,
      charge_id: refund.chargeId,
      amount: refund.amount,
      currency: refund.currency,
      status: refund.status,
      created_at: refund.createdAt,
    })
    .execute();
}

export const findRefund = async (db: Reading, id: string): Promise<Refund | null> => (await selectRefunds(db).where('id', '=', id).executeTakeFirst()) ?? null;

function selectRefunds(db: Reading) {
  return db
    .selectFrom('practice_refunds')
    .select(['id', 'intent_id as intentId', 'charge_id as chargeId', 'amount', 'currency', 'status', 'created_at as createdAt']);
}

export async function listRefunds(db: Reading, intentId: string | null, page: Page): Promise<Refund[]> {
  let query = selectRefunds(db);
  if (intentId !== null) query = query.where('intent_id', '=', intentId);
  return readRows(query, NEWEST_FIRST, page);
}

export async function insertDispute(work: Work, dispute: Dispute): Promise<void> {
  await work
    .insertInto('practice_disputes')
    .values({
      id: dispute.id,
      intent_id: dispute.intentId,
      charge_id: dispute.chargeId,
      amount: dispute.amount,
      currency: dispute.currency,
      status: dispute.status,
      reason: dispute.reason,
      due_by: dispute.dueBy,
      transactions: JSON.stringify(dispute.movements),
      created_at: dispute.createdAt,
    })
    .execute();
}

/** Stores a dispute's next state. Returns false when its state has changed in the meantime. */
export async function replaceDispute(work: Work, before: DisputeStatus, dispute: Dispute): Promise<boolean> {
  const { numUpdatedRows } = await work
    .updateTable('practice_disputes')
    .set({ status: dispute.status, transactions: JSON.stringify(dispute.movements) })
    .where('id', '=', dispute.id)
    .where('status', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findDispute(db: Reading, id: string): Promise<Dispute | null> {
  const row = await db.selectFrom('practice_disputes').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toDispute(row) : null;
}

function toDispute(row: Selectable<PracticeDisputesTable>): Dispute {
  return {
    id: row.id,
    intentId: row.intent_id,
    chargeId: row.charge_id,
    amount: row.amount,
    currency: row.currency,
    // Both are only written by `insertDispute` and `replaceDispute`.
    status: row.status as DisputeStatus,
    reason: row.reason,
    dueBy: row.due_by,
    movements: JSON.parse(row.transactions) as Movement[],
    createdAt: row.created_at,
  };
}

export async function listDisputes(db: Reading, intentId: string | null, page: Page): Promise<Dispute[]> {
  let query = db.selectFrom('practice_disputes').selectAll();
  if (intentId !== null) query = query.where('intent_id', '=', intentId);
  const rows = await readRows(query, NEWEST_FIRST, page);
  return rows.map(toDispute);
}

/** Claims an idempotency key; false when it is taken. Waits for a transaction that is using the key. */
export async function claimKey(work: Work, key: string, fingerprint: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work
    .insertInto('practice_replays')
    .values({ key, fingerprint, status: 0, body: '', created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findReplay(work: Work, key: string): Promise<Replay | null> {
  return (await work.selectFrom('practice_replays').select(['fingerprint', 'status', 'body']).where('key', '=', key).executeTakeFirst()) ?? null;
}

export async function saveReplay(work: Work, key: string, answer: { status: number; body: string }): Promise<void> {
  await work.updateTable('practice_replays').set({ status: answer.status, body: answer.body }).where('key', '=', key).execute();
}

export async function insertEvent(work: Work, event: { id: string; type: string; body: string; now: number }): Promise<void> {
  const { now, ...columns } = event;
  await work
    .insertInto('practice_events')
    .values({ ...columns, attempts: 0, next_attempt_at: now, delivered_at: null, created_at: now })
    .execute();
}

/** Returns the due event that has waited longest; null when none is due. */
export async function nextDueEvent(db: Reading, now: number): Promise<WaitingEvent | null> {
  return (
    (await db
      .selectFrom('practice_events')
      .select(['id', 'type', 'body', 'attempts', 'next_attempt_at', 'created_at'])
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()) ?? null
  );
}

/** Claims one delivery attempt for this process until `leaseUntil`; false when another process was faster. */
export async function claimEvent(db: Reading, event: WaitingEvent, leaseUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('practice_events')
    .set({ attempts: event.attempts + 1, next_attempt_at: leaseUntil })
    .where('id', '=', event.id)
    .where('attempts', '=', event.attempts)
    .where('next_attempt_at', '=', event.next_attempt_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores the result of a claimed attempt: delivered, another attempt later, or given up when both are null. */
export async function settleEvent(db: Reading, event: WaitingEvent, outcome: { deliveredAt: number | null; nextAttemptAt: number | null }): Promise<void> {
  await db
    .updateTable('practice_events')
    .set({ delivered_at: outcome.deliveredAt, next_attempt_at: outcome.nextAttemptAt })
    .where('id', '=', event.id)
    .where('attempts', '=', event.attempts + 1)
    .execute();
}

/** Deletes some replays from before this moment; returns how many. */
export async function forgetReplays(db: Db, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('practice_replays').select('key').where('created_at', '<', before).limit(limit);
  return Number((await db.deleteFrom('practice_replays').where('key', 'in', old).executeTakeFirst()).numDeletedRows);
}

/** Deletes some settled events from before this moment; returns how many. */
export async function forgetEvents(db: Db, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('practice_events').select('id').where('created_at', '<', before).where('next_attempt_at', 'is', null).limit(limit);
  return Number((await db.deleteFrom('practice_events').where('id', 'in', old).executeTakeFirst()).numDeletedRows);
}
