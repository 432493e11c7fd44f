import type { AuditFilter } from '#contract/audit.ts';
import { type Cursor, readCursor, writeCursor } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { FileReply, type ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { csvHead, toCsvLine } from './csv.ts';
import { findEntries } from './queries.ts';
import { countWaiting, findHead } from './seal-queries.ts';

const BATCH = 500;

/** The audit log, for admins. */
export function auditRoutes(serve: ServeCall, { db }: Pick<Services, 'db'>): void {
  serve('GET /auditLog', async ({ query: { limit, cursor, ...filter } }) => {
    const page = await findEntries(db, filter, limit, readCursor('audit', cursor));
    return { reply: page.items, next: writeCursor('audit', page.next) };
  });

  serve('GET /auditLog/seal', async () => {
    const [{ number, hash }, { count }] = await Promise.all([findHead(db), countWaiting(db)]);
    return { reply: { number, hash: number === 0 ? null : hash, waiting: count } };
  });

  serve('GET /auditLog/export', async ({ query }) => ({ reply: new FileReply('audit-log.csv', writeCsv(db, query)) }));
}

/** Streams the log page by page, so that only one page is in memory. */
async function* writeCsv(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  yield csvHead();
  let after: Cursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof findEntries>> = await findEntries(db, filter, BATCH, after);
    if (page.items.length > 0) yield page.items.map(toCsvLine).join('');
    after = page.next;
  } while (after !== null);
}
