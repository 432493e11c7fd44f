import type { Cursor } from '../../db/paging.ts';
import type { IndexState } from './index-state.ts';
import { isPriced, type ListingFilter } from './listing-filter.ts';
import type { ModelSet } from './model-sets.ts';
import { findPrices } from './prices.ts';
import { findPlace, parseId, type Rows } from './rows.ts';

/** A range of rows: of positions in an order, or (null) of row numbers. `isListed`: in listing order. */
export type Span = { order: Uint32Array | null; from: number; to: number; isListed: boolean };

/**
 * All rows that may match: those of the models that may; limited to the filter's prices if these are fewer. `isCounting`: also those that fail filters.
 */
export function candidateSpans(state: IndexState, listingFilter: ListingFilter, isCounting = false): Span[] {
  const { rows, orders } = state;
  const late = lateRows(state);
  const prices = !isCounting && isPriced(listingFilter) ? findPrices(rows, orders.byPrice, listingFilter.priceFrom, listingFilter.priceTo) : null;
  const spans = listedSpans(state, isCounting ? listingFilter.named : listingFilter.likely);
  // A row read out of order costs several times as much as one in order.
  if (prices && (prices.to - prices.from) * OUT_OF_ORDER < countReads(spans)) return [{ order: orders.byPrice, ...prices, isListed: false }, late];
  return [...spans, late];
}

/** The rows that aren't sorted yet. */
export const lateRows = ({ rows }: IndexState): Span => ({ order: null, from: rows.sorted, to: rows.length, isListed: false });

/** Reading a row out of order costs about as much as this many in order. */
export const OUT_OF_ORDER = 8;

/** What reading these spans costs, in rows read in order. */
export const countReads = (spans: readonly Span[]): number => spans.reduce((sum, { order, from, to }) => sum + (to - from) * (order ? OUT_OF_ORDER : 1), 0);

/** The sorted rows of each model that may have matching ones, in listing order. */
function listedSpans({ orders: { byModel } }: IndexState, models: ModelSet | null): Span[] {
  const spans: Span[] = [];
  for (const model of models?.numbers ?? byModel.inOrder) {
    const [from, to] = [byModel.starts[model] ?? 0, byModel.ends[model] ?? 0];
    if (to > from) spans.push({ order: null, from, to, isListed: true });
  }
  return spans;
}

/** Visits a span's rows, which are in listing order, from the cursor on until `visit` returns false. */
export function walkSpan(
  rows: Rows,
  span: Span,
  order: 'newest' | 'oldest',
  { after, visit }: { after: Cursor | null; visit: (row: number) => boolean },
): void {
  const { order: rowOf } = span;
  let { from, to } = span;
  if (after !== null) {
    const place = findPlace(rows, rowOf, { created: after.key, id: parseId(after.id) }, from, to);
    if (order === 'oldest') from = place;
    else to = Math.min(to, place + 1);
  }
  if (order === 'oldest') {
    for (let place = from; place < to; place += 1) if (!visit(rowOf ? (rowOf[place] ?? 0) : place)) return;
  } else for (let place = to - 1; place >= from; place -= 1) if (!visit(rowOf ? (rowOf[place] ?? 0) : place)) return;
}

/** Visits a span's rows from the last to the first: of rows in listing order, the newest come first, so that few others get among the best. */
export function forEachRow({ order, from, to }: Span, visit: (row: number) => void): void {
  if (order) for (let place = to - 1; place >= from; place -= 1) visit(order[place] ?? 0);
  else for (let row = to - 1; row >= from; row -= 1) visit(row);
}
