import type { ExpressionBuilder } from 'kysely';
import type { StatementKind } from '#contract/payouts.ts';
import type { Cursor } from '../../db/paging.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { GAINS, SALE_KINDS, SALE_SIGNS, type SaleKind } from '../payments/index.ts';

type Period = { from: number; to: number };

/** An entry of the ledger as its seller sees it: what they lose is negative. */
export type StatementEntry = { id: string; kind: StatementKind; order_id: string; product_name: string; cents: number; at: number };

/** What sellers read about each kind of entry. */
const SHOWN: Record<SaleKind, StatementKind> = {
  charge: 'sale',
  discount: 'discount',
  discount_reversal: 'discount',
  fee: 'fee',
  fee_reversal: 'fee',
  refund: 'refund',
  refund_failed: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  transfer: 'paid_out',
  transfer_reversal: 'taken_back',
};

/** The balance of a seller from all entries before this moment, in cents. */
export async function findBalance(db: Db, sellerId: string, before: number): Promise<number> {
  const { balance } = await selectEntries(db, sellerId)
    .select((eb) => eb.fn.coalesce(sumSigned(eb), eb.lit(0)).as('balance'))
    .where('ledger.at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(balance);
}

/** What a seller’s balance is without because banks withdrew it after the payout and hadn’t decided by this moment, in cents. */
export async function findWithdrawn(db: Db, sellerId: string, before: number): Promise<number> {
  const rows = await selectEntries(db, sellerId)
    .select((eb) => ['orders.id', sumSigned(eb).as('balance')])
    .where('ledger.at', '<', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('disputes')
          .select('disputes.id')
          .whereRef('disputes.intent_id', '=', 'orders.intent_id')
          .where('opened_at', '<', before)
          .where((dispute) => dispute.or([dispute('closed_at', 'is', null), dispute('closed_at', '>=', before)])),
      ),
    )
    .groupBy('orders.id')
    .having((eb) => sumSigned(eb), '<', 0)
    .execute();
  return rows.reduce((sum, { balance }) => sum - Number(balance), 0);
}

/** The sum of entries, of which the seller’s losses are negative. */
function sumSigned(eb: ExpressionBuilder<Tables, 'ledger'>) {
  const loss = eb('ledger.amount_cents', '*', -1);
  return eb.fn.sum<number>(eb.case().when('ledger.kind', 'in', GAINS).then(eb.ref('ledger.amount_cents')).else(loss).end());
}

/** The entries of a seller's own sales; payments that bought nothing, and went back, are none of theirs. */
function selectEntries(db: Db, sellerId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('ledger', (join) => join.onRef('ledger.order_id', '=', 'orders.id').onRef('ledger.intent_id', '=', 'orders.intent_id'))
    .where('orders.seller_id', '=', sellerId)
    .where('orders.paid_at', 'is not', null)
    .where('ledger.kind', 'in', SALE_KINDS);
}

/** The sum of each kind of entry in a period, in cents. */
export async function sumEntries(db: Db, sellerId: string, { from, to }: Period): Promise<Map<StatementKind, number>> {
  const rows = await selectEntries(db, sellerId)
    .select((eb) => ['ledger.kind', eb.fn.sum<number>('ledger.amount_cents').as('cents')])
    .where('ledger.at', '>=', from)
    .where('ledger.at', '<', to)
    .groupBy('ledger.kind')
    .execute();
  const sums = new Map<StatementKind, number>();
  for (const row of rows) {
    const { kind, sign } = shownAs(row.kind);
    sums.set(kind, (sums.get(kind) ?? 0) + sign * Number(row.cents));
  }
  return sums;
}

/** What an entry is to its seller, and whether it is theirs (1) or taken from them (-1). Only entries of these kinds are read. */
function shownAs(kind: string): { kind: StatementKind; sign: 1 | -1 } {
  return { kind: SHOWN[kind as SaleKind], sign: SALE_SIGNS[kind as SaleKind] };
}

/** The entries of a period, oldest first, from the one after `after` on. */
export async function findEntries(
  db: Db,
  sellerId: string,
  { from, to, after, limit }: Period & { after: Cursor | null; limit: number },
): Promise<StatementEntry[]> {
  const rows = await selectEntries(db, sellerId)
    .select(['ledger.id', 'ledger.kind', 'ledger.order_id', 'ledger.amount_cents', 'ledger.at', 'orders.product_name'])
    .where('ledger.at', '>=', from)
    .where('ledger.at', '<', to)
    .$if(after !== null, (query) =>
      query.where(({ eb, or, and }) => {
        const { key, id } = after ?? { key: 0, id: '' };
        return or([eb('ledger.at', '>', Number(key)), and([eb('ledger.at', '=', Number(key)), eb('ledger.id', '>', id)])]);
      }),
    )
    .orderBy('ledger.at')
    .orderBy('ledger.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, kind, order_id, amount_cents, at, product_name }) => {
    const shown = shownAs(kind);
    return { id, kind: shown.kind, order_id, product_name, at, cents: shown.sign * amount_cents };
  });
}

/** When a seller first sold something; null: never. */
export async function findFirstSale(db: Db, sellerId: string): Promise<number | null> {
  const { first } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.min('paid_at').as('first'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return first === null ? null : Number(first);
}
