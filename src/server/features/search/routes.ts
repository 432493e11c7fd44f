import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { countFacets, findOnSale, NO_FACETS, toListing, toNarrowing } from '../listings/index.ts';
import { toSearchWords } from './words.ts';

export const searchRoutes = (serve: ServeCall, { db }: Pick<Services, 'db'>): void => {
  serve('GET /searchProducts', async ({ caller, query }) => {
    const list = `search ${query.sort}`;
    const after = readCursor(list, query.cursor);
    const words = toSearchWords(query.search);
    const narrowing = await toNarrowing(db, query, words);
    // Nothing but marks and pictures was typed: no listing holds that.
    if (!narrowing || words.length === 0) return { reply: [] };
    const page = await findOnSale(db, narrowing, { ...query, after });
    return { reply: page.items.map((row) => toListing(row, caller)), next: writeCursor(list, page.next) };
  });

  serve('GET /productFacets', async ({ query }) => {
    const words = query.search === undefined ? [] : toSearchWords(query.search);
    const narrowing = await toNarrowing(db, query, words);
    if (!narrowing || (query.search !== undefined && words.length === 0)) return { reply: NO_FACETS };
    return { reply: await countFacets(db, narrowing) };
  });
};
