import { CURRENCY } from '#contract/money.ts';
import type { Db, ListingRow, OrderRow } from '../tables.ts';
import { demoId } from './demo-id.ts';
import type { DemoPeople, DemoRole } from './people.ts';
import { DAY_MS, reportedAt, type ShelfItem, soldAt } from './shelf.ts';

const HOUR_MS = DAY_MS / 24;

type Books = { db: Db; people: DemoPeople; now: number };
type Booked = Pick<ListingRow, 'id' | 'brand' | 'model_name' | 'image' | 'price_cents'>;

const findListing = (db: Db, id: string): Promise<Booked> =>
  db.selectFrom('listings').select(['id', 'brand', 'model_name', 'image', 'price_cents']).where('id', '=', id).executeTakeFirstOrThrow();

const toOrder = (listing: Booked, buyer: DemoPeople[DemoRole], createdAt: number): OrderRow => ({
  id: demoId(`order ${listing.id} ${buyer.email}`, createdAt),
  listing_id: listing.id,
  buyer_id: buyer.id,
  buyer_name: buyer.name,
  email: buyer.email,
  phone: buyer.phone,
  meeting_location: 'The café across from the main library',
  product_name: listing.model_name,
  image: listing.image,
  price_cents: listing.price_cents,
  created_at: createdAt,
  paid_at: null,
  closed_at: null,
  closed_reason: null,
  intent_id: null,
  intent_attempt: 0,
});

/** A sold phone has an order that was paid, and a payment that was kept. */
const seedSale = async ({ db, people, now }: Books, item: ShelfItem, buyer: DemoRole): Promise<void> => {
  const paidAt = soldAt(item, now);
  const order = toOrder(await findListing(db, item.id), people[buyer], paidAt - HOUR_MS);
  const intentId = `pi_demo_${item.phone.number.replace(/[^a-z\d]/giu, '').toLowerCase()}`;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('orders')
      .values({ ...order, paid_at: paidAt, intent_id: intentId, intent_attempt: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('payments')
      .values({
        id: demoId(`payment ${order.id}`, paidAt),
        order_id: order.id,
        intent_id: intentId,
        amount_cents: order.price_cents,
        currency: CURRENCY,
        state: 'kept',
        refund_id: null,
        created_at: paidAt,
        refunded_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
};

const seedReport = async ({ db, people, now }: Books, item: ShelfItem, reporter: DemoRole): Promise<void> => {
  const createdAt = reportedAt(item, now);
  await db
    .insertInto('reports')
    .values({
      id: demoId(`report ${item.id} ${reporter}`, createdAt),
      listing_id: item.id,
      reporter_id: people[reporter].id,
      created_at: createdAt,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const seedBooking = async ({ db, people, now }: Books, item: ShelfItem): Promise<void> => {
  await db
    .insertInto('orders')
    .values(toOrder(await findListing(db, item.id), people.buyer, Math.round((item.createdAt + now) / 2)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** What happened to the shelf's phones: sales, reports, and one booking that waits for its payment. */
export const seedBooks = async (books: Books, shelf: ShelfItem[]): Promise<void> => {
  const sold = shelf.filter(({ phone }) => phone.offer.state === 'sold');
  for (const [at, item] of sold.entries()) await seedSale(books, item, at % 2 ? 'buyer' : 'neighbour');
  for (const item of shelf.filter(({ phone }) => phone.offer.state === 'reported')) await seedReport(books, item, 'neighbour');
  const waiting = shelf.find(({ phone, seller }) => phone.offer.state === undefined && seller === 'seller');
  if (waiting) await seedBooking(books, waiting);
};
