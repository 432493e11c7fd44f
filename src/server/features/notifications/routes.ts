import { ALWAYS_MAILED, NOTIFICATION_TOPICS } from '#contract/notification-topics.ts';
import { MAX_UNREAD } from '#contract/notifications.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { InvalidError, NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { countUnread, findEmailsOff, findNotification, findNotifications, markOneRead, markRead, nameOf, setEmails } from './queries.ts';

export function notificationRoutes(serve: ServeCall, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  serve('GET /notifications', async ({ caller, query }) => {
    const page = await findNotifications(db, caller.userId, query.limit, readCursor('notices', query.cursor));
    return { reply: page.items, next: writeCursor('notices', page.next) };
  });

  serve('GET /notifications/unread', async ({ caller }) => ({ reply: { unread: await countUnread(db, caller.userId, MAX_UNREAD) } }));

  serve('POST /notifications/read', async ({ caller, query }) => {
    const through = query.through === undefined ? null : await findOwn(caller.userId, query.through);
    const modifiedCount = await markRead(db, caller.userId, { through, now: clock.now() });
    return { reply: { acknowledged: true, matchedCount: modifiedCount, modifiedCount } };
  });

  serve('POST /notifications/:id/read', async ({ caller, params }) => {
    const { id } = await findOwn(caller.userId, params.id);
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount: (await markOneRead(db, id, clock.now())) ? 1 : 0 } };
  });

  serve('GET /notifications/settings', async ({ caller }) => {
    const off = await findEmailsOff(db, [caller.userId]);
    return { reply: NOTIFICATION_TOPICS.map((topic) => ({ topic, email: !off.has(nameOf(caller.userId, topic)) })) };
  });

  serve('PUT /notifications/settings/:topic', async ({ caller, params: { topic }, body: { email } }) => {
    const sentence = 'We always email you about money, problems and your listings.';
    if (!email && ALWAYS_MAILED.includes(topic)) throw new InvalidError(sentence, { email: sentence });
    const isChanged = await setEmails(db, caller.userId, { topic, email, now: clock.now() });
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount: isChanged ? 1 : 0 } };
  });

  async function findOwn(userId: string, id: string) {
    const own = await findNotification(db, userId, id);
    if (!own) throw new NotFoundError('There is no such notification.');
    return own;
  }
}
