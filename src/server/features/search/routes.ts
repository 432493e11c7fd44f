import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findOnSaleByIds, toListing, toShelfFilters } from '../listings/index.ts';
import { NO_FACETS, type Shelf } from '../shelf/index.ts';

const ORDERS = { default: 'match', newest: 'newest', oldest: 'oldest', lowtohigh: 'cheapest', hightolow: 'dearest' } as const;
const SUGGESTIONS = 8;

export const searchRoutes = (serve: ServeCall, { db, shelf }: Pick<Services, 'db'> & { shelf: Shelf }): void => {
  serve('GET /searchProducts', async ({ caller, query }) => {
    const list = `search ${query.sort}`;
    const after = readCursor(list, query.cursor);
    const filters = await toShelfFilters(db, query);
    if (!filters) return { reply: [] };
    const page = await shelf.findIds({ filters, search: query.search }, ORDERS[query.sort], { limit: query.limit, after });
    const rows = await findOnSaleByIds(db, page.items);
    return { reply: rows.map((row) => toListing(row, caller)), next: writeCursor(list, page.next) };
  });

  serve('GET /searchSuggestions', async ({ query }) => ({ reply: await shelf.suggest(query.search, SUGGESTIONS) }));

  serve('GET /productFacets', async ({ query }) => {
    const filters = await toShelfFilters(db, query);
    if (!filters) return { reply: NO_FACETS };
    return { reply: await shelf.countFacets({ filters, search: query.search ?? null }) };
  });
};
