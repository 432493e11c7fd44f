import type { ServeCall } from '../../http/route.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import { readFor, type Services } from '../../services.ts';
import { findCategories } from './queries.ts';

export function catalogRoutes(serve: ServeCall, services: Pick<Services, 'reads' | 'replica'> & { searchEngine: SearchEngine }): void {
  serve('GET /productCategories', async ({ caller }) => ({
    reply: await findCategories(readFor(caller, services), await services.searchEngine.countByBrand()),
    shows: ['lists'],
  }));
}
