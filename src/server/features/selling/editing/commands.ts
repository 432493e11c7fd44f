import { fieldOf, TEXT_KEYS } from '#contract/listing-fields.ts';
import type { ListingEdit } from '#contract/selling/editing.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import { noteListing } from '../../../db/changes.ts';
import { assessLater } from '../../../db/risks.ts';
import type { Db } from '../../../db/tables.ts';
import { lockCaller, notePhone } from '../../accounts/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { findCityColumns } from '../../cities/index.ts';
import { forgetPhotos, notePhotos } from '../../duplicate-photos/index.ts';
import { giveUpImages, markImagesUsed } from '../../images/index.ts';
import { addressesOf, type EditedColumns, findOwnListing, type OwnListingRow, toEditedColumns, updateListing } from '../../listings/index.ts';
import { closeOffers, closeOffersAbove } from '../../offers/index.ts';
import { noteEdited } from '../../passports/index.ts';
import { forgetClearance } from '../../risk/index.ts';
import { requireNotSuspended } from '../rules.ts';
import { requireAllowance, requireEditable } from './rules.ts';

export type Edit = { id: string; sellerId: string; edit: ListingEdit; now: number };

/** `stale`: it has changed since the revision that the edit names. */
export type Edited = { outcome: 'edited' | 'unchanged'; revision: number } | { outcome: 'stale' };

/** What a listing says about its phone, besides pictures. */
const FACTS: readonly (keyof EditedColumns)[] = [...TEXT_KEYS.filter((key) => fieldOf(key).scanned), 'specification'];
/** What a change of calls for another look at the listing, even if an admin cleared it. */
const JUDGED: readonly (keyof EditedColumns)[] = [...FACTS, 'image', 'photos'];
/** A change of it ends open offers, so that none is accepted for another phone. Pictures don't: buyers ask for more of them. */
const OFFERED_FOR: readonly (keyof EditedColumns)[] = [...FACTS, 'answers'];

/** Changes a seller's listing. Throws 403 for a suspended seller, 404, 409 or 429 when it can't be changed now, 422 when a photo is gone. */
export function editListing({ db, images }: { db: Db; images: PicturePlace }, edit: Edit): Promise<Edited> {
  return db.transaction().execute((tx) => editListingWithin(tx, images, edit));
}

/** The same within a transaction. */
export async function editListingWithin(tx: Db, images: PicturePlace, { id, sellerId, edit, now }: Edit): Promise<Edited> {
  // One seller's edits come one after another, and a concurrent suspension before or after them.
  requireNotSuspended(await lockCaller(tx, sellerId));
  const row = await findOwnListing(tx, id, sellerId);
  requireEditable(row, now);
  const columns = toEditedColumns(row, edit);
  // Also of an edit that is sent again because its reply was lost.
  if (Object.keys(columns).length === 0) return { outcome: 'unchanged', revision: row.revision };
  if (row.revision !== edit.revision) return { outcome: 'stale' };
  const edits_whole_at = requireAllowance(row, now);
  if (columns.location !== undefined) Object.assign(columns, await findCityColumns(tx, columns.location));
  if (!(await updateListing(tx, row, { ...columns, edits_whole_at }, now))) {
    // A buyer began to pay, or an admin removed it, a moment ago.
    requireEditable(await findOwnListing(tx, id, sellerId), now);
    return { outcome: 'stale' };
  }
  if (columns.image !== undefined || columns.photos !== undefined) await changePhotos(tx, images, row, { columns, now });
  if (typeof columns.mobile_number === 'string') await notePhone(tx, sellerId, columns.mobile_number);
  const changes = (some: typeof JUDGED) => some.some((column) => columns[column] !== undefined);
  if (changes(JUDGED)) await forgetClearance(tx, id);
  if (changes(OFFERED_FOR)) await closeOffers(tx, id, { why: 'changed', informed: new Set(), now });
  if (typeof columns.price_cents === 'number') await closeOffersAbove(tx, id, columns.price_cents, now);
  await assessLater(tx, id, now);
  await noteListing(tx, id, now);
  await auditEdit(tx, row, { edit, columns, now });
  const photosChanged = columns.image !== undefined || columns.photos !== undefined;
  if (row.imei_hash !== null) await noteEdited(tx, id, { priceCents: row.price_cents, answers: row.answers, photosChanged }, now);
  return { outcome: 'edited', revision: row.revision + 1 };
}

async function changePhotos(tx: Db, images: PicturePlace, row: OwnListingRow, { columns, now }: { columns: EditedColumns; now: number }): Promise<void> {
  const shown = addressesOf({ image: String(columns.image ?? row.image), photos: String(columns.photos ?? row.photos) });
  const before = new Set(addressesOf(row));
  await markImagesUsed(tx, images, { addresses: shown.filter((address) => !before.has(address)), now });
  await notePhotos(tx, row.id, images, { addresses: shown, addedAt: now });
  await giveUpImages(tx, images, { addresses: await forgetPhotos(tx, row.id, shown), by: row.seller_id, now });
}

/** The log has prices and the names of the other fields: texts may be personal. */
async function auditEdit(tx: Db, row: OwnListingRow, { edit, columns, now }: { edit: ListingEdit; columns: EditedColumns; now: number }): Promise<void> {
  const fields = Object.keys(columns).filter((column) => column in edit || column === 'price_cents' || column === 'original_price_cents');
  const price = typeof columns.price_cents === 'number' ? columns.price_cents : null;
  await writeAudit(tx, {
    act: 'listing_edited',
    subject: { kind: 'listing', id: row.id },
    before: { revision: row.revision, ...(price !== null && { priceCents: row.price_cents }) },
    after: { revision: row.revision + 1, fields: fields.join(', '), ...(price !== null && { priceCents: price }) },
    by: { role: 'seller', id: row.seller_id },
    now,
  });
}
