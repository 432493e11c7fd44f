import type { NotificationChannel, NotificationTopic } from '#contract/notification-topics.ts';
import type { Db } from '../../db/tables.ts';

/** One way in which somebody is notified about one topic. */
export type Switch = { userId: string; topic: NotificationTopic; channel: NotificationChannel };

const BATCH = 500;

/** What each of these people turned off, by the names of the switches. */
export async function findOff(db: Db, userIds: string[]): Promise<Set<string>> {
  const off = new Set<string>();
  for (let at = 0; at < userIds.length; at += BATCH) {
    const rows = await db
      .selectFrom('notification_settings')
      .select(['user_id', 'topic', 'channel'])
      .where('user_id', 'in', userIds.slice(at, at + BATCH))
      .execute();
    for (const { user_id: userId, topic, channel } of rows) off.add(nameOf({ userId, topic, channel }));
  }
  return off;
}

export const nameOf = ({ userId, topic, channel }: { userId: string; topic: string; channel: string }): string => `${userId} ${topic} ${channel}`;

/** Whether somebody is notified about a topic in this way. */
export async function isTopicOn(db: Db, { userId, topic, channel }: Switch): Promise<boolean> {
  const off = await db
    .selectFrom('notification_settings')
    .select('off_at')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return off === undefined;
}

/** Turns a switch off at this time, or on with null; returns whether that was a change. */
export async function setChannel(tx: Db, { userId, topic, channel }: Switch, offAt: number | null): Promise<boolean> {
  if (offAt === null) {
    const { numDeletedRows } = await tx
      .deleteFrom('notification_settings')
      .where('user_id', '=', userId)
      .where('topic', '=', topic)
      .where('channel', '=', channel)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, topic, channel, off_at: offAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
