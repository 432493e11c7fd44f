import type { PersonRecord } from '#contract/lookups.ts';
import { isInProblem } from '#contract/shared/handover-states.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type PageOf, readPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { listingLink } from './listing-link.ts';
import { NOTHING, named, type Page, type Read } from './person-record.ts';

/** What happened between a person and those they traded or talked with: the lists of their page that judging them needs. */
export const DEALINGS = {
  problems: readProblems,
  noShows: readNoShows,
  reviews: readReviews,
  reviewsReported: readReportedReviews,
  conversationsReported: readReportedConversations,
} satisfies Record<string, Read>;

/** Problems with their purchases and sales. One that was withdrawn or that the two settled is closed without a decision. */
function readProblems(db: Db, id: string, page: Page): Promise<PageOf<PersonRecord>> {
  return readPage(
    db
      .selectFrom('problems')
      .innerJoin('orders', 'orders.id', 'problems.order_id')
      .innerJoin('fulfillments', 'fulfillments.order_id', 'problems.order_id')
      .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
      .select(['problems.id', 'problems.order_id', 'problems.reason', 'problems.decision', 'problems.decision_cents', 'problems.decision_reason'])
      .select(['problems.opened_at', 'fulfillments.state', 'orders.product_name', 'orders.buyer_id', 'orders.buyer_name', 'orders.seller_id'])
      .select('sellers.name as seller_name')
      // With a condition on the joined order, every problem of the shop would be read.
      .where('problems.order_id', 'in', (eb) =>
        eb
          .selectFrom('orders as bought')
          .select('bought.id')
          .where('bought.buyer_id', '=', id)
          .unionAll(eb.selectFrom('orders as sold').select('sold.id').where('sold.seller_id', '=', id)),
      ),
    { key: 'problems.opened_at', id: 'problems.id' },
    {
      ...page,
      toItem: (row) => ({
        ...NOTHING,
        ...named(row.id, row.product_name, row.opened_at),
        state: row.decision ?? (isInProblem(row.state) ? 'open' : 'closed'),
        amount: row.decision_cents === null ? null : toDollars(row.decision_cents),
        person: row.buyer_id === id ? { _id: row.seller_id, name: row.seller_name } : { _id: row.buyer_id, name: row.buyer_name },
        note: [row.reason.replaceAll('_', ' '), row.decision_reason ?? ''].filter((part) => part !== '').join(': '),
        orderId: row.order_id,
      }),
    },
  );
}

/** Meetings that they missed, as the other side reported. */
function readNoShows(db: Db, id: string, page: Page): Promise<PageOf<PersonRecord>> {
  return readPage(
    db
      .selectFrom('no_shows')
      .innerJoin('orders', 'orders.id', 'no_shows.order_id')
      .innerJoin('users as reporters', 'reporters.id', 'no_shows.reporter_id')
      .select(['no_shows.id', 'no_shows.order_id', 'no_shows.reporter_id', 'no_shows.result', 'no_shows.reported_at'])
      .select(['orders.product_name', 'reporters.name'])
      .where('no_shows.absent_id', '=', id),
    { key: 'no_shows.reported_at', id: 'no_shows.id' },
    {
      ...page,
      toItem: (row) => ({
        ...NOTHING,
        ...named(row.id, row.product_name, row.reported_at),
        state: row.result ?? 'unanswered',
        person: { _id: row.reporter_id, name: row.name },
        orderId: row.order_id,
      }),
    },
  );
}

const selectReviews = (db: Db) =>
  db
    .selectFrom('reviews')
    .innerJoin('orders', 'orders.id', 'reviews.order_id')
    .select(['reviews.id', 'reviews.order_id', 'reviews.author_id', 'reviews.subject_id', 'reviews.stars', 'reviews.text', 'reviews.created_at'])
    .select(['reviews.reported_at', 'reviews.removed_at', 'orders.product_name']);

type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number];

function toReview(row: ReviewRow & { name: string }, personId: string): PersonRecord {
  return {
    ...NOTHING,
    ...named(row.id, row.product_name, row.created_at),
    state: reviewState(row),
    person: { _id: personId, name: row.name },
    note: `${row.stars} of 5${row.text === '' ? '' : `: ${row.text}`}`,
    orderId: row.order_id,
  };
}

function reviewState({ removed_at, reported_at }: ReviewRow): string {
  if (removed_at !== null) return 'review_removed';
  return reported_at === null ? 'written' : 'reported';
}

const BY_CREATION = { key: 'reviews.created_at', id: 'reviews.id' } as const;

/** What others wrote about them. */
function readReviews(db: Db, id: string, page: Page): Promise<PageOf<PersonRecord>> {
  const query = selectReviews(db).innerJoin('users', 'users.id', 'reviews.author_id').select('users.name').where('reviews.subject_id', '=', id);
  return readPage(query, BY_CREATION, { ...page, toItem: (row) => toReview(row, row.author_id) });
}

/** What they wrote and somebody reported. */
function readReportedReviews(db: Db, id: string, page: Page): Promise<PageOf<PersonRecord>> {
  const query = selectReviews(db)
    .innerJoin('users', 'users.id', 'reviews.subject_id')
    .select('users.name')
    .where('reviews.author_id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('review_reports').select('review_reports.review_id').whereRef('review_reports.review_id', '=', 'reviews.id')),
    );
  return readPage(query, BY_CREATION, { ...page, toItem: (row) => toReview(row, row.subject_id) });
}

/** Conversations in which the other side reported them. */
function readReportedConversations(db: Db, id: string, page: Page): Promise<PageOf<PersonRecord>> {
  return readPage(
    db
      .selectFrom('conversation_reports')
      .innerJoin('conversations', 'conversations.id', 'conversation_reports.conversation_id')
      .innerJoin('listings', 'listings.id', 'conversations.listing_id')
      .innerJoin('users', 'users.id', 'conversation_reports.reporter_id')
      .select(['conversation_reports.id', 'conversation_reports.reporter_id', 'conversation_reports.reason', 'conversation_reports.created_at'])
      .select(['conversation_reports.closed_at', 'conversations.listing_id', 'listings.model_name', 'users.name'])
      .select(['listings.sold_at', 'listings.removed_at', 'listings.removed_reason'])
      .where('conversation_reports.reported_id', '=', id),
    { key: 'conversation_reports.created_at', id: 'conversation_reports.id' },
    {
      ...page,
      toItem: (row) => ({
        ...NOTHING,
        ...named(row.id, row.model_name, row.created_at),
        state: row.closed_at === null ? 'open' : 'closed',
        person: { _id: row.reporter_id, name: row.name },
        note: row.reason,
        listingId: listingLink(row),
      }),
    },
  );
}
