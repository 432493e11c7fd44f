import type { ImportColumn } from '#contract/selling/listing-imports.ts';
import { minutes } from '#contract/shared/durations.ts';
import { readCursor, writeCursor } from '../../../db/paging.ts';
import type { ListingImportsTable } from '../../../db/tables/listings.ts';
import { HttpError } from '../../../errors.ts';
import { FileReply, type ServeCall } from '../../../http/route.ts';
import { networkKeyOf } from '../../../security/client-network.ts';
import { createFairQueue } from '../../../security/fair-queue.ts';
import type { Services } from '../../../services.ts';
import { writeExport } from './export.ts';
import { toImport, toImportRow } from './import-view.ts';
import { writeProblems } from './problems.ts';
import { findImport, findImports, findRows, moveImport, type Narrowed } from './queries.ts';
import { readFile } from './reading.ts';
import { requireConfirmable, requireImport } from './rules.ts';
import { writeTemplate } from './template.ts';
import { saveUpload } from './upload.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys' | 'origin' | 'scratch'>;

/** A file enters the queue once it has been received completely; meanwhile it is on disk. */
const QUEUE = { name: 'files', atOnce: 2, atOnceOfNetwork: 1, mostWaiting: 10, mostOfPerson: 1, longestWaitMs: minutes(2), retryAfterSeconds: 10 };

const LATEST = 5;

const NARROWED: Record<'all' | 'problems' | 'questions' | 'ready' | 'listed', Narrowed> = {
  all: { states: null, asked: false },
  problems: { states: ['refused', 'skipped', 'failed'], asked: false },
  questions: { states: null, asked: true },
  ready: { states: ['ready'], asked: false },
  listed: { states: ['listed'], asked: false },
};

/** Sellers’ imports and exports. The image routes register multipart parsing. */
export function listingImportRoutes(serve: ServeCall, services: Needs): void {
  sendingRoutes(serve, services);
  followingRoutes(serve, services);

  serve('GET /listingTemplate', async () => ({ reply: new FileReply('listings-template.csv', writeTemplate()) }));

  serve('GET /listingExport', async ({ caller }) => ({
    reply: new FileReply('my-listings.csv', writeExport(services.db, caller.userId, services.origin.url())),
  }));
}

/** Reads files once they have been received completely: a few concurrently, and one per person. */
function sendingRoutes(serve: ServeCall, services: Needs): void {
  const { db, origin, scratch } = services;
  const queue = createFairQueue(QUEUE);
  const sending = new Set<string>();

  serve('POST /listingImports', async ({ caller, request }) => {
    if (sending.has(caller.userId)) throw new HttpError(429, 'too_many', 'You’re already sending a file. Wait until it’s done.', { retryAfterSeconds: 10 });
    sending.add(caller.userId);
    try {
      const { remove, ...file } = await saveUpload(request, scratch);
      const owner = { person: caller.userId, network: networkKeyOf(request.server.findAddress(request)) };
      const sent = { ...file, sellerId: caller.userId, origin: origin.url() };
      const id = await queue.run(owner, () => readFile(services, sent)).finally(remove);
      return { status: 201, reply: await toImport(db, await requireOwn(db, id, caller.userId)) };
    } finally {
      sending.delete(caller.userId);
    }
  });
}

/** A seller's own import. Throws 404 for any other. */
async function requireOwn(db: Needs['db'], id: string, sellerId: string): Promise<ListingImportsTable> {
  const found = await findImport(db, { id, sellerId });
  requireImport(found);
  return found;
}

function followingRoutes(serve: ServeCall, { db, clock }: Needs): void {
  serve('GET /listingImports', async ({ caller }) => {
    const rows = await findImports(db, caller.userId, LATEST);
    return { reply: await Promise.all(rows.map((row) => toImport(db, row))) };
  });

  serve('GET /listingImports/:id', async ({ caller, params }) => ({ reply: await toImport(db, await requireOwn(db, params.id, caller.userId)) }));

  serve('GET /listingImports/:id/rows', async ({ caller, params, query }) => {
    const { id } = await requireOwn(db, params.id, caller.userId);
    const { only = 'all', limit, cursor } = query;
    const list = `import rows ${id} ${only}`;
    const page = await findRows(db, id, { ...NARROWED[only], limit, after: readCursor(list, cursor) });
    return { reply: page.items.map(toImportRow), next: writeCursor(list, page.next) };
  });

  serve('POST /listingImports/:id/confirm', async ({ caller, params }) => {
    const found = await requireOwn(db, params.id, caller.userId);
    requireConfirmable(found);
    const modifiedCount = await moveImport(db, found.id, { from: ['review'], to: 'running', now: clock.now() });
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount } };
  });

  serve('POST /listingImports/:id/cancel', async ({ caller, params }) => {
    const { id } = await requireOwn(db, params.id, caller.userId);
    const modifiedCount = await moveImport(db, id, { from: ['review', 'running'], to: 'cancelled', now: clock.now() });
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount } };
  });

  serve('GET /listingImports/:id/problems', async ({ caller, params }) => {
    const { id, columns } = await requireOwn(db, params.id, caller.userId);
    return { reply: new FileReply('rows-to-mend.csv', writeProblems(db, id, JSON.parse(columns) as ImportColumn[])) };
  });
}
