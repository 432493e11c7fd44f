import { v7 as uuid } from 'uuid';
import type { AlertQueueTable } from './tables/operations.ts';
import type { Db } from './tables.ts';

// Rows are only added and deleted, never changed: whoever changes a listing waits for nobody, and what happens while people are alerted has a row of its own.

/** Records in the current transaction that people may have to be alerted. */
export async function queueAlerts(tx: Db, changed: Omit<AlertQueueTable, 'id'>[]): Promise<void> {
  if (changed.length > 0)
    await tx
      .insertInto('alert_queue')
      .values(changed.map((one) => ({ id: uuid(), ...one })))
      .execute();
}

/** The oldest rows, without those of listings whose risk is still to be assessed. */
export function findQueuedAlerts(db: Db, limit: number): Promise<AlertQueueTable[]> {
  return db
    .selectFrom('alert_queue')
    .leftJoin('listing_risks', 'listing_risks.listing_id', 'alert_queue.listing_id')
    .select(['alert_queue.id', 'alert_queue.listing_id', 'alert_queue.seller_id'])
    .where('listing_risks.due_at', 'is', null)
    .orderBy('alert_queue.id')
    .limit(limit)
    .execute();
}

export async function deleteQueuedAlerts(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('alert_queue').where('id', 'in', ids).execute();
}
