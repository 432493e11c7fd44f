import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findDisputes } from './dispute-queries.ts';
import { findEvidence } from './evidence-queries.ts';

/** Disputes, for admins. */
export function disputeRoutes(serve: ServeCall, { db, clock, identity }: Pick<Services, 'db' | 'clock' | 'identity'>): void {
  serve('GET /disputes', async ({ query }) => {
    const { list, direction } = sortedAs('disputes', query.sort);
    const page = await findDisputes(db, { ...query, direction, after: readCursor(list, query.cursor) });
    return { reply: page.items, next: writeCursor(list, page.next) };
  });

  serve('GET /disputes/:id/evidence', async ({ params }) => {
    const evidence = await findEvidence({ db, identity, now: clock.now() }, params.id);
    if (!evidence) throw new NotFoundError('This dispute doesn’t exist.');
    return { reply: evidence };
  });
}
