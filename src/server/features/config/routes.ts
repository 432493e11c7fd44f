import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';

export const configRoutes = (serve: ServeCall, { publicConfig }: Pick<Services, 'publicConfig'>): void => {
  serve('GET /config', async () => ({ reply: publicConfig, shows: [] }));
};
