const YEAR_MONTHS = 12;

/** The choices for filtering by remaining months of updates. */
export const UPDATE_MONTHS = [12, 24, 36] as const;

/** A month number as text, `2028-10`; null for 0, which means unknown. */
export function toMonth(number: number): string | null {
  return number === 0 ? null : `${String(Math.floor(number / YEAR_MONTHS)).padStart(4, '0')}-${String((number % YEAR_MONTHS) + 1).padStart(2, '0')}`;
}

/** Months (UTC) from now to the end of `until`: 0 in its last month, negative afterwards. */
export const monthsLeft = (until: string, now: number): number => toMonthNumber(until) - monthAt(now);

/** The number of a month such as `2028-10`; 0 for anything else, including a year alone, which could be off by eleven months. */
export function toMonthNumber(text: string | null): number {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/u.exec(text ?? '') ?? [];
  return year === undefined ? 0 : Number(year) * YEAR_MONTHS + Number(month) - 1;
}

/** The calendar month (UTC) of a time, counted from the year 0. `now`: epoch ms. */
export function monthAt(now: number): number {
  const date = new Date(now);
  return date.getUTCFullYear() * YEAR_MONTHS + date.getUTCMonth();
}
