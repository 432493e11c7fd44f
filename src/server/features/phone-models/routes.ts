import { NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { KnownModels } from './known-models.ts';
import { findPhoneModel } from './queries.ts';
import { suggestModels } from './suggest.ts';

const SUGGESTIONS = 8;

export function phoneModelRoutes(serve: ServeCall, services: Pick<Services, 'db'> & { models: KnownModels }): void {
  serve('GET /phoneModels', async ({ query }) => {
    const hits = suggestModels(await services.models.directory(), query.search, SUGGESTIONS);
    return {
      reply: hits.map(({ entry, number }) => ({ _id: entry.id, brand: entry.brand, model_name: entry.name, released: entry.released, model_number: number })),
    };
  });

  serve('GET /phoneModels/:id', async ({ params }) => {
    const model = await findPhoneModel(services.db, params.id);
    if (!model) throw new NotFoundError('The catalog has no such model.');
    return { reply: model };
  });
}
