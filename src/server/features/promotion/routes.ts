import { ACKNOWLEDGED, inserted } from '../../http/replies.ts';
import { ForReaders, type ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { type Contacts, sellersOf } from '../contacts/index.ts';
import { findListing, requireOwnListing, requireUnsold, toListing } from '../listings/index.ts';
import { advertise } from './commands.ts';
import { readOffersCursor, writeOffersCursor } from './offers-cursor.ts';
import { findAdvertised } from './queries.ts';

export function promotionRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'reads' | 'replica' | 'clock'> & { contacts: Contacts }): void {
  const { db, clock } = services;

  serve('GET /advertise', async ({ caller, query }) => {
    const page = await findAdvertised(readFor(caller, services), query.limit, readOffersCursor(query.cursor));
    const reply = new ForReaders(async (asking) => {
      const shown = await services.contacts.open(asking, sellersOf(page.items));
      return page.items.map((row) => ({ ...toListing(row, shown), isAdvertise: true as const }));
    });
    return { reply, next: writeOffersCursor(page.next), shows: ['lists'] };
  });

  serve('POST /advertise', async ({ caller, body }) => {
    const listing = await findListing(db, body._id);
    requireOwnListing(listing, caller.userId);
    requireUnsold(listing, 'it can’t be advertised.');
    if (await advertise(db, listing.id, clock.now())) return inserted(listing.id);
    // It was advertised already, or has been sold or removed since it was read.
    const now = await findListing(db, body._id);
    requireOwnListing(now, caller.userId);
    requireUnsold(now, 'it can’t be advertised.');
    return ACKNOWLEDGED;
  });

  serve('GET /isAdvertise/:productId', async ({ params }) => {
    const listing = await findListing(db, params.productId);
    return { reply: { isAdvertise: listing ? listing.advertised_at !== null && listing.sold_at === null : false } };
  });
}
