import type { ImportColumn, ImportRow, ListingImport } from '#contract/selling/listing-imports.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { ListingImportRowsTable, ListingImportsTable } from '../../../db/tables/listings.ts';
import type { Db } from '../../../db/tables.ts';
import { countRows } from './queries.ts';

export async function toImport(db: Db, row: ListingImportsTable): Promise<ListingImport> {
  return {
    _id: row.id,
    fileName: row.file_name,
    // An import that is still being read isn't shown; the other states are the contract's.
    state: row.state as ListingImport['state'],
    encoding: row.encoding as ListingImport['encoding'],
    separator: row.separator as ListingImport['separator'],
    columns: JSON.parse(row.columns) as ImportColumn[],
    counts: await countRows(db, row.id),
    reason: row.reason,
    sentAt: toIso(row.created_at),
  };
}

export function toImportRow(row: Omit<ListingImportRowsTable, 'cells'>): ImportRow {
  return {
    row: row.position,
    title: row.title,
    price: row.price,
    state: row.state,
    fields: JSON.parse(row.fields) as Record<string, string>,
    sentence: row.sentence,
    question: row.question,
    listingId: row.listing_id,
    isUpdate: row.known_listing !== null,
  };
}
