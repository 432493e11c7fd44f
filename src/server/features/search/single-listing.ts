import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/tables.ts';
import { createIndexState, type IndexState } from './index-state.ts';
import { findBrands, findStates, isVerified, type StateRow } from './queries.ts';
import { setVerified, upsertRow } from './state-rows.ts';

/** A search index of one listing. */
export type SingleListing = { state: IndexState; row: number };

/** A listing that is on sale, to compare with searches; null for any other. */
export async function openListing(db: Db, id: string): Promise<SingleListing | null> {
  const [row] = await findStates(db, [id]);
  if (row?.sold_at !== null || row.removed_at !== null) return null;
  return toSingleListing(row, await findBrands(db), await isVerified(db, row.seller_id));
}

/** What a listing is compared by, without what only one that is stored has. */
export type ListingRow = Omit<StateRow, 'id' | 'created_at' | 'sold_at' | 'removed_at'>;

/** A phone that isn't listed yet. */
export async function openUnlisted(db: Db, row: ListingRow): Promise<SingleListing> {
  const whole = { ...row, id: uuid(), created_at: 0, sold_at: null, removed_at: null };
  return toSingleListing(whole, await findBrands(db), await isVerified(db, row.seller_id));
}

function toSingleListing(row: StateRow, brands: { id: string; name: string }[], verified: boolean): SingleListing {
  const state = createIndexState(brands);
  setVerified(state, row.seller_id, verified);
  upsertRow(state, row, true);
  return { state, row: 0 };
}

/** Every word that the listing is found by. */
export const wordsOfListing = ({ state }: SingleListing): Iterable<string> => state.vocabulary.words.keys();
