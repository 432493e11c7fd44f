import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { LedgerTable } from '../../db/tables/orders.ts';
import type { PayoutsTable } from '../../db/tables/payouts.ts';
import type { Db } from '../../db/tables.ts';
import type { PayoutProvider, PayoutService } from '../../ports/payouts.ts';
import { lostCents } from '../orders/index.ts';
import { SELLERS_WAITS } from './rules.ts';

type PayoutRow = Selectable<PayoutsTable>;
/** A payout with what its messages name, and who took the buyer's payment. */
export type PayoutOfSale = PayoutRow & {
  product_name: string;
  listing_id: string;
  seller_email: string;
  seller_removed_at: number | null;
  intent_id: string | null;
  charged_by: LedgerTable['provider'];
};

type NewPayout = Pick<PayoutsTable, 'order_id' | 'seller_id' | 'gross_cents' | 'net_cents'> & { refunded_cents: number; fee_cents: number };

/** How many payouts one sweep looks at. */
const BATCH = 200;

/** Inserts the payout of an order; returns false when it has one. */
export async function insertPayout(tx: Db, payout: NewPayout, now: number): Promise<boolean> {
  const inserted = await tx
    .insertInto('payouts')
    .values({ ...payout, state: 'due', due_at: now, try_at: now })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('order_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findPayout(db: Db, orderId: string): Promise<PayoutOfSale | undefined> {
  return selectWithCharge(db)
    .innerJoin('users', 'users.id', 'payouts.seller_id')
    .selectAll('payouts')
    .select([
      'orders.product_name',
      'orders.listing_id',
      'orders.intent_id',
      'users.email as seller_email',
      'users.removed_at as seller_removed_at',
      'ledger.provider as charged_by',
    ])
    .where('payouts.order_id', '=', orderId)
    .executeTakeFirst();
}

/** Payouts with their orders and the ledger's entry of the buyer's payment, whose provider took the money. */
function selectWithCharge(db: Db) {
  return db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'orders.intent_id').on('ledger.kind', '=', 'charge'));
}

type ChargedBy = { sellerId: string; chargedBy: LedgerTable['provider'] };

/** The payouts that wait for a seller's account to be set up, with what their buyers were to get back when last looked at. */
export function findWaiting(db: Db, { sellerId, chargedBy }: ChargedBy): Promise<Pick<PayoutRow, 'order_id' | 'refunded_cents'>[]> {
  return (
    selectWithCharge(db)
      .select(['payouts.order_id', 'payouts.refunded_cents'])
      .where('payouts.seller_id', '=', sellerId)
      .where('payouts.state', 'in', ['due', 'failed'])
      .where('ledger.provider', '=', chargedBy)
      // What a bank is reviewing waits for the bank first.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('disputes').select('disputes.id').whereRef('disputes.order_id', '=', 'payouts.order_id').where('disputes.closed_at', 'is', null)),
        ),
      )
      .execute()
  );
}

/** Changes a payout that is still in this state and attempt; returns whether it was. */
export async function changePayout(
  tx: Db,
  { order_id, state, attempt }: Pick<PayoutRow, 'order_id' | 'state' | 'attempt'>,
  set: Updateable<PayoutsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set(set)
    .where('order_id', '=', order_id)
    .where('state', '=', state)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Makes a payout due again of which an attempt sent nothing; returns whether it is. Not when somebody else has done so and begun another attempt, which
 * is left alone until its `try_at`.
 */
export async function releasePayout(
  db: Db,
  { order_id, attempt, net_cents, offset_cents }: Pick<PayoutRow, 'order_id' | 'attempt' | 'net_cents' | 'offset_cents'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payouts')
    .set({ state: 'due', net_cents: net_cents + offset_cents, offset_cents: 0 })
    .where('order_id', '=', order_id)
    .where('state', '=', 'sending')
    .where('attempt', '=', attempt)
    .where('try_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Orders whose money this provider took and can send now, or was asked to send without an answer; those waiting longest first. */
export async function findToSend(db: Db, provider: PayoutService['kind'], now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('order_id')
    .where('try_at', '<=', now)
    .where(sql<SqlBool>`state in ('due', 'sending', 'failed')`)
    .where((eb) => {
      const charge = eb
        .selectFrom('orders')
        .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'orders.intent_id').on('ledger.kind', '=', 'charge'))
        .select('ledger.provider')
        .whereRef('orders.id', '=', 'payouts.order_id');
      return eb.or([eb.and([eb('state', '=', 'sending'), eb('provider', '=', provider)]), eb.and([eb('state', '<>', 'sending'), eb(charge, '=', provider)])]);
    })
    .orderBy('try_at')
    .limit(BATCH)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Orders that were undone before their payout was sent. The list of states is that of the index of open payouts. */
export async function findUndoneDue(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .select('payouts.order_id')
    .where(sql<SqlBool>`payouts.state in ('due', 'sending', 'failed')`)
    .where('payouts.state', '<>', 'sending')
    .where('orders.state', 'in', ['refunding', 'refunded'])
    .limit(BATCH)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Paid payouts of which more went back to the buyer than their seller was charged for. Each question reads a small partial index. */
export async function findToReverse(db: Db): Promise<string[]> {
  const isPaid = sql<SqlBool>`payouts.state in ('sent', 'noted') and payouts.taking_cents = 0`;
  const paid = db.selectFrom('payouts').select('payouts.order_id').where(isPaid).limit(BATCH);
  const undone = await paid
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .where(sql<SqlBool>`orders.paid_out_at is not null and orders.state in ('refunding', 'refunded')`)
    .whereRef('payouts.refunded_cents', '<', 'payouts.gross_cents')
    .execute();
  const partlyRefunded = await paid
    .innerJoin('payments', 'payments.order_id', 'payouts.order_id')
    .where(sql<SqlBool>`payments.refunded_cents > 0`)
    .where('payments.state', '=', 'kept')
    .whereRef('payments.refunded_cents', '>', 'payouts.refunded_cents')
    .execute();
  const lost = await paid
    .innerJoin('disputes', 'disputes.order_id', 'payouts.order_id')
    .innerJoin('orders', (join) => join.onRef('orders.id', '=', 'payouts.order_id').onRef('orders.intent_id', '=', 'disputes.intent_id'))
    .innerJoin('payments', 'payments.intent_id', 'disputes.intent_id')
    .where(sql<SqlBool>`disputes.status = 'lost'`)
    .where(sql<SqlBool>`${lostCents()} + payments.refunded_cents > payouts.refunded_cents`)
    .execute();
  return [...new Set([...undone, ...partlyRefunded, ...lost].map(({ order_id }) => order_id))];
}

/** Orders of which this provider was asked to take something back, without an answer yet. */
export async function findTaking(db: Db, provider: PayoutProvider['kind'], now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('order_id')
    .where(sql<SqlBool>`taking_cents > 0`)
    .where('try_at', '<=', now)
    .where('provider', '=', provider)
    .orderBy('try_at')
    .limit(BATCH)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** The ids of the reversals of an order's transfer that are in the ledger. */
export async function findKnownReversals(tx: Db, orderId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('ledger').select('reference').where('order_id', '=', orderId).where('kind', '=', 'transfer_reversal').execute();
  return new Set(rows.map(({ reference }) => reference));
}

/**
 * Tries a seller's payouts that waited for their account again at once. `isForgotten`: until then they wait for nothing, so that the seller is told anew
 * what they can do about it.
 */
export async function endWaits(db: Db, sellerId: string, { isForgotten, now }: { isForgotten: boolean; now: number }): Promise<void> {
  await db
    .updateTable('payouts')
    .set({ try_at: now, ...(isForgotten && { waits_for: null }) })
    .where('seller_id', '=', sellerId)
    .where('state', 'in', ['due', 'failed'])
    .where('waits_for', 'in', SELLERS_WAITS)
    .execute();
}
