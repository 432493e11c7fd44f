import { type Expression, type SqlBool, sql } from 'kysely';
import type { FoundOrder } from '#contract/lookups.ts';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type Cursor, mergePages, type PageOf, readPage } from '../../db/paging.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { findPeopleByWords, findUser } from '../accounts/index.ts';
import { chargedCents } from '../first-purchase/index.ts';
import { selectPayments, toPaymentRecords } from '../payments/index.ts';
import type { Sought } from './rules.ts';

type Page = { limit: number; after: Cursor | null };

/** Whose orders a name leads to, at the most: a page has the orders of the first ten. */
const MOST_PEOPLE = 10;

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

/** One page of the people that a text leads to. */
export async function findPeople(db: Db, { kind, text }: Sought, page: { limit: number; after: Cursor<string> | null }): Promise<PageOf<UserRow, string>> {
  if (kind === 'words' || kind === 'number') return findPeopleByWords(db, text, page);
  const person = kind === 'id' ? await findUser(db, text) : undefined;
  return { items: person ? [person] : [], next: null };
}

/** One page of the orders that a text leads to, newest first. */
export async function findOrders(db: Db, sought: Sought, page: Page): Promise<PageOf<FoundOrder>> {
  const found = await findOrderRows(db, sought, page);
  return { ...found, items: found.items.map(toFoundOrder) };
}

async function findOrderRows(db: Db, sought: Sought, page: Page): Promise<PageOf<OrderRow>> {
  if (sought.kind === 'id' || sought.kind === 'transaction') {
    const ids = sought.kind === 'id' ? [sought.text] : await findOrderIds(db, sought.text);
    return { items: ids.length === 0 ? [] : await selectOrders(db).where('orders.id', 'in', ids).execute(), next: null };
  }
  const orders = selectOrders(db);
  const { cents } = sought;
  const ofAmount =
    cents === null ? [] : [orders.where('orders.price_cents', '=', cents), orders.where(sql<SqlBool>`orders.price_cents - orders.discount_cents = ${cents}`)];
  return readMerged([...ofAmount, ...(await ofPeople(db, sought)).map((whose) => orders.where(whose))], page);
}

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
    .select(['orders.id', 'orders.product_name', 'orders.state', 'orders.created_at', 'orders.buyer_id', 'orders.buyer_name', 'orders.seller_id'])
    .select(['sellers.name as seller_name'])
    .select(chargedCents().as('charged'));
}

/** The orders that a transaction belongs to: a payment, a refund, a charge's dispute, or one that is still to be paid. */
async function findOrderIds(db: Db, transaction: string): Promise<string[]> {
  const [begun, booked, disputed] = await Promise.all([
    db.selectFrom('orders').select('id').where('intent_id', '=', transaction).execute(),
    db.selectFrom('ledger').select('order_id as id').where('reference', '=', transaction).execute(),
    db.selectFrom('disputes').select('order_id as id').where('reference', '=', transaction).execute(),
  ]);
  const paid = await db.selectFrom('payments').select('order_id as id').where('intent_id', '=', transaction).execute();
  return [...new Set([...begun, ...booked, ...disputed, ...paid].map(({ id }) => id))];
}

/** Conditions for the orders of the people whom a text leads to, each along an index of its own. */
async function ofPeople(db: Db, sought: Sought): Promise<Expression<SqlBool>[]> {
  const people = await findPeople(db, sought, { limit: MOST_PEOPLE, after: null });
  return people.items.flatMap(({ id }) => [sql<SqlBool>`orders.buyer_id = ${id}`, sql<SqlBool>`orders.seller_id = ${id}`]);
}

async function readMerged(queries: ReturnType<typeof selectOrders>[], page: Page): Promise<PageOf<OrderRow>> {
  const cursorOf = (row: OrderRow): Cursor => ({ key: row.created_at, id: row.id });
  const pages = await Promise.all(queries.map((query) => readPage(query, { key: 'orders.created_at', id: 'orders.id' }, { ...page, toItem: (row) => row })));
  return mergePages(pages, { limit: page.limit, direction: 'desc', cursorOf });
}

function toFoundOrder(row: OrderRow): FoundOrder {
  return {
    _id: row.id,
    ProductName: row.product_name,
    buyer: { _id: row.buyer_id, name: row.buyer_name },
    seller: { _id: row.seller_id, name: row.seller_name },
    price: toDollars(row.charged),
    state: row.state,
    at: toIso(row.created_at),
  };
}

/** One page of the payments that a text leads to, newest first; with a name, in the order of their orders. */
export async function findPayments(db: Db, sought: Sought, page: Page): Promise<PageOf<PaymentRecord>> {
  const { kind, text, cents, last4 } = sought;
  if (kind === 'number') {
    const payments = selectPayments(db);
    const found = [
      ...(cents === null ? [] : [payments.where('payments.amount_cents', '=', cents)]),
      ...(last4 === null ? [] : [payments.where('payments.card_last4', '=', last4)]),
    ];
    const cursorOf = (row: Awaited<ReturnType<typeof payments.execute>>[number]): Cursor => ({ key: row.created_at, id: row.id });
    const pages = await Promise.all(
      found.map((query) => readPage(query, { key: 'payments.created_at', id: 'payments.id' }, { ...page, toItem: (row) => row })),
    );
    const merged = mergePages(pages, { limit: page.limit, direction: 'desc', cursorOf });
    return { ...merged, items: await toPaymentRecords(db, merged.items) };
  }
  if (kind === 'words') {
    const paid = selectOrders(db).where(isPaidOnce());
    const orders = await readMerged(
      (await ofPeople(db, sought)).map((whose) => paid.where(whose)),
      page,
    );
    return {
      items: await findPaymentsOf(
        db,
        orders.items.map(({ id }) => id),
      ),
      next: orders.next,
    };
  }
  return { items: await findPaymentsOf(db, kind === 'id' ? await findPaidOrderIds(db, text) : await findOrderIds(db, text)), next: null };
}

/** The order, or the order of the payment, with this id. */
async function findPaidOrderIds(db: Db, id: string): Promise<string[]> {
  const payment = await db.selectFrom('payments').select('order_id').where('id', '=', id).executeTakeFirst();
  return [payment?.order_id ?? id];
}

/** Whether money has arrived for the order. */
export const isPaidOnce = () => sql<SqlBool>`exists (select 1 from payments where payments.order_id = orders.id)`;

/** The payments of these orders, in the order given. */
export async function findPaymentsOf(db: Db, orderIds: string[]): Promise<PaymentRecord[]> {
  if (orderIds.length === 0) return [];
  const payments = await toPaymentRecords(db, await selectPayments(db).where('payments.order_id', 'in', orderIds).execute());
  return orderIds.flatMap((id) => payments.filter(({ orderId }) => orderId === id));
}
