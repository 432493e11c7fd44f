import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { requirePaidOrderOf } from '../orders/index.ts';
import { suggestPlaces } from './suggest.ts';

export function meetingPlaceRoutes(serve: ServeCall, { db }: Pick<Services, 'db'>): void {
  serve('GET /orders/:orderId/places', async ({ caller, params, query: { search = '' } }) => {
    const order = await requirePaidOrderOf(db, caller.userId, params.orderId);
    return { reply: await suggestPlaces(db, { location: order.location, search }) };
  });
}
