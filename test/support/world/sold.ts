import { expect } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import type { Booking } from '#contract/orders.ts';
import type { Sale, SalesSummary } from '#contract/payments/payments.ts';
import { reconcile } from '#server/features/payments/reconcile.ts';
import type { TestApp } from '../app.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from './world.ts';

/** A paid order. */
export type Sold = { seller: Person; buyer: Person; listingId: string; orderId: string; intentId: string };

/** Sells a phone to a new person; of a new seller unless one is given. */
export async function sellOne(shop: TestApp, known?: Person, price?: number): Promise<Sold> {
  const [seller, buyer] = [known ?? (await createPerson(shop, 'seller')), await createPerson(shop, 'buyer')];
  if (known) seller.token = await tokenNow(shop, seller);
  const listingId = await createListing(shop, seller, price === undefined ? {} : { resale_price: String(price) });
  const orderId = await sellTo(shop, buyer, listingId);
  const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
  return { seller, buyer, listingId, orderId, intentId: intent_id ?? '' };
}

/** A call by somebody whose earlier token may have expired. */
export async function callAs(shop: TestApp, person: Person, method: string, path: string, body?: object) {
  return shop.call(method, path, { as: await tokenNow(shop, person), ...(body && { body }) });
}

/** Reads what people and the books say of a shop’s sales, however late it is. */
export function salesOf(shop: () => TestApp) {
  const ask = (person: Person, method: string, path: string, body?: object) => callAs(shop(), person, method, path, body);
  return {
    ask,
    orderOf: async ({ buyer, orderId }: Sold) => (await ask(buyer, 'GET', `/payment/${orderId}`)).body as Booking,
    saleOf: async ({ seller, orderId }: Sold) => ((await ask(seller, 'GET', '/sales')).body as Sale[]).find((sale) => sale.orderId === orderId),
    summaryOf: async ({ seller }: Sold) => (await ask(seller, 'GET', '/sales/summary')).body as SalesSummary,
    textsFor: async (person: Person) => ((await ask(person, 'GET', '/notifications')).body as Notification[]).map(({ text }) => text),
    payoutRowOf: ({ orderId }: Sold) => shop().services.db.selectFrom('payouts').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow(),
    async ledgerOf({ orderId }: Sold): Promise<[string, number][]> {
      const entries = shop().services.db.selectFrom('ledger').select(['kind', 'amount_cents']).where('order_id', '=', orderId);
      return (await entries.orderBy('kind').orderBy('amount_cents').execute()).map(({ kind, amount_cents }) => [kind, amount_cents]);
    },
    /** Compares these sales only: other tests leave differences on purpose. */
    async expectBooksToMatch(...sales: Sold[]): Promise<void> {
      const { differences } = await reconcile(shop().services);
      expect(differences.filter((difference) => sales.some(({ orderId }) => orderId === difference.orderId))).toEqual([]);
    },
  };
}
