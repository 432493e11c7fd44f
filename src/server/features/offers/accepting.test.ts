import { expect, test } from 'vitest';
import { AGREED_HOURS, type Offer } from '#contract/offers.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import { createTestApp } from '#test/support/app.ts';
import { beforeNextTransaction } from '#test/support/before-transaction.ts';
import { bookingInput } from '#test/support/world/values.ts';
import { beginPayment, createListing, createOrder, createPerson, type Person } from '#test/support/world/world.ts';
import { sweepReservations } from '../payments/index.ts';
import { acceptOffer } from './accept-commands.ts';
import { findOffer } from './queries.ts';

test('An offer that is accepted while a reservation ends goes behind those who wait', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const seller = await createPerson(shop, 'seller');
  const [paying, waiting, last] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
  const phone = await createListing(shop, seller);
  await beginPayment(shop, paying, await createOrder(shop, paying, phone));
  const make = async ({ token }: Person, price: number) =>
    (await shop.call('POST', '/offers', { as: token, body: { ...bookingInput(phone), price } })).body as Offer;
  await shop.call('POST', `/offers/${(await make(waiting, 200))._id}/accept`, { as: seller.token });
  const offer = await findOffer(db, seller.id, (await make(last, 210))._id);
  if (!offer) throw new Error('the offer is there');

  let asked = 0;
  const now = () => {
    asked += 1;
    return shop.clock.now() + (asked === 1 ? 0 : minutes(16));
  };
  await acceptOffer({ ...shop.services, clock: { now } }, offer, seller.id);
  shop.clock.advance(minutes(16));
  const rows = await db.selectFrom('reservations').select('buyer_id').where('ended_at', 'is', null).orderBy('asked_at').orderBy('id').execute();
  expect(rows.map(({ buyer_id }) => buyer_id)).toEqual([paying.id, waiting.id, last.id]);
  await shop.close();
});

test('A turn that a sweep takes for over while an offer is accepted lasts as long as the agreed price', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  const phone = await createListing(shop, seller);
  const orderId = await createOrder(shop, buyer, phone);
  await shop.call('POST', `/orders/${orderId}/wait`, { as: buyer.token });
  const { body } = await shop.call('POST', '/offers', { as: buyer.token, body: { ...bookingInput(phone), price: 200 } });
  const offer = await findOffer(db, seller.id, (body as Offer)._id);
  if (!offer) throw new Error('the offer is there');

  const before = shop.clock.now();
  shop.clock.advance(minutes(16));
  beforeNextTransaction(db, () => acceptOffer({ ...shop.services, clock: { now: () => before } }, offer, seller.id));
  await sweepReservations(shop.services);
  const rows = await db.selectFrom('reservations').select(['until', 'outcome']).where('order_id', '=', orderId).execute();
  expect(rows).toEqual([{ until: before + hours(AGREED_HOURS), outcome: null }]);
  await shop.close();
});
