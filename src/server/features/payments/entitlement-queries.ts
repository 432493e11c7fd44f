import type { Selectable } from 'kysely';
import type { PayoutWait, SalePayout } from '#contract/payouts.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import type { LedgerTable } from '../../db/tables/orders.ts';
import type { PayoutsTable } from '../../db/tables/payouts.ts';
import type { Db } from '../../db/tables.ts';
import { lostCents } from '../orders/index.ts';
import { countOpenDisputes } from './dispute-queries.ts';
import { entitledTo, type SaleFacts } from './entitlement.ts';

/** What became of the money of paid orders, by their ids. */
export async function findSaleFacts(db: Db, orderIds: string[]): Promise<Map<string, SaleFacts>> {
  if (orderIds.length === 0) return new Map();
  const orders = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.intent_id', 'orders.intent_id')
    .select([
      'orders.id',
      'orders.price_cents',
      'orders.fee_cents',
      'orders.state',
      'payments.amount_cents',
      'payments.refunded_cents',
      'payments.partial_due_cents',
      lostCents().as('lost_cents'),
      countOpenDisputes().as('open_disputes'),
    ])
    .where('orders.id', 'in', orderIds)
    .execute();
  return new Map(
    orders.map(({ id, price_cents, fee_cents, state, amount_cents, refunded_cents, partial_due_cents, lost_cents, open_disputes }) => {
      const facts: SaleFacts = {
        ...{
          priceCents: price_cents,
          feeCents: fee_cents,
          chargedCents: amount_cents ?? price_cents,
          refundedCents: (refunded_cents ?? 0) + (partial_due_cents ?? 0),
        },
        withdrawnCents: lost_cents,
        isUndone: state === 'refunding' || state === 'refunded',
        isDisputed: open_disputes > 0,
      };
      return [id, facts];
    }),
  );
}

/** What the seller of a sale is entitled to but doesn't get by itself, in cents: a bank had taken it, and has given it back. */
export async function findShortfall(db: Db, orderId: string): Promise<number> {
  const facts = (await findSaleFacts(db, [orderId])).get(orderId);
  const payout = await db.selectFrom('payouts').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  const fulfillment = await db.selectFrom('fulfillments').select('ended_at').where('order_id', '=', orderId).executeTakeFirst();
  // A sale that goes on is paid out when it has ended.
  if (!facts || (!payout && !fulfillment?.ended_at)) return 0;
  return Math.max(0, entitledTo(facts, 0).netCents - (payout ? paidBy(payout, facts) : 0));
}

/** What a payout has brought its seller, or will. */
function paidBy(payout: Selectable<PayoutsTable>, facts: SaleFacts): number {
  const { refunded_cents, net_cents, offset_cents, reversed_cents, taking_cents, debt_cents } = payout;
  if (isOpen(payout)) return entitledTo(facts, refunded_cents).netCents;
  return net_cents + offset_cents - reversed_cents - taking_cents - debt_cents;
}

const isOpen = ({ state }: Pick<Selectable<PayoutsTable>, 'state'>): boolean => state === 'due' || state === 'failed';

/**
 * Returns what each of these sellers owes the shop, in cents, of the money that a provider took. Lock a seller first where it decides about money. Read
 * once for a whole list: a seller may have thousands of payouts.
 */
export async function findDebts(db: Db, sellerIds: string[]): Promise<(sellerId: string, chargedBy: LedgerTable['provider']) => number> {
  const ids = [...new Set(sellerIds)];
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('payouts')
          .innerJoin('orders', 'orders.id', 'payouts.order_id')
          .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'orders.intent_id').on('ledger.kind', '=', 'charge'))
          .select(['payouts.seller_id', 'ledger.provider'])
          .select((eb) => eb.fn.sum<number>(eb('payouts.debt_cents', '-', eb.ref('payouts.offset_cents'))).as('debt'))
          .where('payouts.seller_id', 'in', ids)
          .where((eb) => eb.or([eb('payouts.debt_cents', '<>', 0), eb('payouts.offset_cents', '<>', 0)]))
          .groupBy(['payouts.seller_id', 'ledger.provider'])
          .execute();
  return (sellerId, chargedBy) => Math.max(0, Number(rows.find(({ seller_id, provider }) => seller_id === sellerId && provider === chargedBy)?.debt ?? 0));
}

/** The payouts of orders as their sellers and admins see them, by order. What isn't paid yet is shown as it would be paid now. */
export async function findSalePayouts(db: Db, orderIds: string[]): Promise<Map<string, SalePayout>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .innerJoin('ledger as charges', (join) => join.onRef('charges.reference', '=', 'orders.intent_id').on('charges.kind', '=', 'charge'))
    .selectAll('payouts')
    .select('charges.provider as charged_by')
    .where('payouts.order_id', 'in', orderIds)
    .execute();
  const facts = await findSaleFacts(db, orderIds);
  const debtOf = await findDebts(
    db,
    rows.filter(isOpen).map(({ seller_id }) => seller_id),
  );
  return new Map(
    rows.map((row) => {
      const own = facts.get(row.order_id);
      const entitled = own && isOpen(row) ? entitledTo(own, row.refunded_cents) : null;
      const offset = entitled ? Math.min(entitled.netCents, debtOf(row.seller_id, row.charged_by)) : row.offset_cents;
      return [
        row.order_id,
        {
          state: row.state,
          // Only ever written with the contract's values.
          waitsFor: isOpen(row) ? (row.waits_for as PayoutWait | null) : null,
          refunded: toDollars(entitled?.refundedCents ?? row.refunded_cents),
          fee: toDollars(entitled?.feeCents ?? row.fee_cents),
          offset: toDollars(offset),
          net: toDollars(entitled ? entitled.netCents - offset : row.net_cents),
          takenBack: toDollars(row.reversed_cents + row.taking_cents),
          owed: toDollars(row.debt_cents),
          paidAt: toIso(row.paid_at),
        },
      ];
    }),
  );
}
