import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { suggestCities } from './find-city.ts';

export function cityRoutes(serve: ServeCall, services: Pick<Services, 'reads' | 'replica'>): void {
  serve('GET /cities', async ({ caller, query }) => ({ reply: await suggestCities(readFor(caller, services), query.search) }));
}
