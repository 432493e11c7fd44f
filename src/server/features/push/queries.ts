import { v7 as uuid } from 'uuid';
import type { PushSubscriptionsTable } from '../../db/tables/messages.ts';
import type { Db } from '../../db/tables.ts';
import type { PushTarget } from '../../ports/push-service.ts';

export type NewSubscription = PushTarget & { userId: string; sessionId: string; device: string; now: number };

/** A person's devices, the latest first. */
export function findSubscriptions(db: Db, userId: string): Promise<Pick<PushSubscriptionsTable, 'id' | 'session_id' | 'endpoint' | 'device' | 'created_at'>[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'session_id', 'endpoint', 'device', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The devices of these people. */
export function findDevicesOf(db: Db, userIds: string[]): Promise<Pick<PushSubscriptionsTable, 'id' | 'user_id'>[]> {
  return db.selectFrom('push_subscriptions').select(['id', 'user_id']).where('user_id', 'in', userIds).execute();
}

/** Stores a device; a browser that somebody used before gets its present user's notifications only. Returns its id. */
export async function saveSubscription(tx: Db, { userId, sessionId, endpoint, p256dh, auth, device, now }: NewSubscription): Promise<string> {
  const { id } = await tx
    .insertInto('push_subscriptions')
    .values({ id: uuid(), user_id: userId, session_id: sessionId, endpoint, p256dh, auth, device, created_at: now })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ user_id: userId, session_id: sessionId, p256dh, auth, device, created_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes devices, and what was to be sent to them; returns how many. */
export async function deleteSubscriptions(tx: Db, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await tx.deleteFrom('pushes').where('subscription_id', 'in', ids).execute();
  const { numDeletedRows } = await tx.deleteFrom('push_subscriptions').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes what was to be sent to a device: it was somebody else's. */
export async function forgetWaiting(tx: Db, endpoint: string, userId: string): Promise<void> {
  const others = tx.selectFrom('push_subscriptions').select('id').where('endpoint', '=', endpoint).where('user_id', '!=', userId);
  await tx.deleteFrom('pushes').where('subscription_id', 'in', others).execute();
}
