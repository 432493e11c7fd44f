import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/tables.ts';
import type { Message } from '../../messages/message.ts';
import { storeMessage } from '../../messages/stored.ts';
import type { PushTarget } from '../../ports/push-service.ts';

/** A push notification for one device. With a conversation it is only sent while that is unread. */
export type Queued = {
  subscriptionId: string;
  subject: Message;
  text: Message;
  path: string;
  conversationId: string | null;
  dueAt: number;
  expiresAt: number;
};

export type DuePush = Awaited<ReturnType<typeof findDuePushes>>[number];

/** Queues push notifications. Each replaces those that lead to the same place and still wait, without waiting longer than they would have. */
export async function insertPushes(tx: Db, queued: Queued[], now: number): Promise<void> {
  for (const { subscriptionId, subject, text, path, conversationId, dueAt, expiresAt } of queued) {
    const waiting = await tx
      .deleteFrom('pushes')
      .where('subscription_id', '=', subscriptionId)
      .where('path', '=', path)
      .returning(['tries', 'due_at'])
      .execute();
    const due = Math.min(dueAt, ...waiting.filter(({ tries }) => tries === 0).map(({ due_at }) => due_at));
    await tx
      .insertInto('pushes')
      .values({
        ...{ id: uuid(), subscription_id: subscriptionId, ...filled({ subject, text }), path, conversation_id: conversationId },
        ...{ created_at: now, expires_at: expiresAt, tries: 0, due_at: due },
      })
      .execute();
  }
}

function filled(words: { subject: Message; text: Message }) {
  const { subject, body, filled_with } = storeMessage(words);
  return { subject, body, filled_with: filled_with ?? '' };
}

/** What is due, with its device, whether that is gone, and whether its conversation is still unread. */
export function findDuePushes(db: Db, now: number, limit: number) {
  return db
    .selectFrom('pushes')
    .leftJoin('push_subscriptions', 'push_subscriptions.id', 'pushes.subscription_id')
    .leftJoin('conversation_sides', (join) =>
      join.onRef('conversation_sides.conversation_id', '=', 'pushes.conversation_id').onRef('conversation_sides.user_id', '=', 'push_subscriptions.user_id'),
    )
    .select(['pushes.id', 'pushes.subject', 'pushes.body', 'pushes.filled_with', 'pushes.path', 'pushes.conversation_id'])
    .select(['pushes.expires_at', 'pushes.tries', 'pushes.due_at', 'pushes.subscription_id', 'conversation_sides.unread'])
    .select(['push_subscriptions.endpoint', 'push_subscriptions.p256dh', 'push_subscriptions.auth', 'push_subscriptions.session_id'])
    .select((eb) => eb('push_subscriptions.id', 'is', null).as('is_gone'))
    .$narrowType<PushTarget & { session_id: string }>()
    .where('pushes.due_at', '<=', now)
    .orderBy('pushes.due_at')
    .orderBy('pushes.id')
    .limit(limit)
    .execute();
}

/** Claims a push for this process until then and counts the attempt; returns false when another process was faster. */
export async function claimPush(db: Db, { id, due_at }: Pick<DuePush, 'id' | 'due_at'>, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pushes')
    .set((eb) => ({ due_at: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** When to try again; `until` is the claim of this attempt. */
export async function postponePush(db: Db, id: string, { until, dueAt }: { until: number; dueAt: number }): Promise<void> {
  await db.updateTable('pushes').set({ due_at: dueAt }).where('id', '=', id).where('due_at', '=', until).execute();
}

export async function deletePush(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pushes').where('id', '=', id).execute();
}
