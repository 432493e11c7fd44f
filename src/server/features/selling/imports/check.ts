import type { ListingInput } from '#contract/listings.ts';
import type { ListingImportRowsTable } from '../../../db/tables/listings.ts';
import type { Db } from '../../../db/tables.ts';
import type { Services } from '../../../services.ts';
import { findCategoryByName } from '../../catalog/index.ts';
import { requireStored } from '../../images/index.ts';
import { type CheckedPhone, checkPhone } from '../../imei/index.ts';
import { stateOf, toListingRow } from '../../listings/index.ts';
import { questionOf, requireCategory } from '../rules.ts';
import type { ReadRow } from './read-row.ts';
import { HIDDEN_SENTENCE, isAboutRow, type KnownBy, LISTED_SENTENCE, sameAs, sameReference, soldSentence, UNCHANGED_SENTENCE } from './rules.ts';
import type { Seen } from './seen.ts';
import { findFaults, findKnown, type Known, toUpdate } from './updates.ts';

type Needs = Pick<Services, 'db' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys'>;
type Category = { id: string; name: string };
export type FindCategory = ReturnType<typeof createCategories>;

/** An import's file and what its rows are compared with. `seen`: in which row a phone occurs, 0 if it is listed. */
export type Checking = {
  importId: string;
  sellerId: string;
  categories: FindCategory;
  seen: Seen<number>;
  /** In which row a reference occurs first, and a listing that rows update. */
  references: Map<string, number>;
  updated: Map<string, number>;
};

/** A row that may become a listing or update one. */
type Candidate = { input: ListingInput; category: Category; known: Known | undefined; imeiHash: string | null } & Pick<ReadRow, 'isSold' | 'reference'>;
/** A row as it will be stored; without a candidate, it was refused. */
type Checked = { row: ListingImportRowsTable; candidate: Candidate | null };

const NEVER = { postTime: '', now: 0 };

/** Finds brands by name; looks up each once, and again if that failed. */
export function createCategories() {
  const known = new Map<string, Promise<Category | undefined>>();
  return (db: Db, name: string): Promise<Category | undefined> => {
    const before = known.get(name);
    if (before) return before;
    const found = findCategoryByName(db, name);
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found;
  };
}

/**
 * Checks rows against the shop's data and returns them as they will be stored. Throws when the database, the image store or the list of lost phones
 * doesn't respond.
 */
export async function checkRows(needs: Needs, rows: ReadRow[], checking: Checking): Promise<ListingImportRowsTable[]> {
  const checked = await Promise.all(rows.map((row) => checkRow(needs, row, checking)));
  return checked.map((one) => compare(one, checking));
}

/** Checks one row against the shop's data. */
async function checkRow(needs: Needs, read: ReadRow, checking: Checking): Promise<Checked> {
  const { position, cells, title, price, sentence, fields, input, isSold, reference } = read;
  const row: ListingImportRowsTable = {
    ...{ import_id: checking.importId, position, cells, title, price },
    state: 'ready',
    fields: '{}',
    sentence: null,
    question: null,
    imei_hash: null,
    imei_last4: null,
    imei_key_id: null,
    known_as: null,
    listing_id: null,
    known_listing: null,
  };
  if (!input) return refused(row, { sentence, ...(fields && { fields: JSON.stringify(fields) }) });
  try {
    const category = await findCategory(needs, input, checking);
    const known = await findKnown(needs.db, checking.sellerId, read);
    // A listing keeps the IMEI it has, so it isn't checked again.
    if (known) return { row, candidate: { input, category, known, isSold, reference, imeiHash: input.imei ? needs.phoneKeys.of(input.imei).hash : null } };
    const phone = input.imei ? await checkPhone(needs, input.imei, input) : null;
    const candidate = { input, category, known, isSold, reference, imeiHash: phone?.hash ?? null };
    return { row: { ...row, ...(phone && toPhoneColumns(phone)) }, candidate };
  } catch (error) {
    if (!isAboutRow(error)) throw error;
    const { fields: named } = error.details;
    return refused(row, named ? { fields: JSON.stringify(named) } : { sentence: error.message });
  }
}

const toPhoneColumns = ({ hash, last4, keyId, known }: CheckedPhone) => ({
  imei_hash: hash,
  imei_last4: last4,
  imei_key_id: keyId,
  known_as: known,
  question: known === null ? null : questionOf(known),
});

function refused(row: ListingImportRowsTable, found: Partial<ListingImportRowsTable>): Checked {
  return { row: { ...row, state: 'refused', ...found }, candidate: null };
}

/** Looks up what `POST /products` looks up, and throws the same errors. */
async function findCategory(needs: Needs, input: ListingInput, checking: Checking): Promise<Category> {
  const category = await checking.categories(needs.db, input.name);
  requireCategory(category);
  await requireStored(needs.images, [['image', input.image], ...input.photos.map((address, at): [string, string] => [`photos.${at}`, address])]);
  return category;
}

/** Skips what is sold, listed, or already in the file. */
function compare({ row, candidate }: Checked, checking: Checking): ListingImportRowsTable {
  if (!candidate) return row;
  const { input, category, known, reference } = candidate;
  const { seen, references, updated, sellerId } = checking;
  const twin = reference === null ? undefined : references.get(reference);
  if (twin !== undefined) return skip(row, sameReference(twin));
  if (reference !== null) references.set(reference, row.position);
  const earlier = known && updated.get(known.listing.id);
  if (earlier !== undefined) return skip(row, sameAs(earlier));
  if (known) updated.set(known.listing.id, row.position);
  const soldBy = findSoldBy(candidate);
  if (soldBy.length > 0) return skip(row, soldSentence(soldBy));
  if (known) return compareWithKnown(row, candidate, known);
  const content = toListingRow(input, { sellerId, categoryId: category.id, ...NEVER });
  const where = seen.find(content, row.imei_hash);
  if (where !== undefined) return skip(row, where === 0 ? LISTED_SENTENCE : sameAs(where));
  seen.add(content, row.imei_hash, row.position);
  return row;
}

/** What says that a row's phone has been sold; nothing when it hasn't. */
function findSoldBy({ isSold, known, reference }: Candidate): KnownBy[] {
  const listing = known && stateOf(known.listing) === 'sold' ? known.listing : undefined;
  return [
    ...(isSold ? (['status'] as const) : []),
    ...(listing && reference !== null && listing.reference === reference ? (['reference'] as const) : []),
    ...(listing && known?.by === '_id' ? (['_id'] as const) : []),
  ];
}

/** What becomes of a row that names one of the seller's listings. */
function compareWithKnown(row: ListingImportRowsTable, candidate: Candidate, known: Known): ListingImportRowsTable {
  if (stateOf(known.listing) === 'hidden') return skip(row, HIDDEN_SENTENCE);
  const faults = findFaults(known, candidate);
  if (Object.keys(faults).length > 0) return refused(row, { fields: JSON.stringify(faults) }).row;
  const { isChange, sentence } = toUpdate(known, candidate);
  const found = { ...row, sentence, known_listing: known.listing.id };
  return isChange ? found : skip(found, sentence === null ? UNCHANGED_SENTENCE : `${UNCHANGED_SENTENCE} ${sentence}`);
}

const skip = (row: ListingImportRowsTable, sentence: string): ListingImportRowsTable => ({ ...row, state: 'skipped', sentence, question: null });
