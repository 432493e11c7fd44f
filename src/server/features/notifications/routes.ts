import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findNotices, markRead } from './queries.ts';

export const noticeRoutes = (serve: ServeCall, { db, clock }: Pick<Services, 'db' | 'clock'>): void => {
  serve('GET /notices', async ({ caller, query }) => {
    const page = await findNotices(db, caller.userId, query.limit, readCursor('notices', query.cursor));
    return { reply: page.items, next: writeCursor('notices', page.next) };
  });

  serve('POST /notices/read', async ({ caller }) => {
    const modifiedCount = await markRead(db, caller.userId, clock.now());
    return { reply: { acknowledged: true, matchedCount: modifiedCount, modifiedCount } };
  });
};
