import type { Insertable, InsertObject } from 'kysely';
import { CURRENCY } from '#contract/shared/money.ts';
import type { FulfillmentHistoryTable } from '../tables/orders.ts';
import type { PracticeIntentsTable } from '../tables/practice-cards.ts';
import type { Db, ListingRow, OrderRow, Tables } from '../tables.ts';
import { demoId } from './demo-id.ts';
import { DAY_MS, type DatedListing, reportedAt, soldAt } from './listing-rows.ts';
import type { DemoBuyer, DemoPeople } from './people.ts';

const HOUR_MS = DAY_MS / 24;
const HANDED_OVER_MS = DAY_MS;
const COMPLETED_MS = 3 * DAY_MS;
const REVIEWED_MS = DAY_MS / 3;
const MEET_MS = 14 * DAY_MS;
/** The demo seller, so that they have a booking to look at. */
const BOOKED_OF = 'seller@redial.test';

const CARD = { brand: 'visa', last4: '4242' };

type NewPracticeIntent = Insertable<PracticeIntentsTable>;
type Books = { db: Db; people: DemoPeople; now: number };
type Booked = Pick<ListingRow, 'id' | 'seller_id' | 'brand' | 'model_name' | 'image' | 'price_cents'>;

/** Seeds what happened to the listings: sales, reports, and one booking that waits for its payment. */
export async function seedBooks(books: Books, listings: DatedListing[]): Promise<void> {
  const { people } = books;
  const sold = listings.filter(({ listing }) => listing.state === 'sold');
  for (const [at, item] of sold.entries()) await seedSale(books, item, at % 2 ? people.buyer : people.neighbor);
  for (const item of listings.filter(({ listing }) => listing.state === 'reported')) await seedReport(books, item, people.neighbor);
  const waiting = listings.find(({ listing }) => listing.state === 'for sale' && listing.seller.email === BOOKED_OF);
  if (waiting) await seedBooking(books, waiting);
}

/** Seeds a sold phone's paid order and its payment. */
async function seedSale({ db, now }: Books, item: DatedListing, buyer: DemoBuyer): Promise<void> {
  const paidAt = soldAt(item, now);
  const intentId = `pi_demo_${item.listing.model_number.replace(/[^a-z\d]/giu, '').toLowerCase()}`;
  const booked = toOrder(await findListing(db, item.id), buyer, paidAt - HOUR_MS);
  const order: OrderRow = { ...booked, state: 'paid', paid_at: paidAt, intent_id: intentId, intent_attempt: 1 };
  await db.transaction().execute(async (trx) => {
    await insertMissing(trx, 'orders', order);
    await insertMissing(trx, 'payments', {
      id: demoId(`payment ${order.id}`, paidAt),
      order_id: order.id,
      intent_id: intentId,
      amount_cents: order.price_cents,
      currency: CURRENCY,
      state: 'kept',
      refund_id: null,
      refund_attempt: 0,
      created_at: paidAt,
      refunded_at: null,
      card_brand: CARD.brand,
      card_last4: CARD.last4,
    });
    await insertMissing(trx, 'practice_intents', practiceIntent(order, intentId, paidAt));
    await insertMissing(trx, 'ledger', {
      id: demoId(`charge ${order.id}`, paidAt),
      kind: 'charge',
      provider: 'practice',
      order_id: order.id,
      intent_id: intentId,
      reference: intentId,
      amount_cents: order.price_cents,
      currency: CURRENCY,
      at: paidAt,
    });
    await seedHistory(trx, order);
    const endedAt = await seedFulfillment(trx, order, now);
    if (endedAt !== null && item.listing.reviews) await seedReviews(trx, order, { ...item.listing.reviews, at: endedAt + REVIEWED_MS });
  });
}

/** Phones sold some time ago were handed over and checked; the others are still to be. Returns when the order was complete, or null. */
async function seedFulfillment(db: Db, { id, paid_at }: OrderRow, now: number): Promise<number | null> {
  if (paid_at === null) return null;
  const [handedOverAt, endedAt] = [paid_at + HANDED_OVER_MS, paid_at + COMPLETED_MS];
  const isOver = endedAt < now;
  const row = isOver
    ? { order_id: id, state: 'completed' as const, due_at: null, handed_over_at: handedOverAt, ended_at: endedAt }
    : { order_id: id, state: 'to_arrange' as const, due_at: now + MEET_MS };
  await insertMissing(db, 'fulfillments', row);
  const step = { order_id: id, note: null, by_role: 'shop', by_id: null };
  const steps: Insertable<FulfillmentHistoryTable>[] = [{ ...step, step: 1, from_state: null, to_state: 'to_arrange', why: 'paid', at: paid_at }];
  if (isOver)
    steps.push(
      { ...step, step: 2, from_state: 'to_arrange', to_state: 'confirming', why: 'seller_confirmed', by_role: 'seller', at: handedOverAt },
      { ...step, step: 3, from_state: 'confirming', to_state: 'handed_over', why: 'buyer_confirmed', by_role: 'buyer', at: handedOverAt },
      { ...step, step: 4, from_state: 'handed_over', to_state: 'completed', why: 'inspection_over', at: endedAt },
    );
  await insertMissing(db, 'fulfillment_history', steps);
  return isOver ? endedAt : null;
}

type SeededReviews = NonNullable<DatedListing['listing']['reviews']> & { at: number };

async function seedReviews(db: Db, order: OrderRow, { buyer, seller, answer, at }: SeededReviews): Promise<void> {
  const [bought, sold] = [order.buyer_id, order.seller_id];
  const row = { order_id: order.id, created_at: at, visible_at: at, reported_at: null, removed_at: null, removed_reason: null };
  const unanswered = { answer: null, answered_at: null };
  await insertMissing(db, 'reviews', [
    {
      ...{ ...row, ...buyer, id: demoId(`review of ${order.id} by its buyer`, at), side: 'buyer', author_id: bought, subject_id: sold },
      ...(answer === undefined ? unanswered : { answer, answered_at: at }),
    },
    { ...row, ...seller, ...unanswered, id: demoId(`review of ${order.id} by its seller`, at), side: 'seller', author_id: sold, subject_id: bought },
  ]);
}

function toOrder(listing: Booked, buyer: DemoBuyer, createdAt: number): OrderRow {
  return {
    id: demoId(`order ${listing.id} ${buyer.email}`, createdAt),
    listing_id: listing.id,
    seller_id: listing.seller_id,
    buyer_id: buyer.id,
    buyer_name: buyer.name,
    email: buyer.email,
    phone: buyer.phone,
    meeting_location: 'The café across from the main library',
    product_name: listing.model_name,
    image: listing.image,
    price_cents: listing.price_cents,
    discount_cents: 0,
    fee_cents: 0,
    created_at: createdAt,
    state: 'booked',
    paid_at: null,
    closed_at: null,
    closed_reason: null,
    intent_id: null,
    intent_attempt: 0,
    paid_out_at: null,
    terms: null,
    agreed_until: null,
  };
}

function findListing(db: Db, id: string): Promise<Booked> {
  return db.selectFrom('listings').select(['id', 'seller_id', 'brand', 'model_name', 'image', 'price_cents']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The same sale in the practice card provider's tables, so that ledger and provider agree. */
function practiceIntent(order: OrderRow, intentId: string, paidAt: number): NewPracticeIntent {
  return {
    id: intentId,
    client_secret: `${intentId}_secret_of_the_past`,
    amount: order.price_cents,
    currency: CURRENCY,
    status: 'succeeded',
    amount_refunded: 0,
    version: 2,
    created_at: order.created_at,
    details: JSON.stringify({
      metadata: { orderId: order.id },
      description: null,
      card: { id: intentId.replace('pi_', 'pm_'), ...CARD, funding: 'credit' },
      lastError: null,
      chargeId: intentId.replace('pi_', 'ch_'),
      chargedAt: paidAt,
      challenge: null,
      canceledAt: null,
      cancellationReason: null,
    }),
  };
}

async function seedHistory(db: Db, order: OrderRow): Promise<void> {
  const step = { order_id: order.id, note: null, by_id: null };
  await insertMissing(db, 'order_history', {
    ...step,
    step: 1,
    from_state: null,
    to_state: 'booked',
    why: 'booked',
    by_role: 'buyer',
    by_id: order.buyer_id,
    at: order.created_at,
  });
  if (order.paid_at === null) return;
  await insertMissing(db, 'order_history', {
    ...step,
    step: 2,
    from_state: 'booked',
    to_state: 'paid',
    why: 'payment_arrived',
    by_role: 'provider',
    at: order.paid_at,
  });
}

async function seedReport({ db, now }: Books, item: DatedListing, reporter: DemoBuyer): Promise<void> {
  const createdAt = reportedAt(item, now);
  await insertMissing(db, 'reports', {
    id: demoId(`report ${item.id} ${reporter.email}`, createdAt),
    listing_id: item.id,
    reporter_id: reporter.id,
    created_at: createdAt,
    closed_at: null,
  });
}

async function seedBooking({ db, people, now }: Books, item: DatedListing): Promise<void> {
  const order = toOrder(await findListing(db, item.id), people.buyer, Math.round((item.createdAt + now) / 2));
  await insertMissing(db, 'orders', order);
  await seedHistory(db, order);
}

/** Inserts what isn't there yet. */
function insertMissing<Name extends keyof Tables>(db: Db, table: Name, rows: InsertObject<Tables, Name> | InsertObject<Tables, Name>[]) {
  return db
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
