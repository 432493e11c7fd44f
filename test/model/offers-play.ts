import { ANSWER_HOURS } from '#contract/offers.ts';
import { hours } from '#contract/shared/durations.ts';
import { acceptOffer } from '#server/features/offers/accept-commands.ts';
import { counterOffer, makeOffer, refuseOffer, withdrawOffer } from '#server/features/offers/commands.ts';
import { sweepOffers } from '#server/features/offers/ending-commands.ts';
import { findOffer } from '#server/features/offers/queries.ts';
import { sweepPayments } from '#server/features/payments/sweep.ts';
import { createServices, type Playing } from './selling-play.ts';
import type { Reach } from './steps.ts';
import { type Buyer, type Phone, PRICE_CENTS, RESERVATION_MS, type World } from './world.ts';

type Agreed = { buyer_id: string; listing_id: string; order_id: string | null };

const ANSWERS = ['accept', 'accept', 'accept', 'counter', 'refuse', 'withdraw'] as const;

/** What buyers and sellers do about prices; `act` begins one of these things. */
export function createHaggling({ world, phones, chance, begin, discountCents }: Playing): { act(): void; pass(): void } {
  const { clock } = world;
  const buyers = phones.flatMap((phone) => phone.buyers);
  const offers: string[] = [];
  const services = createServices(world, discountCents);
  const price = () => PRICE_CENTS - 100 * (1 + chance.below(80));

  const make = (): void => {
    const one = chance.pickOf(buyers) as Buyer;
    const input = { productId: one.listingId, price: price(), phone: one.person, meeting_location: 'Station' };
    begin(
      `buyer ${buyers.indexOf(one)} offers ${input.price}`,
      (reach) => makeOffer(services(reach), { userId: one.id, email: `${one.id}@example.test`, addressVerified: true }, input),
      (made) => offers.push((made as { id: string }).id),
    );
  };

  /** The latest or one that others have followed, by either side. */
  const answer = (): void => {
    const id = chance.percent(70) ? offers.at(-1) : chance.pickOf(offers);
    if (id === undefined) {
      make();
      return;
    }
    const how = chance.pick(ANSWERS);
    const counterCents = price();
    begin(
      `${how} ${offers.indexOf(id)}`,
      async (reach) => {
        const row = await reach.db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const isBuyer = (row.by_side === 'seller') !== (how === 'withdraw');
        const userId = isBuyer ? row.buyer_id : row.seller_id;
        const offer = await findOffer(reach.db, userId, id);
        if (!offer) return null;
        if (how === 'accept') return accept(reach, offer, userId);
        if (how === 'counter') return counterOffer(services(reach), offer, { userId, price: counterCents });
        return how === 'refuse' ? refuseOffer(services(reach), offer, userId) : withdrawOffer(services(reach), offer, userId);
      },
      (made) => {
        if (typeof made === 'string') offers.push(made);
        if (how === 'accept') follow(made as Agreed | undefined);
      },
    );
  };

  const accept = async (reach: Reach, offer: NonNullable<Awaited<ReturnType<typeof findOffer>>>, userId: string): Promise<Agreed | undefined> => {
    await acceptOffer(services(reach), offer, userId);
    return reach.db.selectFrom('offers').select(['buyer_id', 'listing_id', 'order_id']).where('id', '=', offer.id).executeTakeFirst();
  };

  /** The buyer pays the order that their offer made from now on. */
  const follow = (agreed: Agreed | undefined): void => {
    const one = buyers.find(({ id, listingId }) => id === agreed?.buyer_id && listingId === agreed.listing_id);
    if (one) one.orderId = agreed?.order_id ?? one.orderId;
  };

  return {
    act() {
      const lot = chance.below(100);
      if (lot < 42) make();
      else if (lot < 94) answer();
      else begin('the sweep of offers', (reach) => sweepOffers(services(reach)));
    },
    pass: () => clock.advance(hours(chance.pick([1, 23, 25, 47, 49]))),
  };
}

/** Offers expire, and agreed prices are over. */
export async function outlastOffers({ db, clock, cards }: World): Promise<void> {
  const services = { db, clock, payments: cards.payments, reservationMs: () => RESERVATION_MS, sellerFee: () => undefined };
  clock.advance(hours(ANSWER_HOURS) + 1);
  await sweepOffers(services);
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await sweepPayments(services);
}

/** Lists what is wrong with the offers for a phone once everything has ended; empty when all is well. */
export async function findOfferBreaches({ db }: World, { listingId }: Phone): Promise<string[]> {
  const breaches: string[] = [];
  const offers = await db.selectFrom('offers').selectAll().where('listing_id', '=', listingId).orderBy('created_at').orderBy('id').execute();
  const orders = await db.selectFrom('orders').selectAll().where('listing_id', '=', listingId).execute();
  const accepted = await db.selectFrom('audit_log').selectAll().where('act', '=', 'offer_accepted').where('subject_id', '=', listingId).execute();
  if (accepted.length !== offers.filter(({ state }) => state === 'accepted').length) breaches.push(`${accepted.length} offers were accepted`);
  for (const offer of offers) {
    const { id, state, order_id } = offer;
    if (state === 'open') breaches.push(`offer ${id} is still open`);
    if ((state === 'accepted') !== (order_id !== null)) breaches.push(`offer ${id} is ${state} and has the order ${order_id}`);
    if (order_id === null) continue;
    const order = orders.find((one) => one.id === order_id);
    if (order?.price_cents !== offer.price_cents) breaches.push(`offer ${id} is for ${offer.price_cents}, its order for ${order?.price_cents}`);
    const at = accepted.find(({ after }) => JSON.stringify(after).includes(order_id))?.at ?? 0;
    const later = offers.find((other) => other.buyer_id === offer.buyer_id && other.created_at > offer.created_at && other.created_at < at);
    if (later) breaches.push(`offer ${id} was accepted after ${later.id} had followed it`);
  }
  const { removed_at } = await db.selectFrom('listings').select('removed_at').where('id', '=', listingId).executeTakeFirstOrThrow();
  const agreed = new Set(offers.flatMap(({ order_id }) => order_id ?? []));
  for (const { id, agreed_until, state } of orders) {
    if ((agreed_until !== null) !== agreed.has(id)) breaches.push(`order ${id} is ${agreed.has(id) ? '' : 'not '}agreed, until ${agreed_until}`);
    // A paused phone can't be paid for, so its agreed price goes on.
    if (agreed_until !== null && state === 'booked' && removed_at === null) breaches.push(`order ${id} can be paid, and its agreed price is over`);
  }
  return breaches;
}
