import { NOTIFICATION_TOPICS, type NotificationChannel, type NotificationTopic } from '#contract/notification-topics.ts';
import { MAX_UNREAD } from '#contract/notifications.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { InvalidError, NotFoundError } from '../../errors.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { chooseChannels } from './commands.ts';
import { countUnread, findNotification, findNotifications, markOneRead, markRead } from './queries.ts';
import { findOff, nameOf } from './setting-queries.ts';
import { isOptional } from './topics.ts';

export function notificationRoutes(serve: ServeCall, { db, reads, clock }: Pick<Services, 'db' | 'reads' | 'clock'>): void {
  serve('GET /notifications', async ({ caller, query }) => {
    const page = await findNotifications(reads, caller.userId, query.limit, readCursor('notices', query.cursor));
    return { reply: page.items, next: writeCursor('notices', page.next) };
  });

  serve('GET /notifications/unread', async ({ caller }) => ({ reply: { unread: await countUnread(reads, caller.userId, MAX_UNREAD) } }));

  serve('POST /notifications/read', async ({ caller, query }) => {
    const through = query.through === undefined ? null : await findOwn(caller.userId, query.through);
    const modifiedCount = await markRead(db, caller.userId, { through, path: query.path, now: clock.now() });
    return { reply: { acknowledged: true, matchedCount: modifiedCount, modifiedCount } };
  });

  serve('POST /notifications/:id/read', async ({ caller, params }) => {
    const { id } = await findOwn(caller.userId, params.id);
    return updated(await markOneRead(db, id, clock.now()));
  });

  serve('GET /notifications/settings', async ({ caller: { userId } }) => {
    const off = await findOff(db, [userId]);
    const isOn = (topic: NotificationTopic, channel: NotificationChannel) => !isOptional(topic, channel) || !off.has(nameOf({ userId, topic, channel }));
    return { reply: NOTIFICATION_TOPICS.map((topic) => ({ topic, email: isOn(topic, 'email'), push: isOn(topic, 'push') })) };
  });

  serve('PUT /notifications/settings/:topic', async ({ caller, params: { topic }, body }) => {
    const sentence = 'We always email you about money, problems and your listings.';
    if (body.email === false && !isOptional(topic, 'email')) throw new InvalidError(sentence, { email: sentence });
    const isChanged = await chooseChannels(db, caller.userId, { topic, on: body, now: clock.now() });
    return updated(isChanged);
  });

  async function findOwn(userId: string, id: string) {
    const own = await findNotification(db, userId, id);
    if (!own) throw new NotFoundError('There is no such notification.');
    return own;
  }
}
