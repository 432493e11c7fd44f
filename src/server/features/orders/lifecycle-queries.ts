import { sql, type Updateable } from 'kysely';
import type { HistoryEntry, OrderState } from '#contract/orders.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { OrdersTable } from '../../db/tables/orders.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import type { FullOrderRow } from './full-order.ts';
import { type Actor, TRANSITIONS, type Transition, type TransitionRule } from './lifecycle.ts';

/** Which orders to change: one, or those of a listing or of a buyer. */
export type Which = { id?: string; listingId?: string; buyerId?: string; exceptId?: string };

export type TransitionedOrder = Pick<OrderRow, 'id' | 'listing_id' | 'buyer_id' | 'seller_id' | 'email' | 'product_name' | 'price_cents' | 'intent_id'>;

const TRANSITIONED = [
  'id',
  'listing_id',
  'buyer_id',
  'seller_id',
  'email',
  'product_name',
  'price_cents',
  'intent_id',
] as const satisfies (keyof OrdersTable)[];
/** One step of both, which the other's entry tells better. */
const TWICE: ReadonlySet<string> = new Set<HistoryEntry['why']>(['paid', 'refunded_by_shop', 'sale_canceled', 'refunded_after_problem', 'payment_reversed']);
/** A statement can have only so many values. */
const BATCH = 500;

type Step = { from: OrderState | null; to: OrderState; why: string; note?: string; by: Actor; now: number };

/** Makes a transition of orders, in one conditional update per state it may start from; returns the changed orders. Call it inside a transaction. */
export async function transitionOrders(tx: Db, transition: Transition, which: Which, set: Updateable<OrdersTable> = {}): Promise<TransitionedOrder[]> {
  const transitioned: TransitionedOrder[] = [];
  for (const from of TRANSITIONS[transition.transition].from) transitioned.push(...(await transitionFrom(tx, from, transition, which, set)));
  return transitioned;
}

async function transitionFrom(tx: Db, from: OrderState, transition: Transition, which: Which, set: Updateable<OrdersTable>): Promise<TransitionedOrder[]> {
  const { id, listingId, buyerId, exceptId } = which;
  const { to }: TransitionRule = TRANSITIONS[transition.transition];
  const transitioned = await tx
    .updateTable('orders')
    .set({ ...set, state: to })
    .where('state', '=', from)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(listingId !== undefined, (query) => query.where('listing_id', '=', listingId ?? ''))
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .returning(TRANSITIONED)
    .execute();
  await writeHistory(
    tx,
    transitioned.map((order) => order.id),
    { from, to, ...transition },
  );
  return transitioned;
}

/** Writes one history entry for each order. Its number is the order's next, so that no two can be the same. */
export async function writeHistory(tx: Db, orderIds: string[], { from, to, why, note, by, now }: Step): Promise<void> {
  for (let at = 0; at < orderIds.length; at += BATCH) {
    const ids = orderIds.slice(at, at + BATCH);
    await sql`insert into order_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
      select id, (select coalesce(max(step), 0) + 1 from order_history where order_id = orders.id),
        cast(${from} as text), cast(${to} as text), cast(${why} as text), cast(${note ?? null} as text),
        cast(${by.role} as text), cast(${by.id} as text), cast(${now} as bigint)
      from orders where id in (${sql.join(ids)})`.execute(tx);
  }
}

/** The history of an order and its fulfillment, oldest entry first. */
export async function findHistory(db: Db, orderId: string): Promise<HistoryEntry[]> {
  return (await findHistoryWithIds(db, orderId)).map(({ byId: _, ...entry }) => entry);
}

/** The same for the two sides, who don't read the reasons of a person who was removed. */
export async function findHistoryForSides(db: Db, order: FullOrderRow): Promise<HistoryEntry[]> {
  const gone = new Set([...(order.buyer_removed_at === null ? [] : [order.buyer_id]), ...(order.seller_removed_at === null ? [] : [order.seller_id])]);
  return (await findHistoryWithIds(db, order.id)).map(({ byId, ...entry }) => ({ ...entry, note: byId !== null && gone.has(byId) ? null : entry.note }));
}

/** The same with whose account did it; null for the shop and the card provider. */
export async function findHistoryWithIds(db: Db, orderId: string): Promise<(HistoryEntry & { byId: string | null })[]> {
  const [money, people] = await Promise.all([
    db.selectFrom('order_history').selectAll().where('order_id', '=', orderId).orderBy('step').execute(),
    db.selectFrom('fulfillment_history').selectAll().where('order_id', '=', orderId).orderBy('step').execute(),
  ]);
  const steps = [...money, ...people].filter(({ why }) => !TWICE.has(why)).sort((one, other) => one.at - other.at);
  return steps.map((row, index) => ({
    step: index + 1,
    state: row.to_state,
    // Only ever written with the contract's values.
    why: row.why as HistoryEntry['why'],
    by: row.by_role as HistoryEntry['by'],
    note: row.note,
    at: toIso(row.at),
    byId: row.by_id,
  }));
}
