import { NOTIFICATION_CHANNELS, type NotificationChannel, type NotificationTopic } from '#contract/notification-topics.ts';
import type { Db } from '../../db/tables.ts';
import { isReachable, postMails } from '../mail/index.ts';
import { queuePushes } from '../push/index.ts';
import type { Recipient, Words } from './message.ts';
import { insertNotifications } from './queries.ts';
import { findOff, nameOf, setChannel } from './setting-queries.ts';
import { isOptional, topicOf } from './topics.ts';

/** `unsubscribe`: the path that ends such emails. */
type Notified = { recipient: Recipient; words: Words; unsubscribe?: string };
type Chosen = { topic: NotificationTopic; on: Partial<Record<NotificationChannel, boolean | undefined>>; now: number };

/**
 * Notifies people in their dashboards and, unless they don't want that, by email and on their devices; those who deleted their accounts in no way. Call it
 * in the transaction of the event itself, so that none exists without the others.
 */
export async function notify(tx: Db, all: Notified[], now: number): Promise<void> {
  const notified = all.filter(({ recipient }) => isReachable(recipient.email));
  await insertNotifications(tx, notified, now);
  const off = await findOff(tx, [...new Set(notified.map(({ recipient }) => recipient.userId))]);
  const wantedBy = (channel: NotificationChannel) =>
    notified.filter(({ recipient, words }) => {
      const topic = topicOf(words.kind);
      return !isOptional(topic, channel) || !off.has(nameOf({ userId: recipient.userId, topic, channel }));
    });
  const posted = wantedBy('email').map(({ recipient, words: { kind, subject, text, path, label, until }, unsubscribe }) => ({
    to: recipient.email,
    content: { kind, subject, text, link: path, label, unsubscribe },
    ...(until !== undefined && { expiresAt: until }),
  }));
  await postMails(tx, posted, now);
  const pushed = wantedBy('push').map(({ recipient, words: { subject, text, path, until } }) => ({ userId: recipient.userId, subject, text, path, until }));
  await queuePushes(tx, pushed, now);
}

/** Turns channels for a topic on or off; returns whether anything changed. */
export function chooseChannels(db: Db, userId: string, { topic, on, now }: Chosen): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    let isChanged = false;
    for (const channel of NOTIFICATION_CHANNELS) {
      const isOn = on[channel];
      if (isOn !== undefined && (await setChannel(tx, { userId, topic, channel }, isOn ? null : now))) isChanged = true;
    }
    return isChanged;
  });
}

/** Turns a person's emails about what they saved off. */
export async function stopEmails(db: Db, userId: string, now: number): Promise<void> {
  await chooseChannels(db, userId, { topic: 'saved', on: { email: false }, now });
}
