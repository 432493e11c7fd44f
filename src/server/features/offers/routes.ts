import type { Offer } from '#contract/offers.ts';
import { toDollars } from '#contract/shared/money.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findConversation, requireConversation } from '../conversations/index.ts';
import { findOwnListing, requireOwnListing } from '../listings/index.ts';
import { acceptOffer } from './accept-commands.ts';
import { counterOffer, makeOffer, refuseOffer, withdrawOffer } from './commands.ts';
import { countWaiting, findLowestOffer, findOffer, findOffers, findOffersBetween, type OfferRow, setLowestOffer } from './queries.ts';
import { requireAcceptable, requireOffer } from './rules.ts';
import { toOffer } from './view.ts';

type Needs = Pick<Services, 'db' | 'reads' | 'clock' | 'settings' | 'isProduction' | 'buyerKeys' | 'reservationMs'>;

const SHOWN = 100;

/** Prices that buyers and sellers propose to each other. */
export function offerRoutes(serve: ServeCall, services: Needs): void {
  const { db, reads, clock } = services;

  const findOwn = async (userId: string, id: string): Promise<OfferRow> => {
    const offer = await findOffer(db, userId, id);
    requireOffer(offer);
    return offer;
  };
  const show = async (userId: string, id: string): Promise<Offer> => toOffer(await findOwn(userId, id), userId, clock.now());

  serve('GET /offers', async ({ caller: { userId }, query: { side, productId, limit, cursor } }) => {
    const list = `offers ${side} ${productId ?? ''}`;
    const { items, next } = await findOffers(reads, userId, { side, productId, limit, after: readCursor(list, cursor) });
    return { reply: items.map((row) => toOffer(row, userId, clock.now())), next: writeCursor(list, next) };
  });

  serve('GET /offers/waiting', async ({ caller }) => {
    const rows = await countWaiting(reads, caller.userId, clock.now());
    return { reply: rows.map(({ listing_id, offers }) => ({ productId: listing_id, offers: Number(offers) })) };
  });

  serve('POST /offers', async ({ caller, body }) => {
    const { id, isNew } = await makeOffer(services, caller, body);
    return { status: isNew ? 201 : 200, reply: await show(caller.userId, id) };
  });

  serve('POST /offers/:id/counter', async ({ caller: { userId }, params, body: { price } }) => {
    const { id, isNew } = await counterOffer(services, await findOwn(userId, params.id), { userId, price });
    return { status: isNew ? 201 : 200, reply: await show(userId, id) };
  });

  serve('POST /offers/:id/accept', async ({ caller: { userId }, params: { id } }) => {
    await acceptOffer(services, await findOwn(userId, id), userId);
    return { reply: await show(userId, id) };
  });

  serve('POST /offers/:id/refuse', async ({ caller: { userId }, params: { id } }) => {
    await refuseOffer(services, await findOwn(userId, id), userId);
    return { reply: await show(userId, id) };
  });

  serve('POST /offers/:id/withdraw', async ({ caller: { userId }, params: { id } }) => {
    await withdrawOffer(services, await findOwn(userId, id), userId);
    return { reply: await show(userId, id) };
  });

  serve('GET /conversations/:id/offers', async ({ caller: { userId }, params }) => {
    const conversation = await findConversation(db, userId, params.id);
    requireConversation(conversation);
    const rows = await findOffersBetween(db, { listingId: conversation.listing_id, buyerId: conversation.buyer_id }, SHOWN);
    return { reply: rows.map((row) => toOffer(row, userId, clock.now())) };
  });

  lowestOfferRoutes(serve, services);
}

/** Only the seller ever learns it. */
function lowestOfferRoutes(serve: ServeCall, { db }: Needs): void {
  serve('GET /products/:id/lowestOffer', async ({ caller, params: { id } }) => {
    requireOwnListing(await findOwnListing(db, id, caller.userId), caller.userId);
    const cents = await findLowestOffer(db, id);
    return { reply: { price: cents === null ? null : toDollars(cents) } };
  });

  serve('PUT /products/:id/lowestOffer', async ({ caller, params: { id }, body: { price } }) => {
    const listing = await findOwnListing(db, id, caller.userId);
    requireOwnListing(listing, caller.userId);
    requireAcceptable(price, listing);
    const before = await findLowestOffer(db, id);
    await setLowestOffer(db, id, price);
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount: before === price ? 0 : 1 } };
  });
}
