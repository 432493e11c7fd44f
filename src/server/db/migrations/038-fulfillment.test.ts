import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '#contract/shared/durations.ts';
import { findFulfilledOrder, toPaidOrder } from '#server/features/orders/index.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { migrate } from '../migrate.ts';
import type { Db } from '../tables.ts';

const BEFORE = '037-first-purchase';
const PAID_AT = 1_700_000_000_000;
const PRICE = 28_900;

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

test('Orders of the version before are completed if their seller was paid out, ended if the bank took the money, and get a fresh deadline otherwise', async () => {
  const { db, config } = database;
  await migrate(db, config.kind, { upTo: BEFORE });
  await insert(db, 'users', { id: 'seller', email: 'selma@example.test', name: 'Selma', role: 'seller' });
  await insert(db, 'users', { id: 'buyer', email: 'bela@example.test', name: 'Bela', role: 'buyer' });
  await insert(db, 'categories', { id: 'samsung', name: 'Samsung', name_key: 'samsung' });
  await insertOrder(db, 'waiting', { state: 'paid', paid_at: PAID_AT });
  await insertOrder(db, 'paid-out', { state: 'paid', paid_at: PAID_AT, paid_out_at: PAID_AT + 5 });
  await insertOrder(db, 'lost', { state: 'paid', paid_at: PAID_AT });
  await insertOrder(db, 'refunded', { state: 'refunded', paid_at: PAID_AT });
  await insertOrder(db, 'booked', { state: 'booked' });
  const dispute = { id: 'd', reference: 'dp', provider: 'practice', order_id: 'lost', intent_id: 'pi-lost', amount_cents: PRICE, currency: 'usd' };
  await insert(db, 'disputes', { ...dispute, status: 'lost', reason: 'fraudulent', closed_at: PAID_AT + 9, withdrawn_cents: PRICE });

  const before = Date.now();
  await migrate(db, config.kind);

  const waiting = await stateOf(db, 'waiting');
  expect(waiting).toMatchObject({ state: 'to_arrange', outcome: null, endedAt: null, handedOverAt: null, refunded: 0 });
  expect(Date.parse(waiting?.dueAt ?? '')).toBeGreaterThanOrEqual(before + days(14));
  expect(await stateOf(db, 'paid-out')).toMatchObject({ state: 'completed', dueAt: null, endedAt: new Date(PAID_AT + 5).toISOString() });
  expect(await stateOf(db, 'lost')).toMatchObject({ state: 'decided', outcome: 'refunded', dueAt: null });
  for (const unpaid of ['refunded', 'booked']) expect(await stateOf(db, unpaid)).toBeUndefined();
  expect(await stepsOf(db, 'paid-out')).toEqual(['to_arrange', 'completed']);
  expect(await stepsOf(db, 'waiting')).toEqual(['to_arrange']);
  const payouts = await db.selectFrom('payouts').select(['order_id', 'state', 'net_cents']).execute();
  expect(payouts.map((row) => ({ ...row, net_cents: Number(row.net_cents) }))).toEqual([{ order_id: 'paid-out', state: 'noted', net_cents: PRICE }]);
});

async function insertOrder(db: Db, id: string, row: Record<string, string | number>): Promise<void> {
  const listing = { id: `phone-${id}`, seller_id: 'seller', category_id: 'samsung', price_cents: PRICE, original_price_cents: PRICE, model_name: 'Galaxy S21' };
  await insert(db, 'listings', { ...listing, specification: '{}', sold_at: 'paid_at' in row ? PAID_AT : null });
  const about = { id, listing_id: `phone-${id}`, seller_id: 'seller', buyer_id: 'buyer', buyer_name: 'Bela', product_name: 'Galaxy S21' };
  await insert(db, 'orders', { ...about, price_cents: PRICE, intent_id: `pi-${id}`, created_at: PAID_AT - 1, ...row });
  if (!('paid_at' in row)) return;
  const payment = { id: `payment-${id}`, order_id: id, intent_id: `pi-${id}`, amount_cents: PRICE, currency: 'usd', created_at: PAID_AT };
  await insert(db, 'payments', { ...payment, state: row.state === 'paid' ? 'kept' : 'refunded' });
}

/** Inserts a row into a table as it was then; what isn't named and can't be null is blank or zero. */
async function insert(db: Db, table: string, named: Record<string, string | number | null>): Promise<void> {
  const { columns = [] } = (await db.introspection.getTables()).find(({ name }) => name === table) ?? {};
  const unnamed = columns.filter(({ name, isNullable, hasDefaultValue }) => !(name in named || isNullable || hasDefaultValue));
  const row = { ...Object.fromEntries(unnamed.map(({ name, dataType }) => [name, /int/iu.test(dataType) ? 0 : ''])), ...named };
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(db);
}

/** What its buyer sees; undefined when it wasn't paid. */
async function stateOf(db: Db, orderId: string) {
  const order = await findFulfilledOrder(db, orderId);
  return order && toPaidOrder(order, 'buyer').fulfillment;
}

async function stepsOf(db: Db, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom('fulfillment_history').select('to_state').where('order_id', '=', orderId).orderBy('step').execute();
  return rows.map(({ to_state }) => to_state);
}
