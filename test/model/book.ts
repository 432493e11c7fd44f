import { bookPhone } from '#server/features/orders/commands.ts';
import type { Chance } from './chance.ts';
import { type Booking, type Buyer, demoListing, newAccount, type Phone, PRICE_CENTS, sawPrice, type World } from './world.ts';

/** Nobody's order: of a buyer who hasn't booked yet. */
export const NO_ORDER = '';

/** One phone, or two that the same people book, some of them with a second account; `later`: some of them book when the play has begun. */
export async function bookPhones(world: World, chance: Chance, { discountCents, later }: { discountCents: number; later: boolean }): Promise<Phone[]> {
  const bookNow = book(world, discountCents);
  const booking = async (one: Booking): Promise<string> => (later && chance.percent(60) ? NO_ORDER : bookNow(one));
  const first = await demoListing(world, booking, { newBuyers: 1 + chance.below(4) });
  if (chance.percent(40)) return [first];
  const again: Pick<Buyer, 'id' | 'person'>[] = [];
  for (const { id, person } of first.buyers) if (chance.percent(80)) again.push({ person, id: chance.percent(60) ? id : await newAccount(world) });
  return [first, await demoListing(world, booking, { newBuyers: again.length === 0 ? 1 : chance.below(2), again })];
}

export function book({ db, clock }: World, discountCents = 0) {
  return async ({ listingId, sellerId, buyerId, person }: Booking): Promise<string> => {
    const booked = await bookPhone(
      db,
      {
        listing_id: listingId,
        seller_id: sellerId,
        buyer_id: buyerId,
        buyer_name: sawPrice(PRICE_CENTS),
        email: `${buyerId}@example.test`,
        phone: '555',
        meeting_location: 'Station',
        product_name: 'Galaxy S21',
        image: '/x',
        price_cents: PRICE_CENTS,
        terms: null,
        discount_cents: discountCents,
      },
      { revision: 1, keys: { account: `account ${buyerId}`, email: `email ${buyerId}`, phone: `phone ${person}` }, now: clock.now() },
    );
    if (booked.outcome !== 'booked') throw new Error(`not booked: ${booked.outcome}`);
    return booked.orderId;
  };
}
