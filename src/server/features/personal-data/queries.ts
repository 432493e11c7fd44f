import type { ExpressionBuilder } from 'kysely';
import { ENDED } from '#contract/shared/handover-states.ts';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { leftCents, lostCents } from '../orders/index.ts';
import type { OpenBusiness } from './rules.ts';
import type { Person } from './stored-data.ts';

/**
 * What currently prevents somebody from deleting their account: payments under way, purchases that aren't complete, sales they haven't been paid for, and
 * payments that a bank is reviewing, whose evidence is what both sides wrote.
 */
export async function countOpenBusiness(tx: Db, { id }: Person): Promise<OpenBusiness> {
  const count = (narrow: (query: ReturnType<typeof orders>) => ReturnType<typeof orders>) =>
    narrow(orders())
      .executeTakeFirst()
      .then((row) => Number(row?.count ?? 0));
  const orders = () => tx.selectFrom('orders').select((eb) => eb.fn.countAll<number>().as('count'));
  return {
    paying: await count((query) => query.where('buyer_id', '=', id).where(isMoneyMoving)),
    bought: await count((query) => query.where('buyer_id', '=', id).where('state', '=', 'paid').where(isOpen)),
    owed: await count((query) =>
      query
        .where('seller_id', '=', id)
        .where('paid_out_at', 'is', null)
        .where((eb) => eb.or([isMoneyMoving(eb), eb.and([eb('state', '=', 'paid'), eb.or([isOpen(eb), isPayoutDue(eb)])])])),
    ),
    disputed: await count((query) => query.where((eb) => eb.and([eb.or([eb('buyer_id', '=', id), eb('seller_id', '=', id)]), isDisputed(eb)]))),
  };
}

/** One page of people who were removed before then and not erased yet, longest ago first. */
export function findRemovedUntil(db: Db, until: number, page: { limit: number; after: Cursor | null }): Promise<PageOf<Cursor>> {
  const query = db.selectFrom('users').select(['id', 'removed_at']).where('removed_at', '<', until).where('erased_at', 'is', null);
  return readPage(query, { key: 'removed_at', id: 'id', direction: 'asc' }, { ...page, toItem: ({ cursor_key: key, id }) => ({ key, id }) });
}

type Orders = ExpressionBuilder<Tables, 'orders'>;

const isMoneyMoving = (eb: Orders) => eb.and([eb('orders.state', 'in', ['paying', 'refunding']), eb.not(isTakenBack(eb))]);

function isOpen({ exists, selectFrom }: Orders) {
  const own = selectFrom('fulfillments').select('fulfillments.order_id').whereRef('fulfillments.order_id', '=', 'orders.id');
  return exists(own.where('fulfillments.state', 'not in', [...ENDED]));
}

/** Whether the buyer's bank is reviewing the payment. */
function isDisputed({ exists, selectFrom }: Orders) {
  return exists(selectFrom('disputes').select('disputes.id').whereRef('disputes.order_id', '=', 'orders.id').where('disputes.closed_at', 'is', null));
}

function isPayoutDue(eb: Orders) {
  const own = eb.selectFrom('payouts').select('payouts.order_id').whereRef('payouts.order_id', '=', 'orders.id');
  return eb.and([eb.exists(own.where('payouts.state', 'in', ['due', 'sending', 'failed'])), eb.not(isTakenBack(eb))]);
}

/** Whether the buyer's bank has taken back all that was left of a payment, for good: nobody gets anything of it anymore. */
function isTakenBack({ exists, selectFrom }: Orders) {
  const own = selectFrom('payments').select('payments.id').whereRef('payments.intent_id', '=', 'orders.intent_id');
  return exists(own.where(lostCents(), '>', 0).where(leftCents(), '<=', 0));
}

/** Deleted accounts that the identity service has yet to delete. */
export function findDueErasures(db: Db, now: number): Promise<{ user_id: string; email: string }[]> {
  return db.selectFrom('erasures').select(['user_id', 'email']).where('due_at', '<=', now).orderBy('due_at').limit(50).execute();
}

export async function isRegistered(db: Db, email: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
}

export async function endErasure(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('erasures').where('user_id', '=', userId).execute();
}

export async function postponeErasure(db: Db, userId: string, until: number): Promise<void> {
  await db.updateTable('erasures').set({ due_at: until }).where('user_id', '=', userId).execute();
}
