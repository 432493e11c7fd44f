import { STATEMENT_LINES, type Statement, StatementKind } from '#contract/payouts.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { BYTE_ORDER_MARK, writeRow } from '../../csv/write-csv.ts';
import type { Cursor } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { NotFoundError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findBalance, findEntries, findFirstSale, findWithdrawn, type StatementEntry, sumEntries } from './statement-queries.ts';

type Needs = Pick<Services, 'db' | 'clock'>;
type Asked = { sellerId: string; month: string };
type Bounds = { from: number; to: number; firstMonth: string; currentMonth: string };

const BATCH = 500;

const LABELS: Record<StatementKind, string> = {
  sale: 'Paid by the buyer',
  discount: 'First-purchase discount, added by the shop',
  fee: 'Fee',
  refund: 'Refunded to the buyer',
  dispute: 'Returned by the buyer’s bank',
  paid_out: 'Paid out to you',
  taken_back: 'Taken back from your payout account',
};

/** A seller's statement of one month. Throws 404 for a month before their first sale or in the future. */
export async function readStatement(services: Needs, asked: Asked): Promise<Statement> {
  const { db } = services;
  const { from, to, firstMonth, currentMonth } = await findBounds(services, asked);
  const [opening, closing] = [await findBalance(db, asked.sellerId, from), await findBalance(db, asked.sellerId, to)];
  const totals = await sumEntries(db, asked.sellerId, { from, to });
  const entries = await findEntries(db, asked.sellerId, { from, to, after: null, limit: STATEMENT_LINES + 1 });
  return {
    month: asked.month,
    firstMonth,
    currentMonth,
    opening: toDollars(opening),
    closing: toDollars(closing),
    withdrawn: toDollars(await findWithdrawn(db, asked.sellerId, to)),
    totals: StatementKind.options.flatMap((kind) => (totals.has(kind) ? [{ kind, amount: toDollars(totals.get(kind) ?? 0) }] : [])),
    isCut: entries.length > STATEMENT_LINES,
    lines: entries.slice(0, STATEMENT_LINES).map(({ id, at, kind, order_id, product_name, cents }) => ({
      ...{ _id: id, at: toIso(at), kind, orderId: order_id, ProductName: product_name, amount: toDollars(cents) },
    })),
  };
}

async function findBounds({ db, clock }: Needs, { sellerId, month }: Asked): Promise<Bounds> {
  const now = clock.now();
  const currentMonth = monthOf(now);
  const firstMonth = monthOf((await findFirstSale(db, sellerId)) ?? now);
  if (month < firstMonth || month > currentMonth) throw new NotFoundError('There’s no statement for this month.');
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number), firstMonth, currentMonth };
}

const monthOf = (moment: number): string => toIso(moment).slice(0, 7);

/** Starts writing the same month as CSV; throws like `readStatement`. */
export async function writeStatement(services: Needs, asked: Asked): Promise<AsyncGenerator<string>> {
  return writeRows(services.db, asked.sellerId, await findBounds(services, asked));
}

/** Amounts have a column for each direction, since a leading minus would be taken for a formula. */
async function* writeRows(db: Db, sellerId: string, { from, to }: Bounds): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeRow(['Date (UTC)', 'What', 'Phone', 'Order', 'In (USD)', 'Out (USD)']);
  yield writeRow([dateOf(from), 'Opening balance', '', '', ...inAndOut(await findBalance(db, sellerId, from))]);
  let after: Cursor | null = null;
  do {
    const page: StatementEntry[] = await findEntries(db, sellerId, { from, to, after, limit: BATCH });
    yield page.map(toRow).join('');
    const last = page.at(-1);
    after = last && page.length === BATCH ? { key: last.at, id: last.id } : null;
  } while (after !== null);
  yield writeRow([dateOf(to - 1), 'Closing balance', '', '', ...inAndOut(await findBalance(db, sellerId, to))]);
}

const toRow = ({ at, kind, product_name, order_id, cents }: StatementEntry): string =>
  writeRow([dateOf(at), LABELS[kind], product_name, order_id, ...inAndOut(cents)]);

const dateOf = (moment: number): string => toIso(moment).slice(0, 10);

function inAndOut(cents: number): [string, string] {
  const amount = toDollars(Math.abs(cents)).toFixed(2);
  return cents < 0 ? ['', amount] : [amount, ''];
}
