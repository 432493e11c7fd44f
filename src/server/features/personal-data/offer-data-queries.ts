import type { StoredTables } from './stored-data.ts';

/** Stored data about the prices that people propose to each other. */
export const OFFER_DATA = {
  offers: [
    {
      name: 'offers',
      about: 'The offers you made for phones, and the number and meeting location you gave with them.',
      rows: (db, { id }) =>
        db
          .selectFrom('offers')
          .select(['id', 'listing_id', 'price_cents', 'state', 'phone', 'meeting_location', 'created_at', 'expires_at', 'order_id'])
          .where('buyer_id', '=', id)
          .where('by_side', '=', 'buyer')
          .orderBy('id')
          .execute(),
    },
    {
      name: 'counteroffers',
      about: 'The prices you named to buyers.',
      rows: (db, { id }) =>
        db
          .selectFrom('offers')
          .select(['id', 'listing_id', 'price_cents', 'state', 'created_at', 'expires_at'])
          .where('seller_id', '=', id)
          .where('by_side', '=', 'seller')
          .orderBy('id')
          .execute(),
    },
  ],
  lowest_offers: {
    name: 'lowest_offers',
    about: 'Below which price offers for your listings are declined at once.',
    rows: (db, { id }) =>
      db
        .selectFrom('lowest_offers')
        .innerJoin('listings', 'listings.id', 'lowest_offers.listing_id')
        .select(['lowest_offers.listing_id', 'lowest_offers.price_cents'])
        .where('listings.seller_id', '=', id)
        .orderBy('lowest_offers.listing_id')
        .execute(),
  },
} satisfies Partial<StoredTables>;
