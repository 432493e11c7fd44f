import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findOnSaleByWords, toListing } from '../listings/index.ts';
import { toSearchWords } from './words.ts';

export const searchRoutes = (serve: ServeCall, { db }: Pick<Services, 'db'>): void => {
  serve('GET /searchProducts', async ({ caller, query }) => {
    const list = `search ${query.sort}`;
    const after = readCursor(list, query.cursor);
    const words = toSearchWords(query.search);
    // Nothing but marks and pictures was typed: no listing holds that.
    if (words.length === 0) return { reply: [] };
    const page = await findOnSaleByWords(db, words, { ...query, after });
    return { reply: page.items.map((row) => toListing(row, caller)), next: writeCursor(list, page.next) };
  });
};
