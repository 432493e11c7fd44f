import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import type { SearchIndex } from '../search/index.ts';
import { findCategories } from './queries.ts';

export function catalogRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'replica'> & { searchIndex: SearchIndex }): void {
  serve('GET /productCategories', async ({ caller }) => ({
    reply: await findCategories(readFor(caller, services), await services.searchIndex.countByBrand()),
    shows: ['lists'],
  }));
}
