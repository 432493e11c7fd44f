import type { ImportColumn, ImportRow, ListingImport } from '#contract/selling/listing-imports.ts';
import { readCursor, writeCursor } from '../../../db/paging.ts';
import type { ListingImportRowsTable, ListingImportsTable } from '../../../db/tables/listings.ts';
import type { Db } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import { FileReply, type ServeCall } from '../../../http/route.ts';
import { networkKeyOf } from '../../../security/client-network.ts';
import { createFairQueue } from '../../../security/fair-queue.ts';
import type { Services } from '../../../services.ts';
import { writeExport } from './export.ts';
import { writeProblems } from './problems.ts';
import { countRows, findImport, findImports, findRows, moveImport, type Narrowed } from './queries.ts';
import { readFile } from './reading.ts';
import { requireConfirmable, requireImport } from './rules.ts';
import { writeTemplate } from './template.ts';
import { saveUpload } from './upload.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys' | 'origin' | 'scratch'>;

const LATEST = 5;
/** A file has its place here once all of it has come; what waits is on disk. */
const QUEUE = { name: 'files', atOnce: 2, atOnceOfNetwork: 1, mostWaiting: 10, mostOfPerson: 1, longestWaitMs: 120_000, retryAfterSeconds: 10 };

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

/** Sellers' imports and exports. Files are read once they have come, a few at a time. Multipart bodies are read where pictures are. */
export const listingImportRoutes = (serve: ServeCall, services: Needs): void => {
  const { db, clock, origin, scratch } = services;
  const queue = createFairQueue(QUEUE);
  const sending = new Set<string>();

  const requireOwn = async (id: string, sellerId: string): Promise<ListingImportsTable> => {
    const found = await findImport(db, { id, sellerId });
    requireImport(found);
    return found;
  };

  serve('POST /listingImports', async ({ caller, request }) => {
    if (sending.has(caller.userId)) throw new HttpError(429, 'too_many', 'You are sending a file already. Wait for it to end.', { retryAfterSeconds: 10 });
    sending.add(caller.userId);
    try {
      const { remove, ...file } = await saveUpload(request, scratch);
      const owner = { person: caller.userId, network: networkKeyOf(request.server.findAddress(request)) };
      const sent = { ...file, sellerId: caller.userId, origin: origin.url() };
      const id = await queue.run(owner, () => readFile(services, sent)).finally(remove);
      return { status: 201, reply: await toImport(db, await requireOwn(id, caller.userId)) };
    } finally {
      sending.delete(caller.userId);
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
