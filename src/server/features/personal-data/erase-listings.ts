import { fieldOf, forEachKey, LISTING_KEYS, type ListingKey } from '#contract/listing-fields.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import type { Db, ListingRow } from '../../db/tables.ts';
import { giveUpImages } from '../images/index.ts';
import type { Person } from './stored-data.ts';

export type Erasing = { person: Person & { name: string }; pictures: PicturePlace; now: number };

/** Erases a person from one table, within the transaction that deletes their account. */
export type Erase = (tx: Db, erasing: Erasing) => Promise<unknown>;

const ALWAYS = { ...emptiedColumns('always'), place_key: '', city_id: null, city_lat: null, city_lng: null, reference: null, shown: null };
const UNSOLD = emptiedColumns('unsold');

/** Unsold listings are emptied; sold ones stay for their buyers. */
export const eraseListings: Erase = async (tx, { person, pictures, now }) => {
  const unsold = await tx.selectFrom('listings').select(['image', 'photos']).where('seller_id', '=', person.id).where('sold_at', 'is', null).execute();
  // Only ever written as JSON of parsed addresses.
  const shown = unsold.flatMap(({ image, photos }) => [image, ...(JSON.parse(photos) as string[])]);
  await tx.updateTable('listings').set(UNSOLD).where('seller_id', '=', person.id).where('sold_at', 'is', null).execute();
  await tx
    .updateTable('listings')
    .set((eb) => ({ ...ALWAYS, shown_turn: eb('shown_turn', '+', 1) }))
    .where('seller_id', '=', person.id)
    .execute();
  const theirs = tx.selectFrom('listings').select('id').where('seller_id', '=', person.id).where('sold_at', 'is', null);
  const recorded = await tx.selectFrom('listing_photos').select('address').where('listing_id', 'in', theirs).execute();
  const addresses = [...new Set([...shown, ...recorded.map(({ address }) => address)])];
  await tx.deleteFrom('listing_photos').where('listing_id', 'in', theirs).execute();
  await tx.deleteFrom('listing_risks').where('listing_id', 'in', theirs).execute();
  // Pictures that another listing shows stay.
  await giveUpImages(tx, pictures, { addresses, by: person.id, now });
};

/** The values of a field's columns once it is erased. */
function emptied(key: ListingKey): Partial<ListingRow> {
  switch (fieldOf(key).kind) {
    case 'more-photos':
      return { photos: '[]' };
    case 'specification':
      return { specification: JSON.stringify(forEachKey(SPECIFICATION_KEYS, () => '')) };
    case 'imei':
      return { imei_hash: null, imei_last4: null, imei_checked_at: null };
    default:
      return { [key]: '' };
  }
}

function emptiedColumns(when: 'always' | 'unsold'): Partial<ListingRow> {
  return Object.assign({}, ...LISTING_KEYS.filter((key) => fieldOf(key).erased === when).map(emptied));
}
