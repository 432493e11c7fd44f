import { days } from '#contract/shared/durations.ts';
import type { Change } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { nextTurn } from '../../turns.ts';
import { SALES_DAYS, type Sale } from './price-range.ts';
import { findAllSales, findSalesOfListings, findSalesOfSellers, type SaleOfListing } from './queries.ts';

/** The sales of the last months, by model and storage and then by listing. */
export type SalesState = { byModel: Map<string, Map<string, SaleOfListing>>; modelOf: Map<string, string>; sellerOf: Map<string, string> };

type Model = { categoryId: string | null; modelKey: string; storageKey: string };

const BATCH = 1000;

const LISTINGS_AT_ONCE = 500;

/** A model's sales with one storage, by its key, in the order they were read. */
export function salesOf({ byModel }: SalesState, key: string): Sale[] {
  return [...(byModel.get(key)?.values() ?? [])];
}

/** The latest sales of all models, nearly in order: a changed one comes last. */
export function latestOf({ byModel, modelOf }: SalesState, limit: number): SaleOfListing[] {
  return [...modelOf].slice(-limit).flatMap(([listingId, model]) => byModel.get(model)?.get(listingId) ?? []);
}

export const salesKeyOf = ({ categoryId, modelKey, storageKey }: Model): string => `${categoryId}\n${modelKey}\n${storageKey}`;

/** Reads the sales that count at this time (epoch ms). */
export async function loadSales(db: Db, now: number): Promise<SalesState> {
  const state: SalesState = { byModel: new Map(), modelOf: new Map(), sellerOf: new Map() };
  for (let after = { soldAt: startOf(now), listingId: '' }; ; ) {
    const sales = await findAllSales(db, after, BATCH);
    for (const sale of sales) add(state, sale);
    const last = sales.at(-1);
    if (sales.length < BATCH || !last) return state;
    after = last;
    await nextTurn();
  }
}

/** When the first sale was that counts at this time. */
export const startOf = (now: number): number => now - days(SALES_DAYS);

function add(state: SalesState, sale: SaleOfListing): void {
  const key = salesKeyOf(sale);
  const sales = state.byModel.get(key) ?? new Map<string, SaleOfListing>();
  state.byModel.set(key, sales);
  sales.set(sale.listingId, sale);
  state.modelOf.set(sale.listingId, key);
  state.sellerOf.set(sale.listingId, sale.sellerId);
}

/** Reads those sales of changed listings again that count at this time (epoch ms); returns whether there were any. */
export async function followSales(db: Db, state: SalesState, changes: Change[], now: number): Promise<boolean> {
  const since = startOf(now);
  forgetFirst(state, since);
  const listings = [...new Set(changes.flatMap(({ listing_id }) => listing_id ?? []))];
  const sellers = new Set(changes.flatMap(({ listing_id, seller_id }) => (listing_id === null && seller_id !== null ? seller_id : [])));
  let changed = false;
  for (let start = 0; start < listings.length; start += LISTINGS_AT_ONCE) {
    const ids = listings.slice(start, start + LISTINGS_AT_ONCE);
    changed = replace(state, ids, await findSalesOfListings(db, ids, since)) || changed;
  }
  if (sellers.size === 0) return changed;
  const sales = await findSalesOfSellers(db, [...sellers], since);
  const theirs: string[] = [];
  for (const [id, seller] of state.sellerOf) if (sellers.has(seller)) theirs.push(id);
  return replace(state, theirs, sales) || changed;
}

/** Forgets the first sales from before a time. A few that changed meanwhile stay, since they come later in the order. */
function forgetFirst(state: SalesState, since: number): void {
  for (const [listingId, key] of state.modelOf) {
    if ((state.byModel.get(key)?.get(listingId)?.soldAt ?? 0) >= since) return;
    remove(state, listingId);
  }
}

/** Replaces the sales of these listings; returns whether there were any. */
function replace(state: SalesState, listingIds: string[], sales: SaleOfListing[]): boolean {
  let changed = sales.length > 0;
  for (const id of listingIds) changed = remove(state, id) || changed;
  for (const sale of sales) add(state, sale);
  return changed;
}

function remove({ byModel, modelOf, sellerOf }: SalesState, listingId: string): boolean {
  const key = modelOf.get(listingId);
  if (key === undefined) return false;
  byModel.get(key)?.delete(listingId);
  if (byModel.get(key)?.size === 0) byModel.delete(key);
  modelOf.delete(listingId);
  return sellerOf.delete(listingId);
}
