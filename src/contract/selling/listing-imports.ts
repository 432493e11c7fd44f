import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { PageQuery } from '../shared/paging.ts';
import { Moment, Updated } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';

// In a file of their own, so that the browser can import them without the schemas.
export { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from './import-limits.ts';

/**
 * `review`: read, and waiting for the seller's confirmation. `running`: being listed. `done`; `cancelled` by the seller; `stopped`, because the
 * seller may not list phones: suspended or removed.
 */
export const ImportState = z.enum(['review', 'running', 'done', 'cancelled', 'stopped']);
export type ImportState = z.infer<typeof ImportState>;

/**
 * `ready` to be listed, or to update the listing with the same `_id` or `reference`; `refused` as the form would; `skipped`: already listed or sold, or a duplicate in the file; `listed`; `failed`: refused
 * when it was being listed.
 */
export const ImportRowState = z.enum(['ready', 'refused', 'skipped', 'listed', 'failed']);
export type ImportRowState = z.infer<typeof ImportRowState>;

const Count = z.int().nonnegative();

/** `field`: the field the column was matched to, by its name in `POST /products` (`specification.SIM`); null: ignored. */
export const ImportColumn = z.object({ column: z.string(), field: z.string().nullable() });
export type ImportColumn = z.infer<typeof ImportColumn>;

export const ListingImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  state: ImportState,
  /** How the file was read, for the seller to check. */
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  separator: z.enum(['comma', 'semicolon', 'tab']),
  columns: z.array(ImportColumn),
  /** `updates` of those ready or listed change a listing that the row names; `unchanged` of those skipped wouldn't change it. */
  counts: z.object({ ready: Count, refused: Count, skipped: Count, listed: Count, failed: Count, updates: Count, unchanged: Count }),
  /** Why it was stopped. */
  reason: z.string().nullable(),
  sentAt: Moment,
});
export type ListingImport = z.infer<typeof ListingImport>;

export const ImportRow = z.object({
  /** The row number in a spreadsheet: the column names are row 1. */
  row: z.int(),
  title: z.string(),
  price: z.string(),
  state: ImportRowState,
  /** Errors by field. */
  fields: z.record(z.string(), z.string()),
  /** A message about the whole row: an error, or what was done with it. */
  sentence: z.string().nullable(),
  /** A question for the seller; the row is listed regardless. */
  question: z.string().nullable(),
  listingId: z.string().nullable(),
  /** Whether it changes a listing instead of adding one. */
  isUpdate: z.boolean(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** `problems`: refused, skipped or failed. */
export const ImportRowsOnly = z.enum(['problems', 'questions', 'ready', 'listed']);
export type ImportRowsOnly = z.infer<typeof ImportRowsOnly>;

const ById = z.object({ id: Id });

export const listingImportCalls = {
  'POST /listingImports': {
    summary:
      'Reads a CSV of listings (multipart field `file`, up to 40 MB and 10,000 rows) and returns a preview. Nothing is listed until it is confirmed. Replaces an import that is waiting for confirmation.',
    access: 'seller',
    rows: 'none',
    limit: 'import',
    upload: 'file',
    reply: ListingImport,
  },
  'GET /listingImports': { summary: 'Lists the caller’s last five imports, newest first.', access: 'seller', rows: 'own-list', reply: z.array(ListingImport) },
  'GET /listingImports/:id': { summary: 'Returns the progress of an import.', access: 'seller', rows: 'own', params: ById, reply: ListingImport },
  'GET /listingImports/:id/rows': {
    summary: 'Lists the rows of an import with their results.',
    access: 'seller',
    rows: 'own',
    params: ById,
    query: PageQuery.extend({ only: ImportRowsOnly.optional() }),
    reply: z.array(ImportRow),
    paged: true,
  },
  'POST /listingImports/:id/confirm': {
    summary: 'Starts listing the rows that are ready, in the background. Repeating the call changes nothing.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: Updated,
  },
  'POST /listingImports/:id/cancel': {
    summary: 'Stops an import. Phones that are already listed stay listed.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: Updated,
  },
  'GET /listingImports/:id/problems': {
    summary: 'Returns the rows that weren’t listed as CSV, each with its number, what’s wrong and its cells, to correct and send again. IMEIs are masked.',
    access: 'seller',
    rows: 'own',
    params: ById,
    file: 'text/csv',
    reply: z.string(),
  },
  'GET /listingTemplate': {
    summary: 'Returns a CSV template with every column and one example row.',
    access: 'seller',
    rows: 'none',
    file: 'text/csv',
    reply: z.string(),
  },
  'GET /listingExport': {
    summary: 'Returns all of the caller’s listings as CSV, including sold, paused and hidden ones. An import can read it.',
    access: 'seller',
    rows: 'own-list',
    file: 'text/csv',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>;
