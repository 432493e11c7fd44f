import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { Shelf } from '../shelf/index.ts';
import { findCategories } from './queries.ts';

export const catalogueRoutes = (serve: ServeCall, { db, shelf }: Pick<Services, 'db'> & { shelf: Shelf }): void => {
  serve('GET /productCategories', async () => ({ reply: await findCategories(db, await shelf.countByBrand()), shows: ['shelf'] }));
};
