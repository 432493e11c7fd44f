import { hours, seconds } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import type { Message } from '../../messages/message.ts';
import { findDevicesOf } from './queries.ts';
import { insertPushes } from './queue-queries.ts';

/** What is shown on all of a person's devices, and the path that it leads to. With a conversation it is shown unless they read that soon; `until` (epoch ms): not after that. */
export type PushWords = { userId: string; subject: Message; text: Message; path: string; conversationId?: string; until?: number | undefined };

const BATCH = 500;
/** After this a notification is no longer news. */
const LIFETIME_MS = hours(24);
/** Somebody who has the conversation open reads a message within this time. */
const READ_AT_ONCE_MS = seconds(3);

/** Queues push notifications for people's devices. Call it in the transaction of the event itself, so that neither exists without the other. */
export async function queuePushes(tx: Db, words: PushWords[], now: number): Promise<void> {
  const userIds = [...new Set(words.map(({ userId }) => userId))];
  for (let at = 0; at < userIds.length; at += BATCH) {
    const devices = await findDevicesOf(tx, userIds.slice(at, at + BATCH));
    const queued = devices.flatMap(({ id, user_id }) =>
      words
        .filter(({ userId }) => userId === user_id)
        .map(({ subject, text, path, conversationId = null, until = now + LIFETIME_MS }) => ({
          ...{ subscriptionId: id, subject, text, path, conversationId, expiresAt: Math.min(until, now + LIFETIME_MS) },
          dueAt: conversationId === null ? now : now + READ_AT_ONCE_MS,
        })),
    );
    await insertPushes(tx, queued, now);
  }
}
