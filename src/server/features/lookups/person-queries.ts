import type { RecordPart } from '#contract/lookups.ts';
import { toDollars } from '#contract/shared/money.ts';
import { readPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { toListingState } from '../decisions/index.ts';
import { chargedCents } from '../first-purchase/index.ts';
import { DEALINGS } from './dealings-queries.ts';
import { findPaymentsOf, isPaidOnce } from './find-queries.ts';
import { listingLink } from './listing-link.ts';
import { NOTHING, named, type Read } from './person-record.ts';

/** What the audit log has about getting into an account. */
const SIGN_INS = ['signed_in', 'second_factor_failed', 'password_reset', 'address_confirmed', 'person_logged_out', 'person_registered', 'account_given'];

const readListings: Read = (db, id, page) =>
  readPage(
    db.selectFrom('listings').select(['id', 'model_name', 'price_cents', 'sold_at', 'removed_at', 'removed_reason', 'created_at']).where('seller_id', '=', id),
    { key: 'created_at', id: 'id' },
    {
      ...page,
      toItem: (row) => ({
        ...NOTHING,
        ...named(row.id, row.model_name, row.created_at),
        state: toListingState(row),
        amount: toDollars(row.price_cents),
        listingId: listingLink({ ...row, listing_id: row.id }),
      }),
    },
  );

const readOrders: Read = (db, id, page) =>
  readPage(
    db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.seller_id')
      .select(['orders.id', 'orders.product_name', 'orders.state', 'orders.created_at', 'orders.seller_id', 'users.name'])
      .select(chargedCents().as('charged'))
      .where('orders.buyer_id', '=', id),
    { key: 'orders.created_at', id: 'orders.id' },
    {
      ...page,
      toItem: (row) => ({
        ...NOTHING,
        ...named(row.id, row.product_name, row.created_at),
        state: row.state,
        amount: toDollars(row.charged),
        person: { _id: row.seller_id, name: row.name },
        orderId: row.id,
      }),
    },
  );

const readSales: Read = (db, id, page) =>
  readPage(
    db
      .selectFrom('orders')
      .select(['id', 'product_name', 'state', 'price_cents', 'paid_at', 'buyer_id', 'buyer_name'])
      .where('seller_id', '=', id)
      .where('paid_at', 'is not', null),
    { key: 'paid_at', id: 'id' },
    {
      ...page,
      toItem: (row) => ({
        ...NOTHING,
        ...named(row.id, row.product_name, row.paid_at ?? 0),
        state: row.state,
        amount: toDollars(row.price_cents),
        person: { _id: row.buyer_id, name: row.buyer_name },
        orderId: row.id,
      }),
    },
  );

/** In the order of their orders, of which a page has as many as asked for. */
const readPayments: Read = async (db, id, page) => {
  const paid = db.selectFrom('orders').select(['id', 'created_at']).where('buyer_id', '=', id).where(isPaidOnce());
  const orders = await readPage(paid, { key: 'created_at', id: 'id' }, { ...page, toItem: (row) => row.id });
  const payments = await findPaymentsOf(db, orders.items);
  return {
    ...orders,
    items: payments.map((payment) => ({
      ...NOTHING,
      _id: payment._id,
      title: payment.ProductName,
      state: payment.state,
      amount: payment.amount,
      note: payment.transactionId,
      orderId: payment.orderId,
      at: payment.at,
    })),
  };
};

const selectReports = (db: Db) =>
  db
    .selectFrom('reports')
    .innerJoin('listings', 'listings.id', 'reports.listing_id')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .select(['reports.id', 'reports.listing_id', 'reports.note', 'reports.closed_at', 'reports.created_at', 'reports.reporter_id'])
    .select(['listings.model_name', 'listings.sold_at', 'listings.removed_at', 'listings.removed_reason', 'users.name']);

type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number];

const toReport = (row: ReportRow) => ({
  ...NOTHING,
  ...named(row.id, row.model_name, row.created_at),
  state: row.closed_at === null ? 'open' : 'closed',
  note: row.note,
  listingId: listingLink(row),
});

const readReportsMade: Read = (db, id, page) =>
  readPage(selectReports(db).where('reports.reporter_id', '=', id), { key: 'reports.created_at', id: 'reports.id' }, { ...page, toItem: toReport });

const readReportsReceived: Read = (db, id, page) =>
  readPage(
    selectReports(db).where('listings.seller_id', '=', id),
    { key: 'reports.created_at', id: 'reports.id' },
    { ...page, toItem: (row) => ({ ...toReport(row), person: { _id: row.reporter_id, name: row.name } }) },
  );

const readDecisions: Read = (db, id, page) =>
  readPage(
    db
      .selectFrom('decisions')
      .leftJoin('listings', 'listings.id', 'decisions.listing_id')
      .select([
        'decisions.id',
        'decisions.kind',
        'decisions.reason',
        'decisions.created_at',
        'decisions.undone_at',
        'decisions.listing_id',
        'decisions.review_id',
      ])
      .select(['listings.model_name', 'listings.sold_at', 'listings.removed_at', 'listings.removed_reason'])
      .where('decisions.seller_id', '=', id),
    { key: 'decisions.created_at', id: 'decisions.id' },
    {
      ...page,
      toItem: (row) => ({
        ...NOTHING,
        ...named(row.id, row.model_name ?? '', row.created_at),
        state: row.undone_at === null ? (row.review_id === null ? row.kind : 'review_removal') : 'undone',
        note: row.reason === '' ? null : row.reason,
        listingId: listingLink(row),
      }),
    },
  );

const readSignIns: Read = (db, id, page) =>
  readPage(
    db.selectFrom('audit_log').select(['id', 'act', 'after', 'network', 'at']).where('subject_id', '=', id).where('act', 'in', SIGN_INS),
    { key: 'at', id: 'id' },
    {
      ...page,
      toItem: (row) => ({ ...NOTHING, ...named(row.id, deviceIn(row.after), row.at), state: row.act, note: row.network }),
    },
  );

/** The browser that a login's entry names; blank when it names none. */
function deviceIn(after: string | null): string {
  // Only ever written as JSON of plain values.
  const { device } = JSON.parse(after ?? '{}') as { device?: unknown };
  return typeof device === 'string' && device !== 'unknown' ? device : '';
}

/** Each list of a person's page, newest first. */
export const READS: Record<RecordPart, Read> = {
  listings: readListings,
  orders: readOrders,
  sales: readSales,
  payments: readPayments,
  reportsMade: readReportsMade,
  reportsReceived: readReportsReceived,
  decisions: readDecisions,
  signIns: readSignIns,
  ...DEALINGS,
};
