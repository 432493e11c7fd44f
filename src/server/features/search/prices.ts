import type { Cursor } from '../../db/paging.ts';
import { pause } from '../../turns.ts';
import { compareIds, compareToId, parseId, type Rows } from './rows.ts';

const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const PRICE_BITS = 32;
/** How many rows to check between pauses. */
const BATCH = 200_000;

/** Sorted rows ordered by price, and by id within a price; with pauses for requests, because sorting a million at once takes a tenth of a second. */
export async function sortByPrice(rows: Rows): Promise<Uint32Array> {
  let order = rows.byListing;
  for (let shift = 0; shift < PRICE_BITS; shift += DIGIT_BITS) {
    order = sortByDigit(order, rows.columns.price, shift);
    await pause();
  }
  const { price } = rows.columns;
  let checked = 0;
  // Within a price, order by id: nearly always the listing order already.
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    let inOrder = true;
    while (end < order.length && price[order[end] ?? 0] === price[order[start] ?? 0]) {
      inOrder &&= compareIds(rows, order[end - 1] ?? 0, order[end] ?? 0) < 0;
      end += 1;
    }
    if (!inOrder) order.subarray(start, end).sort((one, other) => compareIds(rows, one, other));
    start = end;
    if (start - checked < BATCH) continue;
    checked = start;
    await pause();
  }
  return order;
}

/** One pass of a radix sort: rows with the same digit stay in their order. */
function sortByDigit(before: Uint32Array, price: Uint32Array, shift: number): Uint32Array {
  const next = new Uint32Array(DIGITS + 1);
  const digitOf = (row: number): number => ((price[row] ?? 0) >>> shift) & (DIGITS - 1);
  for (const row of before) next[digitOf(row) + 1] = (next[digitOf(row) + 1] ?? 0) + 1;
  for (let digit = 0; digit < DIGITS; digit += 1) next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0);
  const sorted = new Uint32Array(before.length);
  for (const row of before) {
    const digit = digitOf(row);
    const place = next[digit] ?? 0;
    sorted[place] = row;
    next[digit] = place + 1;
  }
  return sorted;
}

/** The first position at or after a cursor's price and id. */
export function findCursor(rows: Rows, order: Uint32Array, { key, id }: Cursor): number {
  const parsed = parseId(id);
  return findFirst(order, (row) => {
    const price = rows.columns.price[row] ?? 0;
    return price < key || (price === key && compareToId(rows, row, parsed) < 0);
  });
}

/** The first position in the price order for which `isBefore` returns false. */
function findFirst(order: Uint32Array, isBefore: (row: number) => boolean): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(order[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The positions of prices between two amounts, inclusive, in cents. */
export function findPrices({ columns }: Rows, order: Uint32Array, from: number, to: number): { from: number; to: number } {
  const start = findFirst(order, (row) => (columns.price[row] ?? 0) < from);
  return {
    from: start,
    to: Math.max(
      start,
      findFirst(order, (row) => (columns.price[row] ?? 0) <= to),
    ),
  };
}
