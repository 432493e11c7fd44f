import type { FastifyRequest } from 'fastify';
import { type ImportColumn, type ImportRow, type ListingImport, MAX_IMPORT_BYTES } from '#contract/listing-imports.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { ListingImportRowsTable, ListingImportsTable } from '../../db/tables/listings.ts';
import type { Db } from '../../db/tables.ts';
import { Malformed, Refused, TooLarge } from '../../errors.ts';
import { FileReply, type ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { writeExport } from './export.ts';
import { writeProblems } from './problems.ts';
import { countRows, findImport, findImports, findRows, moveImport, type Narrowed } from './queries.ts';
import { readFile } from './reading.ts';
import { requireConfirmable, requireImport } from './rules.ts';
import { writeTemplate } from './template.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys' | 'origin'>;

const FIELD = 'file';
const ENVELOPE_BYTES = 64_000;
const LATEST = 5;
const AT_ONCE = 3;
const MAX_FILE_NAME = 100;
const LIMITS = { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 8, fieldSize: 4000, parts: 10, headerPairs: 50 };

const TOO_LARGE = `This file is larger than ${MAX_IMPORT_BYTES / 1e6} MB, the most an import takes. Split it, and send one part after the other.`;
const NOT_A_FILE = `Send the CSV as a file in the multipart field “${FIELD}”.`;
const ENDED_EARLY = 'This file ended before it was complete. Send it again.';

/** The upload library's own refusals in the shop's words; anything unexpected stays as it is. */
const inOurWords = (error: unknown): unknown => {
  if (error instanceof Refused || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new TooLarge(TOO_LARGE);
  if (code.startsWith('FST_')) return new Malformed(NOT_A_FILE);
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? new Malformed(ENDED_EARLY) : error;
};

/** The library that reads uploads says in plain errors that it can't: nothing else comes from there without a code. */
const unreadable = (error: unknown): never => {
  throw error instanceof Error && !('code' in error) ? new Malformed(ENDED_EARLY) : error;
};

type Upload = { fileName: string; bytes: AsyncIterable<Uint8Array> };

const openUpload = async (request: FastifyRequest): Promise<Upload> => {
  if (!request.isMultipart()) throw new Malformed(NOT_A_FILE);
  if (Number(request.headers['content-length']) > MAX_IMPORT_BYTES + ENVELOPE_BYTES) throw new TooLarge(TOO_LARGE);
  const part = await request.file({ limits: LIMITS }).catch(unreadable);
  if (!part || part.fieldname !== FIELD) {
    part?.file.resume();
    throw new Malformed(NOT_A_FILE);
  }
  const { file, filename } = part;
  const bytes = (async function* () {
    const pieces = file[Symbol.asyncIterator]();
    for (let next = await pieces.next().catch(unreadable); !next.done; next = await pieces.next().catch(unreadable)) yield next.value as Uint8Array;
    if (file.truncated) throw new TooLarge(TOO_LARGE);
  })();
  return {
    fileName:
      filename
        .replace(/\p{Cc}/gu, '')
        .toWellFormed()
        .slice(0, MAX_FILE_NAME) || 'listings.csv',
    bytes,
  };
};

const toImport = async (db: Db, row: ListingImportsTable): Promise<ListingImport> => ({
  _id: row.id,
  fileName: row.file_name,
  // What is being read is answered to nobody; the others were written by ourselves.
  state: row.state as ListingImport['state'],
  encoding: row.encoding as ListingImport['encoding'],
  separator: row.separator as ListingImport['separator'],
  columns: JSON.parse(row.columns) as ImportColumn[],
  counts: await countRows(db, row.id),
  reason: row.reason,
  sentAt: new Date(row.created_at).toISOString(),
});

const toImportRow = (row: Omit<ListingImportRowsTable, 'cells'>): ImportRow => ({
  row: row.position,
  title: row.title,
  price: row.price,
  state: row.state,
  fields: JSON.parse(row.fields) as Record<string, string>,
  sentence: row.sentence,
  question: row.question,
  listingId: row.listing_id,
});

const NARROWED: Record<'all' | 'problems' | 'questions' | 'ready' | 'listed', Narrowed> = {
  all: { states: null, asked: false },
  problems: { states: ['refused', 'skipped', 'failed'], asked: false },
  questions: { states: null, asked: true },
  ready: { states: ['ready'], asked: false },
  listed: { states: ['listed'], asked: false },
};

/** Sellers' imports and exports. Files are read while they come, by a few at a time. Multipart bodies are read where pictures are. */
export const listingImportRoutes = (serve: ServeCall, services: Needs): void => {
  const { db, clock, origin } = services;
  let reading = 0;

  const requireOwn = async (id: string, sellerId: string): Promise<ListingImportsTable> => {
    const found = await findImport(db, { id, sellerId });
    requireImport(found);
    return found;
  };

  serve('POST /listingImports', async ({ caller, request }) => {
    if (reading >= AT_ONCE)
      throw new Refused(429, 'too_many', 'Other sellers are sending files right now. Wait a moment and try again.', { retryAfterSeconds: 10 });
    reading += 1;
    try {
      const upload = await openUpload(request);
      const id = await readFile(services, { ...upload, sellerId: caller.userId, origin: origin.url() });
      return { status: 201, reply: await toImport(db, await requireOwn(id, caller.userId)) };
    } catch (error) {
      throw inOurWords(error);
    } finally {
      reading -= 1;
    }
  });

  serve('GET /listingImports', async ({ caller }) => {
    const rows = await findImports(db, caller.userId, LATEST);
    return { reply: await Promise.all(rows.map((row) => toImport(db, row))) };
  });

  serve('GET /listingImports/:id', async ({ caller, params }) => ({ reply: await toImport(db, await requireOwn(params.id, caller.userId)) }));

  serve('GET /listingImports/:id/rows', async ({ caller, params, query }) => {
    const { id } = await requireOwn(params.id, caller.userId);
    const { only = 'all', limit, cursor } = query;
    const list = `import rows ${id} ${only}`;
    const page = await findRows(db, id, { ...NARROWED[only], limit, after: readCursor(list, cursor) });
    return { reply: page.items.map(toImportRow), next: writeCursor(list, page.next) };
  });

  serve('POST /listingImports/:id/confirm', async ({ caller, params }) => {
    const found = await requireOwn(params.id, caller.userId);
    requireConfirmable(found);
    const modifiedCount = await moveImport(db, found.id, { from: ['review'], to: 'running', now: clock.now() });
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount } };
  });

  serve('POST /listingImports/:id/cancel', async ({ caller, params }) => {
    const { id } = await requireOwn(params.id, caller.userId);
    const modifiedCount = await moveImport(db, id, { from: ['review', 'running'], to: 'cancelled', now: clock.now() });
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount } };
  });

  serve('GET /listingImports/:id/problems', async ({ caller, params }) => {
    const { id, columns } = await requireOwn(params.id, caller.userId);
    return { reply: new FileReply('rows-to-mend.csv', writeProblems(db, id, JSON.parse(columns) as ImportColumn[])) };
  });

  serve('GET /listingTemplate', async () => ({ reply: new FileReply('listings-template.csv', writeTemplate()) }));

  serve('GET /listingExport', async ({ caller }) => ({
    reply: new FileReply('my-listings.csv', writeExport(db, caller.userId, origin.url())),
  }));
};
