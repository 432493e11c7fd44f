import { sql, type Updateable } from 'kysely';
import type { FulfillmentState } from '#contract/fulfillment.ts';
import { hasEnded } from '#contract/shared/handover-states.ts';
import type { FulfillmentsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import { dueAfter, FULFILLMENT_TRANSITIONS, type FulfillmentTransition } from './fulfillment.ts';
import type { Actor } from './lifecycle.ts';

export type FulfillmentRow = NonNullable<Awaited<ReturnType<typeof findFulfillment>>>;

type Step = { from: FulfillmentState | null; to: FulfillmentState; why: string; note?: string; by: Actor; now: number };

/** Undefined until the order is paid. */
export function findFulfillment(db: Db, orderId: string) {
  return db.selectFrom('fulfillments').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Whether the seller has the phone of a paid order: neither side ever sent that the buyer got it, or one of them has confirmed that it is back. */
export async function isWithSeller(db: Db, orderId: string): Promise<boolean> {
  const { handed_over_at, proofs, returns } = await db
    .selectFrom('fulfillments')
    .select((eb) => [
      'handed_over_at',
      eb
        .selectFrom('handover_proofs')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('order_id', '=', orderId)
        .where('direction', '=', 'handover')
        .as('proofs'),
      eb
        .selectFrom('fulfillment_history')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('order_id', '=', orderId)
        .where('to_state', '=', 'return_confirming')
        .as('returns'),
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return (handed_over_at === null && Number(proofs) === 0) || Number(returns) > 0;
}

/** Begins the fulfillment of an order that was just paid. */
export async function openFulfillment(tx: Db, orderId: string, { by, now }: { by: Actor; now: number }): Promise<void> {
  await tx
    .insertInto('fulfillments')
    .values({ order_id: orderId, state: 'to_arrange', due_at: dueAfter('to_arrange', now) })
    .execute();
  await writeFulfillmentHistory(tx, orderId, { from: null, to: 'to_arrange', why: 'paid', by, now });
}

/**
 * Makes a transition of an order's fulfillment by one conditional update; returns the state it came from, or null when it wasn't in one of those it
 * may come from. Call it inside a transaction that has locked the listing.
 */
export async function transitionFulfillment(
  tx: Db,
  orderId: string,
  change: FulfillmentTransition,
  set: Pick<Updateable<FulfillmentsTable>, 'meet_at' | 'meet_place' | 'handed_over_at'> = {},
): Promise<FulfillmentState | null> {
  const { from: states, to } = FULFILLMENT_TRANSITIONS[change.transition];
  const from = (await findFulfillment(tx, orderId))?.state;
  const { now, ifDue, onlyFrom, dueAt = dueAfter(to, now), outcome = null } = change;
  if (from === undefined || !(states as readonly FulfillmentState[]).includes(from) || (onlyFrom ?? from) !== from) return null;
  const isEnd = hasEnded(to);
  // Where a meeting is still to be arranged, none is agreed.
  const meeting = to === 'to_arrange' ? { meet_at: null, meet_place: null } : {};
  const { numUpdatedRows } = await tx
    .updateTable('fulfillments')
    .set({ ...set, ...meeting, state: to, due_at: isEnd ? null : dueAt, ...(isEnd && { ended_at: now, outcome }) })
    .where('order_id', '=', orderId)
    .where('state', '=', from)
    .$if(ifDue === true, (query) => query.where('due_at', '<=', now))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  await writeFulfillmentHistory(tx, orderId, { from, to, ...change });
  return from;
}

/** Forgets an agreed meeting without a change of state. */
export async function forgetMeeting(tx: Db, orderId: string): Promise<void> {
  await tx.updateTable('fulfillments').set({ meet_at: null, meet_place: null }).where('order_id', '=', orderId).execute();
}

/** Moves an order's deadline to this time unless it is later already. */
export async function extendDeadline(tx: Db, orderId: string, until: number): Promise<void> {
  await tx.updateTable('fulfillments').set({ due_at: until }).where('order_id', '=', orderId).where('due_at', '<', until).execute();
}

async function writeFulfillmentHistory(tx: Db, orderId: string, { from, to, why, note, by, now }: Step): Promise<void> {
  await sql`insert into fulfillment_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, (select coalesce(max(step), 0) + 1 from fulfillment_history where order_id = orders.id),
      cast(${from} as text), cast(${to} as text), cast(${why} as text), cast(${note ?? null} as text),
      cast(${by.role} as text), cast(${by.id} as text), cast(${now} as bigint)
    from orders where id = ${orderId}`.execute(tx);
}

export type DueFulfillment = { order_id: string; state: FulfillmentState; due_at: number };

/**
 * Orders whose deadline has passed, the longest overdue first, after the given one. A payment that a bank is investigating waits for the bank.
 */
export function findDueFulfillments(db: Db, now: number, { limit, after }: { limit: number; after: DueFulfillment | undefined }): Promise<DueFulfillment[]> {
  return db
    .selectFrom('fulfillments')
    .select(['order_id', 'state', 'due_at'])
    .where('due_at', '<=', now)
    .$if(after !== undefined, (query) => query.where((eb) => eb(eb.refTuple('due_at', 'order_id'), '>', eb.tuple(after?.due_at ?? 0, after?.order_id ?? ''))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .innerJoin('orders', 'orders.id', 'disputes.order_id')
            .select('disputes.id')
            .whereRef('disputes.order_id', '=', 'fulfillments.order_id')
            .whereRef('disputes.intent_id', '=', 'orders.intent_id')
            .where('disputes.closed_at', 'is', null),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('order_id')
    .limit(limit)
    .$narrowType<{ due_at: number }>()
    .execute();
}

/** The states that an order's fulfillment went through, oldest first. */
export async function findFulfillmentSteps(db: Db, orderId: string): Promise<FulfillmentState[]> {
  const rows = await db.selectFrom('fulfillment_history').select('to_state').where('order_id', '=', orderId).orderBy('step').execute();
  return rows.map(({ to_state }) => to_state);
}
