import { readCursor, writeCursor } from '../../db/paging.ts';
import { ForReaders, type ServeCall } from '../../http/route.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import { readFor, type Services } from '../../services.ts';
import { findCategories } from './queries.ts';

export function catalogRoutes(serve: ServeCall, services: Pick<Services, 'reads' | 'replica'> & { searchEngine: SearchEngine }): void {
  serve('GET /productCategories', async ({ caller, query }) => {
    const asked = { ...query, after: readCursor('categories', query.cursor) };
    const page = await findCategories(readFor(caller, services), await services.searchEngine.countByBrand(), asked);
    return { reply: ForReaders.alike(page.items), next: writeCursor('categories', page.next), shows: ['lists'] };
  });
}
