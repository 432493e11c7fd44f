import type { Cursor, PageOf } from '../../db/paging.ts';
import type { PageRequest } from '../../ports/search-engine.ts';
import { expectedShare } from './expected-share.ts';
import type { IndexState } from './index-state.ts';
import { type ListingFilter, matches } from './listing-filter.ts';
import { toModelSet } from './model-sets.ts';
import { findCursor, findPrices } from './prices.ts';
import { compareIds, compareToId, findPlace, idOf, parseId } from './rows.ts';
import { candidateSpans, countReads, forEachRow, lateRows, OUT_OF_ORDER, type Span, walkSpan } from './spans.ts';

export type Order = 'newest' | 'oldest' | 'cheapest' | 'dearest';

/** A sort order: by a key of each row, then by id. */
type Ordering = { keyOf: (row: number) => number; descending: boolean };

/** Scores go above times in one number: a time has 41 bits. */
const MOMENTS = 2 ** 42;

/** How well a row matches, and how well one of a model can at most. */
type Score = { scoreOf(row: number): number; mostOf(model: number): number };

/** Matching rows, best score first, then newest. */
export function selectByScore(state: IndexState, listingFilter: ListingFilter, { scoreOf, mostOf }: Score, { limit, after }: PageRequest): number[] {
  const { created, model } = state.rows.columns;
  const ordering: Ordering = { keyOf: (row) => scoreKey(scoreOf(row), created[row] ?? 0), descending: true };
  const selection = createSelection(state, ordering, limit, after);
  const take = (row: number): void => {
    if (matches(state, listingFilter, row) && selection.isAfter(row)) selection.take(row);
  };
  const listed: { span: Span; most: number }[] = [];
  for (const span of candidateSpans(state, listingFilter)) {
    if (span.isListed) listed.push({ span, most: mostOf(model[span.from] ?? 0) });
    else forEachRow(span, take);
  }
  // A span has the rows of one model. From its first row on that can't be among the best whatever else it has, all others can't either.
  for (const { span, most } of listed.toSorted((one, other) => other.most - one.most))
    walkSpan(state.rows, span, 'newest', {
      after: null,
      visit(row) {
        if (scoreKey(most, created[row] ?? 0) < selection.worst()) return false;
        take(row);
        return true;
      },
    });
  return selection.selected;
}

/** The best rows so far, in order; never more than `limit`. */
export function createSelection(state: IndexState, { keyOf, descending }: Ordering, limit: number, after: Cursor | null) {
  const { rows } = state;
  const from = after && { key: after.key, id: parseId(after.id) };
  const selected: number[] = [];
  const keys: number[] = [];
  const sign = descending ? -1 : 1;
  /** Whether a row with this key comes after the selected one in this place. */
  const isBehind = (row: number, key: number, place: number): boolean => sign * (key - (keys[place] ?? 0) || compareIds(rows, row, selected[place] ?? 0)) > 0;
  return {
    selected,
    isAfter: (row: number): boolean => from === null || sign * (keyOf(row) - from.key || compareToId(rows, row, from.id)) > 0,
    /** Whether it can't be among the best, and neither can any further row in this order. */
    isBeaten: (row: number): boolean => selected.length >= limit && isBehind(row, keyOf(row), limit - 1),
    /** The key of the last of the best in a descending order; lower than any until there are enough. */
    worst: (): number => (selected.length >= limit ? (keys[limit - 1] ?? 0) : Number.NEGATIVE_INFINITY),
    /** Adds a row from behind the cursor if it is among the best. */
    take(row: number): void {
      const key = keyOf(row);
      if (selected.length >= limit && isBehind(row, key, limit - 1)) return;
      let low = 0;
      let high = selected.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (isBehind(row, key, middle)) low = middle + 1;
        else high = middle;
      }
      selected.splice(low, 0, row);
      keys.splice(low, 0, key);
      if (selected.length > limit) {
        selected.pop();
        keys.pop();
      }
    },
  };
}

/** Matching rows, best rank of the model first, then newest: a separate walk for each rank. */
export function selectByRank(state: IndexState, listingFilter: ListingFilter, ranks: ReadonlyMap<number, number>, { limit, after }: PageRequest): number[] {
  const highest = after === null ? Number.POSITIVE_INFINITY : Math.floor(after.key / MOMENTS);
  const count = state.models.length;
  const found: number[] = [];
  for (const [rank, models] of modelsByRank(ranks, highest)) {
    if (found.length >= limit) break;
    const from = after !== null && rank === highest ? { key: after.key - rank * MOMENTS, id: after.id } : null;
    const likely = models.filter((model) => listingFilter.likely?.table[model] !== 0);
    const ranked = { ...listingFilter, models: toModelSet(count, models), likely: toModelSet(count, likely) };
    found.push(...selectRows(state, ranked, 'newest', { limit: limit - found.length, after: from }));
  }
  return found;
}

/** The models of each rank up to `highest`, best first. */
function modelsByRank(ranks: ReadonlyMap<number, number>, highest: number): [rank: number, models: number[]][] {
  const found = new Map<number, number[]>();
  for (const [model, rank] of ranks) {
    if (rank > highest) continue;
    const models = found.get(rank);
    if (models) models.push(model);
    else found.set(rank, [model]);
  }
  return [...found].sort(([one], [other]) => other - one);
}

/** Matching rows in an order, starting after the cursor; at most `limit`. */
export function selectRows(state: IndexState, listingFilter: ListingFilter, order: Order, { limit, after }: PageRequest): number[] {
  const selection = createSelection(state, orderingOf(state, order), limit, after);
  const passes = (row: number): boolean => matches(state, listingFilter, row) && selection.isAfter(row);
  const visit = (row: number): boolean => {
    if (selection.isBeaten(row)) return false;
    if (passes(row)) selection.take(row);
    return true;
  };
  const spans = candidateSpans(state, listingFilter);
  const isListed = order === 'newest' || order === 'oldest';
  // Spans in listing order are left at their first row that is too late.
  const reads = spans.reduce((sum, span) => sum + Math.min(countReads([span]), isListed && span.isListed ? OUT_OF_ORDER : Number.POSITIVE_INFINITY), 0);
  const share = expectedShare(state, listingFilter);
  if (share > 0 && (limit / share) * OUT_OF_ORDER < reads) {
    forEachRow(lateRows(state), visit);
    if (walk(state, listingFilter, order, { after, mostReads: reads, visit })) return selection.selected;
    selection.selected.length = 0;
  }
  for (const span of spans)
    if (isListed && span.isListed) walkSpan(state.rows, span, order, { after, visit });
    else forEachRow(span, visit);
  return selection.selected;
}

function orderingOf({ rows: { columns } }: IndexState, order: Order): Ordering {
  return {
    keyOf: order === 'cheapest' || order === 'dearest' ? (row) => columns.price[row] ?? 0 : (row) => columns.created[row] ?? 0,
    descending: order === 'newest' || order === 'dearest',
  };
}

/**
 * Visits sorted rows in an order, starting after the cursor and within the filter's prices, until `visit` returns false. Returns false if it gave up,
 * because matching rows are rarer than expected.
 */
function walk(
  { rows, orders: { byPrice } }: IndexState,
  listingFilter: ListingFilter,
  order: Order,
  { after, mostReads, visit }: { after: Cursor | null; mostReads: number; visit: (row: number) => boolean },
): boolean {
  const isListed = order === 'newest' || order === 'oldest';
  const rowOf = isListed ? rows.byListing : byPrice;
  const { from, to } = isListed ? { from: 0, to: rows.sorted } : findPrices(rows, byPrice, listingFilter.priceFrom, listingFilter.priceTo);
  let start: number | null = null;
  if (after !== null) start = isListed ? findPlace(rows, rowOf, { created: after.key, id: parseId(after.id) }, from, to) : findCursor(rows, byPrice, after);
  let left = Math.ceil(mostReads / OUT_OF_ORDER);
  if (order === 'oldest' || order === 'cheapest') {
    for (let place = Math.max(from, start ?? 0); place < to; place += 1) {
      if (!visit(rowOf[place] ?? 0)) return true;
      left -= 1;
      if (left < 0) return false;
    }
  } else
    for (let place = Math.min(to - 1, start ?? to); place >= from; place -= 1) {
      if (!visit(rowOf[place] ?? 0)) return true;
      left -= 1;
      if (left < 0) return false;
    }
  return true;
}

export const scoreKey = (score: number, created: number): number => score * MOMENTS + created;

/** Converts `limit + 1` rows to a page of ids. */
export function toIds(state: IndexState, found: number[], limit: number, keyOf: (row: number) => number): PageOf<string> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => idOf(state.rows, row)),
    next: found.length > limit && last !== undefined ? { key: keyOf(last), id: idOf(state.rows, last) } : null,
  };
}
