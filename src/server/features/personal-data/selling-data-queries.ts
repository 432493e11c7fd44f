import type { Tables } from '../../db/tables.ts';
import type { StoredData } from './stored-data.ts';

/** Stored data about what people sell. */
export const SELLING_DATA = {
  image_uploads: [
    {
      name: 'uploads',
      about: 'Pictures you’re uploading.',
      rows: (db, { id }) => db.selectFrom('image_uploads').select(['id', 'size', 'received', 'created_at']).where('user_id', '=', id).execute(),
    },
  ],
  drafts: [
    {
      name: 'drafts',
      about: 'Your unfinished listings.',
      rows: (db, { id }) => db.selectFrom('drafts').select(['id', 'content', 'listing_id', 'created_at', 'saved_at']).where('seller_id', '=', id).execute(),
    },
  ],
  listing_imports: [
    {
      name: 'imports',
      about: 'Listing files you uploaded in the last few days.',
      rows: (db, { id }) =>
        db.selectFrom('listing_imports').select(['id', 'file_name', 'state', 'reason', 'created_at', 'ended_at']).where('seller_id', '=', id).execute(),
    },
  ],
  listing_import_rows: [
    {
      name: 'import_rows',
      about: 'The rows of those files that weren’t listed, as you wrote them.',
      rows: (db, { id }) =>
        db
          .selectFrom('listing_import_rows')
          .select(['import_id', 'position', 'state', 'cells', 'sentence', 'question', 'imei_last4', 'listing_id'])
          .where('import_id', 'in', db.selectFrom('listing_imports').select('listing_imports.id').where('listing_imports.seller_id', '=', id))
          .orderBy('import_id')
          .orderBy('position')
          .execute(),
    },
  ],
  phone_tests: [
    {
      name: 'phone_tests',
      about: 'The tests of phones that you asked for: what the browsers told of the phones, and the results.',
      rows: (db, { id }) =>
        db
          .selectFrom('phone_tests')
          .select(['id', 'listing_id', 'order_id', 'created_at', 'expires_at', 'started_at', 'traits', 'verdicts', 'doubts', 'finished_at', 'published_at'])
          .where('owner_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  passport_owners: [
    {
      name: 'passports',
      about: 'The phones that you own or owned, and which of their owners you are.',
      rows: (db, { id }) =>
        db.selectFrom('passport_owners').select(['passport_id', 'number', 'since']).where('user_id', '=', id).orderBy('passport_id').execute(),
    },
  ],
  passport_entries: [
    {
      name: 'passport_entries',
      about: 'What the passports of those phones say of your time with them.',
      rows: (db, { id }) =>
        db
          .selectFrom('passport_owners')
          .innerJoin('passport_entries', (join) =>
            join.onRef('passport_entries.passport_id', '=', 'passport_owners.passport_id').onRef('passport_entries.owner', '=', 'passport_owners.number'),
          )
          .select(['passport_entries.passport_id', 'passport_entries.number', 'passport_entries.kind', 'passport_entries.at'])
          .select(['passport_entries.facts', 'passport_entries.words'])
          .where('passport_owners.user_id', '=', id)
          .orderBy('passport_entries.passport_id')
          .orderBy('passport_entries.number')
          .execute(),
    },
  ],
  possession_photos: [
    {
      name: 'possession_photos',
      about: 'The codes you were given to photograph with your phones, and the results.',
      rows: (db, { id }) =>
        db
          .selectFrom('possession_photos')
          .select(['code', 'listing_id', 'image', 'shown', 'created_at', 'expires_at', 'sent_at', 'decision', 'reason', 'decided_at'])
          .where('seller_id', '=', id)
          .execute(),
    },
  ],
} satisfies Partial<Record<keyof Tables, StoredData[]>>;
