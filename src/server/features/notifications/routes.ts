import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findNotifications, markRead } from './queries.ts';

export function notificationRoutes(serve: ServeCall, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  serve('GET /notifications', async ({ caller, query }) => {
    const page = await findNotifications(db, caller.userId, query.limit, readCursor('notices', query.cursor));
    return { reply: page.items, next: writeCursor('notices', page.next) };
  });

  serve('POST /notifications/read', async ({ caller }) => {
    const modifiedCount = await markRead(db, caller.userId, clock.now());
    return { reply: { acknowledged: true, matchedCount: modifiedCount, modifiedCount } };
  });
}
