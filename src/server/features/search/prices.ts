import type { Cursor } from '../../db/paging.ts';
import { compareIds, compareToId, parseId, type Rows } from './rows.ts';

/** More rows than there will ever be: a price and a row fit into one number. */
const ROWS = 2 ** 24;

/** Sorted rows ordered by price, and by id within a price. */
export function orderByPrice(rows: Rows): Uint32Array {
  const { price } = rows.columns;
  const keys = new Float64Array(rows.sorted);
  for (let row = 0; row < rows.sorted; row += 1) keys[row] = (price[row] ?? 0) * ROWS + row;
  keys.sort();
  const order = new Uint32Array(rows.sorted);
  for (let place = 0; place < rows.sorted; place += 1) order[place] = (keys[place] ?? 0) % ROWS;
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
  }
  return order;
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
