import type { ImportColumn } from '#contract/listing-imports.ts';
import { lockPhone } from '../../db/phones.ts';
import type { ListingImportRowsTable, ListingImportsTable } from '../../db/tables/listings.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { alreadyListed, type CheckedPhone, recordClaim } from '../imei/index.ts';
import { insertListingWithin, type Offer, PhoneOnSale, requireCategory, toListingRow, toPostTime } from '../listings/index.ts';
import { createCategories, type FindCategory } from './check.ts';
import { readSeen } from './own-listings.ts';
import { forgetOldImports, moveImport } from './queries.ts';
import { readCells, toInput, withCategory } from './row.ts';
import { LISTED_SENTENCE } from './rules.ts';
import { findReady, findRunning, lockImport, lockSeller, settleListed, settleRow } from './run-queries.ts';
import type { Content, Seen } from './seen.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;

/** Listed together or not at all: few enough that requests hardly wait for them. */
const AT_ONCE = 25;

/** One import, and what it is held against while this process lists it. */
type Run = { of: ListingImportsTable; columns: ImportColumn[]; categories: FindCategory; seen: Seen<string> };
type Seller = { id: string; email: string };
type Added = { content: Content; imeiHash: string | null; position: number; listingId: string };
/** `refused`: a row that can't be listed, and all that was done with it is undone. */
type Outcome =
  | { what: 'done' | 'more' | 'over' | 'seller_gone' }
  | { what: 'refused'; row: ListingImportRowsTable; seller: Seller; why: HttpError | PhoneOnSale };

const phoneOf = (row: ListingImportRowsTable): CheckedPhone | null =>
  row.imei_hash === null || row.imei_last4 === null || row.imei_key_id === null
    ? null
    : { hash: row.imei_hash, last4: row.imei_last4, keyId: row.imei_key_id, known: row.known_as };

/** Thrown within a transaction to undo it. */
class RowRefused extends Error {
  readonly outcome: Outcome;
  constructor(row: ListingImportRowsTable, seller: Seller, why: HttpError | PhoneOnSale) {
    super(why.message);
    this.outcome = { what: 'refused', row, seller, why };
  }
}

/** What a row that was found right says; what has changed since, such as a brand that is gone, is refused. */
const toOffer = async (tx: Db, { of, columns, categories }: Run, row: ListingImportRowsTable, seller: Seller, now: number): Promise<Offer> => {
  const { texts, ...input } = withCategory(readCells(JSON.parse(row.cells) as string[], columns, of.origin));
  const { imei: _masked, ...rest } = texts;
  const read = toInput({ ...input, texts: rest });
  if ('fields' in read) throw new HttpError(422, 'invalid', 'This row is not right any more.', { fields: read.fields });
  const category = await categories(tx, read.input.name);
  requireCategory(category);
  const origin = { sellerId: seller.id, sellerEmail: seller.email, categoryId: category.id, postTime: toPostTime(now), now };
  return { input: read.input, origin, phone: phoneOf(row) };
};

const listRow = async (tx: Db, { images }: Needs, run: Run, row: ListingImportRowsTable, offer: Offer): Promise<Added | null> => {
  const content = toListingRow(offer.input, offer.origin);
  if (run.seen.find(content, row.imei_hash) !== undefined) {
    await settleRow(tx, row, { state: 'skipped', sentence: LISTED_SENTENCE, question: null }, true);
    return null;
  }
  const listingId = await insertListingWithin(tx, images, offer);
  return { content, imeiHash: row.imei_hash, position: row.position, listingId };
};

/** Lists the next rows of an import in one transaction. */
const listNext = async (needs: Needs, run: Run, limit: number): Promise<Outcome> => {
  const now = needs.clock.now();
  const added: Added[] = [];
  const outcome = await needs.db
    .transaction()
    .execute(async (tx): Promise<Outcome> => {
      const seller = await lockSeller(tx, run.of.seller_id);
      if (!seller) return { what: 'seller_gone' };
      if (!(await lockImport(tx, run.of.id, now))) return { what: 'over' };
      const rows = await findReady(tx, run.of.id, limit);
      if (rows.length === 0) return { what: 'done' };
      const phones = rows.flatMap((row) => phoneOf(row) ?? []).toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
      for (const phone of phones) await lockPhone(tx, phone, now);
      for (const row of rows) {
        try {
          const listed = await listRow(tx, needs, run, row, await toOffer(tx, run, row, seller, now));
          if (listed) added.push(listed);
        } catch (error) {
          if (error instanceof HttpError || error instanceof PhoneOnSale) throw new RowRefused(row, seller, error);
          throw error;
        }
      }
      await settleListed(tx, run.of.id, added);
      return { what: 'more' };
    })
    .catch((error: unknown) => {
      if (error instanceof RowRefused) return error.outcome;
      throw error;
    });
  if (outcome.what === 'more') for (const { content, imeiHash, listingId } of added) run.seen.add(content, imeiHash, listingId);
  return outcome;
};

/** Writes down why a row was refused; a phone that is on sale is told of as by the form. */
const noteRefused = async ({ db, clock }: Needs, { row, seller, why }: Extract<Outcome, { what: 'refused' }>): Promise<void> => {
  const phone = phoneOf(row);
  const refusal = why instanceof HttpError || !phone ? why : alreadyListed(await recordClaim(db, phone, { userId: seller.id }, clock.now()), phone.last4);
  const fields = refusal instanceof HttpError ? refusal.details.fields : undefined;
  await settleRow(db, row, { state: 'failed', question: null, ...(fields ? { fields: JSON.stringify(fields) } : { sentence: refusal.message }) }, false);
};

const SELLER_GONE = 'This account may not list phones any more. What was listed before is where it was.';

/** Lists some more rows of an import; answers whether any are left. Where one of them is refused, each is listed by itself. */
const goOn = async (needs: Needs, run: Run): Promise<boolean> => {
  const end = async (to: 'done' | 'stopped', reason: string | null): Promise<false> => {
    await moveImport(needs.db, run.of.id, { from: ['running'], to, reason, now: needs.clock.now() });
    return false;
  };
  let outcome = await listNext(needs, run, AT_ONCE);
  for (let alone = 0; outcome.what === 'refused' && alone < AT_ONCE; alone += 1) {
    await noteRefused(needs, outcome);
    outcome = await listNext(needs, run, 1);
    for (; outcome.what === 'more' && alone < AT_ONCE; alone += 1) outcome = await listNext(needs, run, 1);
  }
  if (outcome.what === 'refused') await noteRefused(needs, outcome);
  if (outcome.what === 'done') return end('done', null);
  if (outcome.what === 'seller_gone') return end('stopped', SELLER_GONE);
  return outcome.what !== 'over';
};

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Lists what sellers confirmed, a few rows of each import in turn, until nothing is left or it is stopped. It may be stopped between any two statements, and
 * another process goes on: a row and its listing are written together, and only while the import's row is this transaction's.
 */
export const createImporting = (needs: Needs) => {
  let isStopped = false;
  const begin = async (of: ListingImportsTable): Promise<Run> => ({
    of,
    // Written by ourselves when the file was read.
    columns: JSON.parse(of.columns) as ImportColumn[],
    categories: createCategories(),
    seen: await readSeen(needs.db, of.seller_id, 'on sale'),
  });
  return {
    async run(): Promise<void> {
      const runs = new Map<string, Run>();
      for (let running = await findRunning(needs.db); running.length > 0 && !isStopped; running = await findRunning(needs.db)) {
        for (const of of running) {
          if (isStopped) return;
          const run = runs.get(of.id) ?? (await begin(of));
          runs.set(of.id, run);
          if (!(await goOn(needs, run))) runs.delete(of.id);
          await breathe();
        }
      }
    },
    stop(): void {
      isStopped = true;
    },
  };
};

const DAY_MS = 86_400_000;
const STORED_MS = 7 * DAY_MS;

/** Forgets imports a week after their end, and files that were not confirmed within a day: their IMEIs were looked up then, and their pictures kept. */
export const forgetImports = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> =>
  forgetOldImports(db, { ended: clock.now() - STORED_MS, idle: clock.now() - DAY_MS });
