import type { PersonRecord } from '#contract/lookups.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { Cursor, PageOf } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';

export type Page = { limit: number; after: Cursor | null };

/** Reads one of the lists of a person's page. */
export type Read = (db: Db, id: string, page: Page) => Promise<PageOf<PersonRecord>>;

export const NOTHING = { amount: null, person: null, note: null, listingId: null, orderId: null };

export const named = (id: string, title: string, at: number) => ({ _id: id, title, at: toIso(at) });
