import type { ImportColumn } from '#contract/selling/listing-imports.ts';
import { lockPhone } from '../../../db/phones.ts';
import type { ListingImportRowsTable, ListingImportsTable } from '../../../db/tables/listings.ts';
import type { Db } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { lockCaller, lockUser } from '../../accounts/index.ts';
import { alreadyListed, type CheckedPhone, recordClaim } from '../../imei/index.ts';
import { findOwnListing, giveReference, toListingRow } from '../../listings/index.ts';
import { listPhoneWithin, type Offer, PhoneOnSale } from '../commands.ts';
import { editListingWithin } from '../editing/commands.ts';
import { requireEditable } from '../editing/rules.ts';
import { requireCategory, toPostTime } from '../rules.ts';
import type { FindCategory } from './check.ts';
import { type BegunImport, insertImport, type NewImport } from './queries.ts';
import { readCells, toInput, withCategory } from './row.ts';
import { isAboutRow, LISTED_SENTENCE, UNCHANGED_SENTENCE } from './rules.ts';
import { findReady, lockImport, settleListed, settleRow } from './run-queries.ts';
import type { Content, Seen } from './seen.ts';
import { toEdit } from './updates.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;

/** An import, and the data its rows are compared with while this process lists them. */
export type Run = { of: ListingImportsTable; columns: ImportColumn[]; categories: FindCategory; seen: Seen<string> };

type Seller = { id: string; email: string };
type RefusedRow = { row: ListingImportRowsTable; seller: Seller; why: HttpError | PhoneOnSale };
/** `over`: the import is no longer running. `refused`: a row can't be listed, and the transaction was rolled back. */
export type Listing = { outcome: 'more' | 'done' | 'over' | 'seller_gone' | 'seller_suspended' } | ({ outcome: 'refused' } & RefusedRow);

type Added = { content: Content; imeiHash: string | null; position: number; listingId: string };

/** Thrown to roll back the transaction. */
class RowRefused extends Error {
  readonly refused: RefusedRow;
  constructor(refused: RefusedRow) {
    super(refused.why.message);
    this.refused = refused;
  }
}

/** Begins an import. Throws 401 for a seller who was removed or deleted their account while the file was being received. */
export function beginImport(db: Db, begun: NewImport): Promise<BegunImport> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, begun.sellerId);
    return insertImport(tx, begun);
  });
}

/** Lists the next rows of an import in one transaction. Throws `UnavailableError` when the database has trouble; then the rows stay as they are. */
export async function listNextRows(needs: Needs, run: Run, limit: number): Promise<Listing> {
  const added: Added[] = [];
  try {
    const outcome = await needs.db.transaction().execute((tx) => listWithin(tx, needs, run, { limit, added }));
    if (outcome === 'more') for (const { content, imeiHash, listingId } of added) run.seen.add(content, imeiHash, listingId);
    return { outcome };
  } catch (error) {
    if (error instanceof RowRefused) return { outcome: 'refused', ...error.refused };
    throw error;
  }
}

async function listWithin(
  tx: Db,
  { clock, images }: Needs,
  run: Run,
  { limit, added }: { limit: number; added: Added[] },
): Promise<'more' | 'done' | 'over' | 'seller_gone' | 'seller_suspended'> {
  const now = clock.now();
  const seller = await lockUser(tx, run.of.seller_id);
  if (seller?.role !== 'seller' || seller.removed_at !== null) return 'seller_gone';
  if (seller.suspended_at !== null) return 'seller_suspended';
  if (!(await lockImport(tx, { id: run.of.id, now }, 'running'))) return 'over';
  const rows = await findReady(tx, run.of.id, limit);
  if (rows.length === 0) return 'done';
  const phones = rows.flatMap((row) => phoneOf(row) ?? []).toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  for (const phone of phones) await lockPhone(tx, phone, now);
  for (const row of rows) {
    try {
      const listed = await listRow(tx, images, run, { row, offer: await toOffer(tx, run, row, { seller, now }) });
      if (listed) added.push(listed);
    } catch (error) {
      if (isAboutRow(error) || error instanceof PhoneOnSale) throw new RowRefused({ row, seller, why: error });
      throw error;
    }
  }
  await settleListed(tx, run.of.id, added);
  return 'more';
}

function phoneOf(row: ListingImportRowsTable): CheckedPhone | null {
  if (row.imei_hash === null || row.imei_last4 === null || row.imei_key_id === null) return null;
  return { hash: row.imei_hash, last4: row.imei_last4, keyId: row.imei_key_id, known: row.known_as };
}

async function listRow(tx: Db, images: Needs['images'], run: Run, { row, offer }: { row: ListingImportRowsTable; offer: Offer }): Promise<Added | null> {
  const content = toListingRow(offer.input, offer.origin);
  if (row.known_listing !== null) return updateRow(tx, images, { row, known: row.known_listing, offer, content });
  if (run.seen.find(content, row.imei_hash) !== undefined) {
    await settleRow(tx, row, { state: 'skipped', sentence: LISTED_SENTENCE, question: null }, true);
    return null;
  }
  const listingId = await listPhoneWithin(tx, images, offer);
  return { content, imeiHash: row.imei_hash, position: row.position, listingId };
}

/** Updates the listing that a row names, and gives it the row's reference if it has none. */
async function updateRow(
  tx: Db,
  images: Needs['images'],
  { row, known, offer, content }: { row: ListingImportRowsTable; known: string; offer: Offer; content: Content },
): Promise<Added | null> {
  const { sellerId, now } = offer.origin;
  const listing = await findOwnListing(tx, known, sellerId);
  requireEditable(listing, now);
  const edited = await editListingWithin(tx, images, { id: known, sellerId, edit: toEdit(offer.input, listing), now });
  const isNamed = offer.reference && listing.reference === null && (await giveReference(tx, { id: known, sellerId, reference: offer.reference }));
  if (edited.outcome === 'edited' || isNamed) return { content, imeiHash: null, position: row.position, listingId: known };
  await settleRow(tx, row, { state: 'skipped', sentence: UNCHANGED_SENTENCE, question: null }, true);
  return null;
}

/** The listing for a row that was accepted when its file was read. Throws for what has changed since, such as a brand that is gone. */
async function toOffer(
  tx: Db,
  { of, columns, categories }: Run,
  row: ListingImportRowsTable,
  { seller, now }: { seller: Seller; now: number },
): Promise<Offer> {
  const { texts, ...cells } = withCategory(readCells(JSON.parse(row.cells) as string[], columns, of.origin));
  const { imei: _masked, ...rest } = texts;
  const read = toInput({ ...cells, texts: rest });
  if ('fields' in read) throw new HttpError(422, 'invalid', 'This row can’t be listed anymore.', { fields: read.fields });
  const category = await categories(tx, read.input.name);
  requireCategory(category);
  const origin = { sellerId: seller.id, sellerEmail: seller.email, categoryId: category.id, postTime: toPostTime(now), now };
  return { input: read.input, origin, phone: phoneOf(row), reference: texts.reference || null };
}

/** Records why a row was rejected. If its phone is on sale, the same people are notified as for the form. */
export async function noteRefusedRow({ db, clock }: Needs, { row, seller, why }: RefusedRow): Promise<void> {
  const phone = phoneOf(row);
  const refusal = why instanceof HttpError || !phone ? why : alreadyListed(await recordClaim(db, phone, { userId: seller.id }, clock.now()), phone.last4);
  const fields = refusal instanceof HttpError ? refusal.details.fields : undefined;
  await settleRow(db, row, { state: 'failed', question: null, ...(fields ? { fields: JSON.stringify(fields) } : { sentence: refusal.message }) }, false);
}
