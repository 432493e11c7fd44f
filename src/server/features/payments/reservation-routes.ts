import { ACKNOWLEDGED, deleted } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { clientOf } from './client.ts';
import { cancelBooking, giveUp, waitForTurn } from './intents.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'sellerFee' | 'reservationMs' | 'tokenSecret' | 'security'>;

/** The waitlist of a phone, releasing a reservation, and canceling a booking. */
export function reservationRoutes(serve: ServeCall, services: Needs): void {
  serve('POST /orders/:orderId/wait', async (call) => {
    await waitForTurn(services, call.params.orderId, clientOf(call, services));
    return ACKNOWLEDGED;
  });

  serve('DELETE /orders/:orderId/wait', async ({ caller, params }) => deleted(await giveUp(services, caller.userId, params.orderId, 'line')));

  serve('DELETE /orders/:orderId/reservation', async ({ caller, params }) => deleted(await giveUp(services, caller.userId, params.orderId, 'reservation')));

  serve('DELETE /bookings/:orderId', async ({ caller, params }) => deleted(await cancelBooking(services, caller.userId, params.orderId)));
}
