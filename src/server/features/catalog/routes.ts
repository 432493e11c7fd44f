import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import type { Shelf } from '../search/index.ts';
import { findCategories } from './queries.ts';

export const catalogueRoutes = (serve: ServeCall, services: Pick<Services, 'db' | 'replica'> & { shelf: Shelf }): void => {
  serve('GET /productCategories', async ({ caller }) => ({
    reply: await findCategories(readFor(caller, services), await services.shelf.countByBrand()),
    shows: ['shelf'],
  }));
};
