import type { ServeCall } from '../../http/route.ts';
import { publicConfigNow, type Services } from '../../services.ts';

export function configRoutes(serve: ServeCall, services: Pick<Services, 'publicConfig' | 'settings'>): void {
  serve('GET /config', async () => ({ reply: await publicConfigNow(services), shows: [] }));
}
