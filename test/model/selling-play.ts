import { offerDiscount } from '#server/features/first-purchase/index.ts';
import { findListing, requireListing } from '#server/features/listings/index.ts';
import { bookPhone } from '#server/features/orders/commands.ts';
import { toNewOrder } from '#server/features/orders/new-order.ts';
import { refuseBooking, requireBookable } from '#server/features/orders/rules.ts';
import { editListing } from '#server/features/selling/editing/commands.ts';
import { changeOwnListing } from '#server/features/selling/own-listing-changes/commands.ts';
import type { Chance } from './chance.ts';
import type { Reach } from './steps.ts';
import { type Buyer, type Phone, PRICE_CENTS, RESERVATION_MS, sawPrice, type World } from './world.ts';

export type Begin = (name: string, work: (reach: Reach) => Promise<unknown>, onValue?: (value: unknown) => void) => void;
export type Playing = { world: World; phones: Phone[]; chance: Chance; begin: Begin; discountCents: number };

/** Nobody's photos change. */
const NO_IMAGES = {} as Parameters<typeof editListing>[0]['images'];

/** What booking and accepting an offer need besides the database. */
export const createServices =
  ({ clock }: World, discountCents: number) =>
  ({ db }: Pick<Reach, 'db'>) => ({
    ...{ db, clock, isProduction: false, reservationMs: () => RESERVATION_MS },
    settings: { fresh: async () => ({ branding: { firstPurchase: discountCents === 0 ? undefined : { percent: 50, cap: discountCents / 100 } } }) } as never,
    buyerKeys: {
      id: 'model',
      of: ({ userId, phone }: { userId: string; phone: string }) => ({ account: `account ${userId}`, email: `email ${userId}`, phone: `phone ${phone}` }),
    },
  });

/** What buyers who look at a listing and sellers who change it do; `act` begins one of these things. */
export function createSelling({ world, phones, chance, begin, discountCents }: Playing): { act(): void; book(one: Buyer): void } {
  const { clock } = world;
  const buyers = phones.flatMap((phone) => phone.buyers);
  const services = createServices(world, discountCents);

  /** As the call does it; the order keeps the price that its buyer saw. */
  const book = (one: Buyer): void => {
    begin(
      `buyer ${buyers.indexOf(one)} books`,
      async (reach) => {
        const listing = await findListing(reach.db, one.listingId);
        requireListing(listing);
        requireBookable(listing, one.id);
        const caller = { userId: one.id, name: sawPrice(listing.price_cents), email: `${one.id}@example.test`, addressVerified: true };
        const keys = services(reach).buyerKeys.of({ ...caller, phone: one.person });
        const discount = await offerDiscount(services(reach), caller, { priceCents: listing.price_cents, keys });
        const order = { ...toNewOrder(listing, caller, { phone: one.person, meeting_location: 'Station' }), discount_cents: discount.discountCents };
        const booked = await bookPhone(reach.db, order, { revision: listing.revision, keys, now: clock.now() });
        if (booked.outcome !== 'booked') throw refuseBooking(booked);
        return booked.orderId;
      },
      (orderId) => {
        one.orderId = orderId as string;
      },
    );
  };

  const edit = ({ listingId, sellerId }: Phone): void => {
    const cents = PRICE_CENTS + 100 * (chance.below(120) - 80);
    begin(`the price becomes ${cents}`, async ({ db }) => {
      const { revision } = await db.selectFrom('listings').select('revision').where('id', '=', listingId).executeTakeFirstOrThrow();
      return editListing({ db, images: NO_IMAGES }, { id: listingId, sellerId, edit: { revision, resale_price: cents }, now: clock.now() });
    });
  };

  const change = (act: 'pause' | 'resume' | 'sold_elsewhere' | 'price', { listingId, sellerId }: Phone): void => {
    const percent = act === 'price' ? chance.pick([-10, -5, 5]) : 0;
    begin(`the seller chooses ${act} ${percent}`, ({ db }) =>
      changeOwnListing({ db, images: NO_IMAGES }, listingId, { act, sellerId, percent, now: clock.now() }),
    );
  };

  return {
    book,
    act() {
      const phone = chance.pickOf(phones) as Phone;
      const lot = chance.below(100);
      if (lot < 40) book(chance.pickOf(buyers) as Buyer);
      else if (lot < 55) edit(phone);
      else if (lot < 60) change('price', phone);
      else if (lot < 76) change('pause', phone);
      else if (lot < 97) change('resume', phone);
      else change('sold_elsewhere', phone);
    },
  };
}

/** Lists what is wrong with the prices, and with what a seller did to one listing, once everything has ended; empty when all is well. */
export async function findSellingBreaches({ db }: World, { listingId }: Phone): Promise<string[]> {
  const breaches: string[] = [];
  const listing = await db.selectFrom('listings').selectAll().where('id', '=', listingId).executeTakeFirstOrThrow();
  const orders = await db.selectFrom('orders').selectAll().where('listing_id', '=', listingId).execute();
  const offers = await db.selectFrom('offers').selectAll().where('listing_id', '=', listingId).where('order_id', 'is not', null).execute();

  // What each order costs is what its buyer saw or agreed on, and so is what the provider took for it.
  for (const { id, price_cents, discount_cents, agreed_until, buyer_name, intent_id, state } of orders) {
    const agreed = offers.filter(({ order_id }) => order_id === id).map((offer) => offer.price_cents);
    const isTheirs = agreed_until === null ? buyer_name === sawPrice(price_cents) : agreed.includes(price_cents);
    if (!isTheirs) breaches.push(`order ${id} costs ${price_cents}, and its buyer ${buyer_name} and agreed on [${agreed}]`);
    if (state !== 'paid' || intent_id === null) continue;
    const { amount } = await db.selectFrom('practice_intents').select('amount').where('id', '=', intent_id).executeTakeFirstOrThrow();
    if (amount !== price_cents && amount !== price_cents - discount_cents) breaches.push(`order ${id} costs ${price_cents}, and ${amount} was charged`);
  }

  // One after another: sold only while on sale, and once.
  let state = 'on sale';
  for (const { act, why } of await readDeeds(db, listingId, orders)) {
    const { from, to } = DEEDS[act === 'listing_removed' && why === 'sold_elsewhere' ? why : act] ?? {};
    if (from && !from.includes(state)) breaches.push(`${act} while it was ${state}`);
    state = to ?? (state === 'sold' ? 'sold' : 'removed');
    if (act === 'sale_undone' && listing.removed_reason === 'refunded') state = 'removed';
  }
  if (listing.removed_reason === 'sold_elsewhere' && orders.some((order) => order.state === 'paid')) breaches.push('it was sold twice, here and elsewhere');
  return breaches;
}

/** What may happen to a listing in which state, and the state after that. */
const DEEDS: Record<string, { from?: string[]; to: string }> = {
  listing_paused: { from: ['on sale'], to: 'paused' },
  listing_resumed: { from: ['paused'], to: 'on sale' },
  listing_sold: { from: ['on sale'], to: 'sold' },
  sold_elsewhere: { from: ['on sale', 'paused'], to: 'removed' },
  sale_undone: { from: ['sold', 'removed'], to: 'on sale' },
};

/** What the log says was done with a listing and its orders: ids of entries are in the order of the transactions, which lock the listing. */
async function readDeeds(db: World['db'], listingId: string, orders: { id: string }[]): Promise<{ act: string; why: string | undefined }[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['act', 'after'])
    .where('subject_id', 'in', [listingId, ...orders.map(({ id }) => id)])
    .where('act', 'in', ['listing_paused', 'listing_resumed', 'listing_sold', 'listing_removed', 'sale_undone'])
    .orderBy('id')
    .execute();
  return rows.map(({ act, after }) => ({ act, why: (JSON.parse(after ?? '{}') as { why?: string }).why }));
}
