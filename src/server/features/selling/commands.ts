import type { ListingInput } from '#contract/listings.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import { noteListing } from '../../db/changes.ts';
import { assessLater } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError } from '../../errors.ts';
import { lockCaller, notePhone } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { findCityColumns } from '../cities/index.ts';
import { notePhotos } from '../duplicate-photos/index.ts';
import { giveUpImagesLater, markImagesUsed } from '../images/index.ts';
import { askAboutModel, type CheckedPhone, requireListable, takePhone } from '../imei/index.ts';
import { findIdByReference, freeReference, insertListing, type Origin, toListingRow } from '../listings/index.ts';
import { noteListed } from '../passports/index.ts';
import { attachPossessionPhoto } from '../proof-of-possession/index.ts';
import { takeDraft } from './drafts/commands.ts';
import { requireNotSuspended } from './rules.ts';

/** A listing to publish. `phone` is null when no IMEI was given; `draft` is the form that it comes from, `reference` the seller's own name of it. */
export type Offer = { input: ListingInput; origin: Origin & { sellerEmail: string }; phone: CheckedPhone | null; draft?: string; reference?: string | null };

export type Listed = { outcome: 'listed'; listingId: string } | { outcome: 'phone_on_sale' } | { outcome: 'draft_listed' };

/** Thrown to roll back the transaction: this phone is already listed. */
export class PhoneOnSale extends Error {}
/** Thrown to roll back the transaction: this draft was listed before. */
class DraftListed extends Error {}

/**
 * Lists a phone. `phone_on_sale`: this phone is already listed; `draft_listed`: this draft was listed before. Throws 401 for a removed seller, 403
 * for a suspended one, 409 when the phone is reported lost or its order hasn't ended, 422 when a photo is gone.
 */
export async function listPhone({ db, images }: { db: Db; images: PicturePlace }, offer: Offer): Promise<Listed> {
  try {
    const listingId = await db.transaction().execute((tx) => listPhoneWithin(tx, images, offer));
    return { outcome: 'listed', listingId };
  } catch (error) {
    if (error instanceof PhoneOnSale) return { outcome: 'phone_on_sale' };
    if (error instanceof DraftListed) return { outcome: 'draft_listed' };
    throw error;
  }
}

/** The same within a transaction; returns the listing's id. Throws `PhoneOnSale` where `listPhone` returns `phone_on_sale`. */
export async function listPhoneWithin(tx: Db, images: PicturePlace, { input, origin, phone, draft, reference = null }: Offer): Promise<string> {
  const { now, sellerId } = origin;
  // A concurrent suspension or removal either comes before this transaction, or comes after it and finds the listing.
  requireNotSuspended(await lockCaller(tx, sellerId));
  const state = phone ? await takePhone(tx, phone, now) : 'free';
  requireListable(state);
  const row = { ...toListingRow(input, origin), ...(await findCityColumns(tx, input.location)), reference };
  if (reference !== null) await takeReference(tx, sellerId, reference);
  const taken = draft === undefined ? null : await takeDraft(tx, { sellerId, id: draft }, { listingId: row.id, now });
  if (taken?.outcome === 'listed') throw new DraftListed();
  if (state === 'on_sale') throw new PhoneOnSale();
  const addresses = [input.image, ...input.photos];
  await markImagesUsed(tx, images, { addresses, now });
  if (!(await insertListing(tx, row, phone))) throw new PhoneOnSale();
  await notePhotos(tx, row.id, images, { addresses });
  if (taken) await giveUpImagesLater(tx, images, { addresses: taken.photos.filter((address) => !addresses.includes(address)), by: sellerId, now });
  if (input.inHand) await attachPossessionPhoto(tx, { id: input.inHand, sellerId, listingId: row.id }, { place: images, now });
  await notePhone(tx, sellerId, row.mobile_number);
  await noteListing(tx, row.id, now);
  await assessLater(tx, row.id, now);
  const { brand, model_name, price_cents: priceCents } = row;
  const after = { brand, model_name, priceCents };
  await writeAudit(tx, { act: 'listing_listed', subject: { kind: 'listing', id: row.id }, after, by: { role: 'seller', id: sellerId }, now });
  const seller = { userId: sellerId, email: origin.sellerEmail };
  if (phone) {
    await askAboutModel(tx, phone, { id: row.id, said: `${brand} ${model_name}`, seller }, now);
    await noteListed(tx, row.id, now);
  }
  return row.id;
}

/** A removed listing gives its reference up; any other keeps it. Throws 409 then. */
async function takeReference(tx: Db, sellerId: string, reference: string): Promise<void> {
  await freeReference(tx, sellerId, reference);
  const other = await findIdByReference(tx, sellerId, reference);
  if (other !== undefined) throw new ConflictError('already_listed', 'Another listing of yours already has this reference.');
}
