import type { StatementKind, StatementLine } from '#contract/payouts.ts';

export const STATEMENT_TEXTS: Record<StatementKind, string> = {
  sale: 'Paid by the buyer',
  discount: 'Discount, added by the shop',
  fee: 'Fee',
  refund: 'Refunded to the buyer',
  dispute: 'Returned by the buyer’s bank',
  paid_out: 'Paid out to you',
  taken_back: 'Taken back from your payout account',
};

/** What happened in one entry: most kinds also have an opposite. */
export function describeEntry({ kind, amount }: Pick<StatementLine, 'kind' | 'amount'>): string {
  return (amount > 0 ? RETURNED[kind] : undefined) ?? (kind === 'discount' && amount < 0 ? 'Discount, withdrawn with the sale' : STATEMENT_TEXTS[kind]);
}

const RETURNED: Partial<Record<StatementKind, string>> = {
  fee: 'Fee, given back',
  refund: 'Refund, sent back by the bank',
  dispute: 'Given back by the buyer’s bank',
};

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Names the day of an entry; months end at midnight UTC. */
export const nameDay = (iso: string): string => dayName.format(Date.parse(iso));

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Names a month such as `2026-06`: June 2026. A month that doesn't exist is returned as it is. */
export function nameMonth(month: string): string {
  const moment = Date.parse(`${month}-01T00:00:00Z`);
  return Number.isNaN(moment) ? month : monthName.format(moment);
}

/** The months from the first to the last, latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = last.split('-').map(Number);
  while (months.length < 1200) {
    const name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
    if (name < first) break;
    months.push(name);
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
  return months;
}
