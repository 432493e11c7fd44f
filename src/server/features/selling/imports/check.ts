import type { ListingInput } from '#contract/listings.ts';
import type { ListingImportRowsTable } from '../../../db/tables/listings.ts';
import type { Db } from '../../../db/tables.ts';
import { HttpError, ProviderError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { findCategoryByName } from '../../catalog/index.ts';
import { requireStored } from '../../images/index.ts';
import { type CheckedPhone, checkPhone } from '../../imei/index.ts';
import { type OwnListingRow, stateOf, toEditedColumns, toListingRow } from '../../listings/index.ts';
import { questionOf, requireCategory } from '../rules.ts';
import type { ReadRow } from './read-row.ts';
import { HIDDEN_SENTENCE, LISTED_SENTENCE, otherPhone, SOLD_SENTENCE, sameAs, sameReference, UNCHANGED_SENTENCE } from './rules.ts';
import type { Seen } from './seen.ts';
import { findByReference, toEdit } from './updates.ts';

type Needs = Pick<Services, 'db' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys'>;
type Category = { id: string; name: string };
export type FindCategory = ReturnType<typeof createCategories>;

/** An import's file and what its rows are compared with. `seen`: in which row a phone occurs, 0 if it is on sale. */
export type Checking = { importId: string; sellerId: string; categories: FindCategory; seen: Seen<number>; references: Map<string, number> };

type Checked = {
  row: ListingImportRowsTable;
  input: ListingInput | null;
  category: Category | null;
  isSold: boolean;
  known?: OwnListingRow;
  reference: string | null;
};

const NEVER = { postTime: '', now: 0 };

/** Finds brands by name; looks up each once. */
export function createCategories() {
  const known = new Map<string, Promise<Category | undefined>>();
  return (db: Db, name: string): Promise<Category | undefined> => {
    const found = known.get(name) ?? findCategoryByName(db, name);
    known.set(name, found);
    return found;
  };
}

/** Checks rows against the shop's data and returns them as they will be stored. Throws when the image store or the list of lost phones doesn't respond. */
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
    const { category, phone } = await lookUp(needs, input, checking);
    const known = phone && {
      imei_hash: phone.hash,
      imei_last4: phone.last4,
      imei_key_id: phone.keyId,
      known_as: phone.known,
      question: phone.known === null ? null : questionOf(phone.known),
    };
    const listing = reference === null ? undefined : await findByReference(needs.db, checking.sellerId, reference);
    // A listing keeps the IMEI it has.
    return { row: listing ? row : { ...row, ...known }, input, category, isSold, reference, known: listing };
  } catch (error) {
    // Without a reply the phone hasn't been checked.
    if (!(error instanceof HttpError) || error instanceof ProviderError) throw error;
    const { fields: named } = error.details;
    return refused(row, named ? { fields: JSON.stringify(named) } : { sentence: error.message });
  }
}

function refused(row: ListingImportRowsTable, found: Partial<ListingImportRowsTable>): Checked {
  return {
    row: { ...row, state: 'refused', ...found },
    input: null,
    category: null,
    isSold: false,
    reference: null,
  };
}

/** Looks up what `POST /products` looks up, and throws the same errors. */
async function lookUp(needs: Needs, input: ListingInput, checking: Checking): Promise<{ category: Category; phone: CheckedPhone | null }> {
  const category = await checking.categories(needs.db, input.name);
  requireCategory(category);
  await requireStored(needs.images, [['image', input.image], ...input.photos.map((address, at): [string, string] => [`photos.${at}`, address])]);
  const { imei = null } = input;
  return { category, phone: imei === null ? null : await checkPhone(needs, imei, input) };
}

/** Skips what is sold, on sale, or already in the file. */
function compare({ row, input, category, isSold, reference, known }: Checked, { sellerId, seen, references }: Checking): ListingImportRowsTable {
  if (!input || !category) return row;
  const twin = reference === null ? undefined : references.get(reference);
  if (twin !== undefined) return skip(row, sameReference(twin));
  if (reference !== null) references.set(reference, row.position);
  if (isSold || (known && stateOf(known) === 'sold')) return skip(row, SOLD_SENTENCE);
  if (known) return compareWithKnown(row, input, known);
  const content = toListingRow(input, { sellerId, categoryId: category.id, ...NEVER });
  const where = seen.find(content, row.imei_hash);
  if (where !== undefined) return skip(row, where === 0 ? LISTED_SENTENCE : sameAs(where));
  seen.add(content, row.imei_hash, row.position);
  return row;
}

/** What becomes of a row whose reference a listing has. */
function compareWithKnown(row: ListingImportRowsTable, input: ListingInput, known: OwnListingRow): ListingImportRowsTable {
  if (stateOf(known) === 'hidden') return skip(row, HIDDEN_SENTENCE);
  const isOther = known.category_name.toLowerCase() !== input.name.toLowerCase() || known.brand !== input.brand || known.model_name !== input.model_name;
  if (isOther) return refused(row, { fields: JSON.stringify({ reference: otherPhone(known.model_name) }) }).row;
  const found = { ...row, known_listing: known.id };
  return Object.keys(toEditedColumns(known, toEdit(input, known))).length === 0 ? skip(found, UNCHANGED_SENTENCE) : found;
}

const skip = (row: ListingImportRowsTable, sentence: string): ListingImportRowsTable => ({ ...row, state: 'skipped', sentence, question: null });
