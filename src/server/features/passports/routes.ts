import { ACKNOWLEDGED } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { findOrderPassport, findPassport, isOwner } from './queries.ts';
import { noteRepair } from './repair-commands.ts';
import { passportFull, requireOwner, requireOwnOrder, requirePassport } from './rules.ts';

type Needs = Pick<Services, 'db' | 'reads' | 'replica' | 'clock'>;

/** Phones' passports. No call takes an IMEI. */
export function passportRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /passports/:id', async ({ caller, params: { id } }) => {
    const found = await findPassport(readFor(caller, services), id);
    requirePassport(found);
    const { passport, listingIds } = found;
    // What a listing said is shown as long as the listing may be.
    return { reply: passport, shows: [`passport:${id}`, ...listingIds.map((listingId) => `listing:${listingId}` as const)] };
  });

  serve('GET /passports/:id/ownership', async ({ caller, params }) => ({ reply: { isYours: await isOwner(db, params.id, caller.userId) } }));

  serve('POST /passports/:id/repairs', async ({ caller, params, body }) => {
    const { outcome } = await noteRepair(db, params.id, body, { userId: caller.userId, now: clock.now() });
    requireOwner(outcome !== 'not_yours');
    if (outcome === 'full') throw passportFull();
    return outcome === 'noted' ? { status: 201, reply: { acknowledged: true } } : ACKNOWLEDGED;
  });

  serve('GET /orders/:orderId/passport', async ({ caller, params }) => {
    const passport = await findOrderPassport(db, params.orderId, caller.userId);
    requireOwnOrder(passport);
    return { reply: { passport } };
  });
}
