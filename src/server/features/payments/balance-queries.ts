import type { Db } from '../../db/tables.ts';
import { entitledTo } from './entitlement.ts';
import { findSaleFacts } from './entitlement-queries.ts';
import { GAINS, SALE_KINDS } from './ledger-signs.ts';

/** A sale whose entries add up to something else than they should: nothing, or what its seller owes for it or paid others with. */
type UnevenSale = { orderId: string; currency: string; sumCents: number; expectedCents: number };

/** The sales that have ended and don't add up, in no particular order. */
export async function findUnevenSales(db: Db): Promise<UnevenSale[]> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .innerJoin('ledger', (join) => join.onRef('ledger.order_id', '=', 'orders.id').onRef('ledger.intent_id', '=', 'orders.intent_id'))
    .select((eb) => {
      const signed = eb
        .case()
        .when('ledger.kind', 'in', GAINS)
        .then(eb.ref('ledger.amount_cents'))
        .else(eb('ledger.amount_cents', '*', -1))
        .end();
      return [
        'payouts.order_id',
        'payouts.refunded_cents',
        eb('payouts.offset_cents', '-', eb.ref('payouts.debt_cents')).as('expected'),
        eb.fn.sum<number>(signed).as('sum'),
        eb.fn.min('ledger.currency').as('currency'),
      ];
    })
    .where('ledger.kind', 'in', SALE_KINDS)
    .where('payouts.state', 'in', ['sent', 'noted', 'reversed'])
    .where('payouts.taking_cents', '=', 0)
    .where('orders.state', 'in', ['paid', 'refunded'])
    .groupBy(['payouts.order_id', 'payouts.refunded_cents', 'payouts.offset_cents', 'payouts.debt_cents'])
    .execute();
  const uneven = rows.filter(({ sum, expected }) => Number(sum) !== Number(expected));
  const settled = await findSettled(db, uneven);
  return uneven.flatMap(({ order_id, sum, expected, currency }) =>
    settled.has(order_id) ? [{ orderId: order_id, currency, sumCents: Number(sum), expectedCents: Number(expected) }] : [],
  );
}

/** Those of which no more is about to move. */
async function findSettled(db: Db, sales: { order_id: string; refunded_cents: number }[]): Promise<Set<string>> {
  const facts = await findSaleFacts(
    db,
    sales.map(({ order_id }) => order_id),
  );
  const isSettled = ({ order_id, refunded_cents }: (typeof sales)[number]) => {
    const own = facts.get(order_id);
    return own !== undefined && !own.isDisputed && entitledTo(own, refunded_cents).refundedCents === refunded_cents;
  };
  return new Set(sales.filter(isSettled).map(({ order_id }) => order_id));
}
