import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findCategories } from './queries.ts';

export const catalogueRoutes = (serve: ServeCall, { db }: Pick<Services, 'db'>): void => {
  serve('GET /productCategories', async () => ({ reply: await findCategories(db) }));
};
