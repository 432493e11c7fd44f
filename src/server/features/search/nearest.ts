import type { Cursor } from '../../db/paging.ts';
import type { PageRequest } from '../../ports/search-engine.ts';
import { expectedShare } from './expected-share.ts';
import type { IndexState } from './index-state.ts';
import { type ListingFilter, matches } from './listing-filter.ts';
import { createSelection } from './pages.ts';
import { findPlace, parseId } from './rows.ts';
import { candidateSpans, countReads, forEachRow, OUT_OF_ORDER } from './spans.ts';

/** Nearness goes above times in one exact number: it has 12 bits, and a time has 41 until the year 2039. */
const MOMENTS = 2 ** 41;

/** A row's place in the order: the nearest first, then the newest. */
export const nearnessKey = (nearness: number, created: number): number => nearness * MOMENTS + created;

/** Matching rows, those of the nearest spots first, then the newest; rows of unknown spots last. */
export function selectNearest(state: IndexState, listingFilter: ListingFilter, nearness: Uint16Array, { limit, after }: PageRequest): number[] {
  const { rows } = state;
  const { spot, created } = rows.columns;
  const nearnessOf = (row: number): number => nearness[spot[row] ?? 0] ?? 0;
  const selection = createSelection(state, { keyOf: (row) => nearnessKey(nearnessOf(row), created[row] ?? 0), descending: true }, limit, after);
  const passes = (row: number): boolean => matches(state, listingFilter, row) && selection.isAfter(row);
  const share = expectedShare(state, listingFilter);
  const spans = candidateSpans(state, listingFilter);
  // Without a distance every spot is within it.
  const within = listingFilter.groups.find(({ group }) => group === 'distance')?.table;
  const inReach = state.spots.live.reduce((sum, live, number) => sum + (within === undefined || within[number] === 1 ? live : 0), 0);
  const steps = (share > 0 ? Math.min(inReach, limit / share) : inReach) * OUT_OF_ORDER;
  if (steps >= countReads(spans)) {
    for (const span of spans)
      forEachRow(span, (row) => {
        if (passes(row)) selection.take(row);
      });
    return selection.selected;
  }
  for (let row = rows.sorted; row < rows.length; row += 1) if (passes(row)) selection.take(row);
  for (const spots of spotsByNearness(state, nearness, after)) {
    const last = selection.selected[limit - 1];
    if (last !== undefined && nearnessOf(last) > (nearness[spots[0] ?? 0] ?? 0)) break;
    for (const number of spots)
      if (within === undefined || within[number] === 1)
        walkSpot(state, number, { after, nearness: nearness[number] ?? 0 }, (row) => {
          if (selection.isBeaten(row)) return false;
          if (passes(row)) selection.take(row);
          return true;
        });
  }
  return selection.selected;
}

/** The spots in groups of the same nearness, from the cursor's on. */
function spotsByNearness({ spots, orders: { bySpot } }: IndexState, nearness: Uint16Array, after: Cursor | null): number[][] {
  const nearest = after === null ? Number.POSITIVE_INFINITY : Math.floor(after.key / MOMENTS);
  const groups = new Map<number, number[]>();
  for (let number = 0; number + 1 < bySpot.starts.length; number += 1) {
    const own = nearness[number] ?? 0;
    if ((spots.live[number] ?? 0) === 0 || own > nearest) continue;
    const group = groups.get(own);
    if (group) group.push(number);
    else groups.set(own, [number]);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, group]) => group);
}

/** Visits a spot's sorted rows, the newest first, from the cursor on, until `visit` returns false. */
function walkSpot(
  { rows, orders: { bySpot } }: IndexState,
  number: number,
  { after, nearness }: { after: Cursor | null; nearness: number },
  visit: (row: number) => boolean,
): void {
  const { order, starts } = bySpot;
  const first = starts[number] ?? 0;
  let end = starts[number + 1] ?? 0;
  if (after !== null && Math.floor(after.key / MOMENTS) === nearness)
    end = findPlace(rows, order, { created: after.key % MOMENTS, id: parseId(after.id) }, first, end);
  for (let place = end - 1; place >= first; place -= 1) if (!visit(order[place] ?? 0)) return;
}
