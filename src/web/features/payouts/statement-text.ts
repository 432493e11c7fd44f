import type { Statement, StatementKind, StatementLine } from '#contract/payouts.ts';

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

type ClosingSum = { name: string; amount: number; note?: string };

/** What the balance at the end of a month consists of. What a bank has withdrawn and not decided yet isn’t owed. */
export function closingSums({ closing, withdrawn }: Pick<Statement, 'closing' | 'withdrawn'>): ClosingSum[] {
  // In whole cents: dollars don’t add up exactly.
  const rest = Math.round((closing + withdrawn) * 100) / 100;
  const sums: ClosingSum[] = [];
  if (withdrawn > 0)
    sums.push({
      name: 'Withdrawn by a bank until it decides',
      amount: withdrawn,
      note: 'You don’t owe it while the bank reviews the payment. If it decides against you, what we paid you goes back.',
    });
  if (rest < 0) sums.push({ name: 'You owe us', amount: -rest, note: 'We’ll take it off your next payouts.' });
  else if (rest > 0 || withdrawn === 0) sums.push({ name: 'Still to be paid to you', amount: rest });
  return sums;
}

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
