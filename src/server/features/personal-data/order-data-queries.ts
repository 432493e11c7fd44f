import type { Db } from '../../db/tables.ts';
import { agreedBy, shownPlace } from '../orders/index.ts';
import { ownRows } from './own-row-queries.ts';
import type { Person, StoredTables } from './stored-data.ts';

/** Stored data about people's orders and payments. */
export const ORDER_DATA = {
  orders: [
    {
      name: 'orders',
      about: 'The phones you booked or bought.',
      rows: ownRows(
        'orders',
        [
          'id',
          'listing_id',
          'product_name',
          'price_cents',
          'discount_cents',
          'state',
          'buyer_name',
          'email',
          'phone',
          'meeting_location',
          'created_at',
          'paid_at',
          'closed_at',
          'closed_reason',
        ],
        { owner: 'buyer_id', order: ['id'] },
      ),
    },
    {
      name: 'sales',
      about: 'Orders of your phones. The buyers’ data is theirs and left out.',
      rows: ownRows('orders', ['id', 'listing_id', 'product_name', 'price_cents', 'state', 'created_at', 'paid_at', 'paid_out_at'], {
        owner: 'seller_id',
        order: ['id'],
      }),
    },
  ],
  order_history: {
    name: 'acts',
    about: 'What you did with orders, step by step.',
    rows: ownRows('order_history', ['order_id', 'step', 'to_state', 'why', 'note', 'at'], { owner: 'by_id', order: ['at'] }),
  },
  fulfillments: {
    name: 'handovers',
    about: 'Where your purchases and sales stand, and where you agreed to meet.',
    rows: readHandovers,
  },
  problems: {
    name: 'problems',
    about: 'Problems with your purchases and sales, and what was decided.',
    rows: (db, { id }) =>
      db
        .selectFrom('problems')
        .innerJoin('orders', 'orders.id', 'problems.order_id')
        .select([
          'problems.order_id',
          'opened_by',
          'reason',
          'opened_at',
          'answer',
          'offer_cents',
          'decision',
          'decision_cents',
          'decision_reason',
          'decided_at',
        ])
        .where((eb) => eb.or([eb('orders.buyer_id', '=', id), eb('orders.seller_id', '=', id)]))
        .orderBy('problems.id')
        .execute(),
  },
  problem_statements: {
    name: 'statements',
    about: 'What you said about problems.',
    rows: ownRows('problem_statements', ['problem_id', 'body', 'photos', 'created_at'], { owner: 'author_id', order: ['id'] }),
  },
  fulfillment_history: {
    name: 'handover-acts',
    about: 'What you did with paid orders, step by step.',
    rows: ownRows('fulfillment_history', ['order_id', 'step', 'to_state', 'why', 'note', 'at'], { owner: 'by_id', order: ['at'] }),
  },
  meeting_proposals: {
    name: 'meeting-proposals',
    about: 'When and where you proposed to meet.',
    rows: ownRows('meeting_proposals', ['order_id', 'at', 'place', 'state', 'created_at'], { owner: 'by_id', order: ['id'] }),
  },
  no_shows: {
    name: 'missed-meetings',
    about: 'Meetings that you reported as missed, or that somebody said you missed, and what came of it.',
    rows: (db, { id }) =>
      db
        .selectFrom('no_shows')
        .select(['order_id', 'absent_side', 'meet_at', 'reported_at', 'result'])
        .where((eb) => eb.or([eb('absent_id', '=', id), eb('reporter_id', '=', id)]))
        .orderBy('id')
        .execute(),
  },
  reviews: [
    {
      name: 'reviews',
      about: 'What you wrote about the people you bought from or sold to.',
      rows: ownRows('reviews', ['order_id', 'stars', 'text', 'created_at', 'visible_at', 'removed_at', 'removed_reason'], {
        owner: 'author_id',
        order: ['id'],
      }),
    },
    {
      name: 'review-answers',
      about: 'What you answered to reviews of you.',
      rows: (db, { id }) =>
        db
          .selectFrom('reviews')
          .select(['order_id', 'answer', 'answered_at'])
          .where('subject_id', '=', id)
          .where('answer', 'is not', null)
          .orderBy('id')
          .execute(),
    },
  ],
  review_reports: {
    name: 'review-reports',
    about: 'Reviews that you reported, and why.',
    rows: ownRows('review_reports', ['review_id', 'reason', 'created_at', 'closed_at'], { owner: 'reporter_id', order: ['review_id'] }),
  },
  handover_proofs: {
    name: 'handover-proofs',
    about: 'How and when you confirmed that a phone changed hands.',
    rows: (db, { id }) =>
      db
        .selectFrom('handover_proofs')
        .innerJoin('orders', 'orders.id', 'handover_proofs.order_id')
        .selectAll('handover_proofs')
        .where((eb) =>
          eb.or([eb.and([eb('orders.buyer_id', '=', id), eb('side', '=', 'buyer')]), eb.and([eb('orders.seller_id', '=', id), eb('side', '=', 'seller')])]),
        )
        .orderBy('handover_proofs.received_at')
        .execute(),
  },
  reservations: {
    name: 'reservations',
    about: 'Phones reserved for you, or that you were on the waitlist for, in the last few days.',
    rows: ownRows('reservations', ['order_id', 'asked_at', 'began_at', 'until', 'ended_at', 'outcome'], { owner: 'buyer_id', order: ['id'] }),
  },
  disputes: {
    name: 'disputes',
    about: 'Your payments that were disputed, as reported by the card provider.',
    rows: (db, person) =>
      db
        .selectFrom('disputes')
        .select(['reference', 'order_id', 'amount_cents', 'currency', 'status', 'reason', 'opened_at', 'closed_at'])
        .where('order_id', 'in', ordersOf(db, person))
        .execute(),
  },
  payments: {
    name: 'payments',
    about: 'What you paid and what was refunded. We never see card numbers.',
    rows: (db, person) =>
      db
        .selectFrom('payments')
        .select(['id', 'order_id', 'intent_id', 'amount_cents', 'currency', 'state', 'created_at', 'refunded_at'])
        .where('order_id', 'in', ordersOf(db, person))
        .execute(),
  },
} satisfies Partial<StoredTables>;

async function readHandovers(db: Db, { id }: Person) {
  const rows = await db
    .selectFrom('fulfillments')
    .innerJoin('orders', 'orders.id', 'fulfillments.order_id')
    .innerJoin('users as buyers', 'buyers.id', 'orders.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
    .selectAll('fulfillments')
    .select((eb) => ['buyers.removed_at as buyer_removed_at', 'sellers.removed_at as seller_removed_at', agreedBy(eb).as('agreed_by')])
    .where((eb) => eb.or([eb('orders.buyer_id', '=', id), eb('orders.seller_id', '=', id)]))
    .orderBy('fulfillments.order_id')
    .execute();
  return rows.map(({ buyer_removed_at, seller_removed_at, agreed_by, ...row }) => {
    return { ...row, meet_place: shownPlace({ buyer_removed_at, seller_removed_at, agreed_by, meet_place: row.meet_place }) };
  });
}

function ordersOf(db: Db, { id }: Person) {
  return db.selectFrom('orders').select('orders.id').where('orders.buyer_id', '=', id);
}
