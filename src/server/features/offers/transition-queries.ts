import { v7 as uuid } from 'uuid';
import type { OffersTable } from '../../db/tables/offers.ts';
import type { Db } from '../../db/tables.ts';
import { OFFER_TRANSITIONS, type OfferTransition } from './lifecycle.ts';

export type EndedOffer = Pick<OffersTable, 'id' | 'listing_id' | 'buyer_id' | 'seller_id' | 'by_side' | 'price_cents'>;
export type NewOffer = Omit<OffersTable, 'id' | 'order_id'>;

/** Which offers to change. */
type Which = { id?: string; listingId?: string; buyerId?: string; atLeastCents?: number; expiredBy?: number; openAt?: number };

const ENDED = ['id', 'listing_id', 'buyer_id', 'seller_id', 'by_side', 'price_cents'] as const;

/** Makes a transition of offers by one conditional update; returns those that changed. `openAt`: only such as haven't expired by then. */
export function transitionOffers(
  tx: Db,
  transition: OfferTransition,
  { id, listingId, buyerId, atLeastCents, expiredBy, openAt }: Which,
): Promise<EndedOffer[]> {
  const { from, to } = OFFER_TRANSITIONS[transition];
  return tx
    .updateTable('offers')
    .set({ state: to })
    .where('state', '=', from)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(listingId !== undefined, (query) => query.where('listing_id', '=', listingId ?? ''))
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(atLeastCents !== undefined, (query) => query.where('price_cents', '>=', atLeastCents ?? 0))
    .$if(expiredBy !== undefined, (query) => query.where('expires_at', '<=', expiredBy ?? 0))
    .$if(openAt !== undefined, (query) => query.where('expires_at', '>', openAt ?? 0))
    .returning(ENDED)
    .execute();
}

/** Inserts an offer; returns its id. The caller has locked the listing and ended the offer that it follows. */
export async function insertOffer(tx: Db, offer: NewOffer): Promise<string> {
  const id = uuid();
  await tx
    .insertInto('offers')
    .values({ ...offer, id, order_id: null })
    .execute();
  return id;
}

/** Records the order that an accepted offer made. */
export async function setOfferOrder(tx: Db, id: string, orderId: string): Promise<void> {
  await tx.updateTable('offers').set({ order_id: orderId }).where('id', '=', id).execute();
}
