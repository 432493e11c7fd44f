import type { TestApp } from '../app.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from './world.ts';

/** A paid order of two new people. */
export type Sold = { seller: Person; buyer: Person; listingId: string; orderId: string; intentId: string };

export async function sellOne(shop: TestApp): Promise<Sold> {
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  const listingId = await createListing(shop, seller);
  const orderId = await sellTo(shop, buyer, listingId);
  const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
  return { seller, buyer, listingId, orderId, intentId: intent_id ?? '' };
}

/** A call by somebody whose earlier token may have expired. */
export async function callAs(shop: TestApp, person: Person, method: string, path: string, body?: object) {
  return shop.call(method, path, { as: await tokenNow(shop, person), ...(body && { body }) });
}
